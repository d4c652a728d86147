/**
 * What an island alone has one of, and a batch of islands (island-batches.ts) one of each island in it: a part of its space, and where its Newton iteration
 * stands. Parts lie one after the other in every array of a space, each as long as the next.
 */
export interface Parts {
  readonly count: number;
  /** Movable bodies, rows, rows of laws and coordinates of each part. */
  readonly bodies: number;
  readonly rows: number;
  readonly lawRows: number;
  readonly coordinates: number;
  /** Flags of all its coordinates together. */
  readonly laws: Int32Array;
  /** How its attempt stands: one of newton.ts. */
  readonly verdict: Uint8Array;
  /** 1 where a factor of this attempt serves on. */
  readonly factored: Uint8Array;
  /** How often its active set has changed; iterations that crept, in a row; iterations and factorisations in all. */
  readonly changes: Uint8Array;
  readonly crept: Uint8Array;
  readonly iterations: Uint8Array;
  readonly factorisations: Uint8Array;
  /** Where its rows begin among those that act; one more entry at the end. */
  readonly acting: Int32Array;
  /** 1 where the passes over hinges and bodies are to leave the part alone, and where it keeps its factor. */
  idle: Uint8Array;
  keeps: Uint8Array;
  /** Share of an increment that is taken. */
  share: Float64Array;
  /** Error of the iteration at hand, of the first and of the last. */
  error: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** 1 where a motor drives a row at the end of the step. */
  readonly driven: Uint8Array;
  /**
   * 1 where a stop acts at the end of the step; where its velocities are projected; where that is for rows alone that soft laws have thrown
   * back; where it is asked for again with fewer rows.
   */
  readonly stopped: Uint8Array;
  readonly projects: Uint8Array;
  readonly renews: Uint8Array;
  /** 1 where the rows that are projected are redundant. */
  readonly redundant: Uint8Array;
  /** Fastest rate of a hinge, and fastest motion of a body, at the end, as a length per second. */
  fastest: Float64Array;
  speed: Float64Array;
  /** Energy that incomplete Newton made, that a projection took out, and that there was at the start of the step. */
  made: Float64Array;
  readonly lost: Float64Array;
}

/** Sets one number of each part to 0. */
export function clear(x: Float64Array): void {
  for (let part = 0; part < x.length; part++) x[part] = 0;
}

/** From here on passes go over all parts again, and give each a new factor. */
export function joinAll({ count, idle, keeps }: Parts): void {
  for (let part = 0; part < count; part++) idle[part] = keeps[part] = 0;
}

export function createParts(
  count: number,
  { bodies, rows, lawRows, coordinates }: Pick<Parts, 'bodies' | 'rows' | 'lawRows' | 'coordinates'>,
): Parts {
  const flags = (): Uint8Array => new Uint8Array(count);
  const numbers = (): Float64Array => new Float64Array(count);
  return {
    count,
    bodies: bodies / count,
    rows: rows / count,
    lawRows: lawRows / count,
    coordinates: coordinates / count,
    laws: new Int32Array(count),
    verdict: flags(),
    factored: flags(),
    changes: flags(),
    crept: flags(),
    iterations: flags(),
    factorisations: flags(),
    acting: new Int32Array(count + 1),
    idle: flags(),
    keeps: flags(),
    share: numbers(),
    error: numbers(),
    first: numbers(),
    last: numbers(),
    driven: flags(),
    stopped: flags(),
    projects: flags(),
    renews: flags(),
    redundant: flags(),
    fastest: numbers(),
    speed: numbers(),
    made: numbers(),
    lost: numbers(),
  };
}
