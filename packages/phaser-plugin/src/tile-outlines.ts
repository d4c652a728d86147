/** Which sides of a tile are met; of a tile of Phaser it is itself. */
export interface TileSides {
  readonly collideUp: boolean;
  readonly collideRight: boolean;
  readonly collideDown: boolean;
  readonly collideLeft: boolean;
}

/** A line round tiles, or along some; its points are corners of tiles, in tiles. Clockwise where y points down: the tiles are on its right. */
export interface Outline {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly closed: boolean;
}

/** A side of a tile that no neighbour covers, from (x, y) in the direction (dx, dy), one tile long. */
interface Edge {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  next: Edge | null;
  before: Edge | null;
}

type Rows = readonly (readonly (TileSides | null)[])[];

/** The outlines of tiles, by rows from the top: sides that meet are one line, straight runs one segment of it. */
export function outlinesOf(rows: Rows): Outline[] {
  const edges = edgesOf(rows);
  join(edges);
  const open = edges.filter(({ before }) => before === null);
  const outlines = open.map((edge) => trace(edge, false));
  const done = new Set(open.flatMap((edge) => [...from(edge)]));
  for (const edge of edges) {
    if (done.has(edge) || edge.before === null || isStraight(edge.before, edge)) continue;
    outlines.push(trace(edge, true));
    for (const one of from(edge)) done.add(one);
  }
  return outlines;
}

/** True of a tile that is met from this side and from the other one: nothing comes between it and its neighbour. */
function covers(tile: TileSides | null | undefined, side: keyof TileSides, opposite: keyof TileSides): boolean {
  return tile?.[side] === true && tile[opposite];
}

function edgesOf(rows: Rows): Edge[] {
  const edges: Edge[] = [];
  const add = (x: number, y: number, dx: number, dy: number) => edges.push({ x, y, dx, dy, next: null, before: null });
  rows.forEach((row, y) => {
    row.forEach((tile, x) => {
      if (tile === null) return;
      if (tile.collideUp && !covers(rows[y - 1]?.[x], 'collideDown', 'collideUp')) add(x, y, 1, 0);
      if (tile.collideRight && !covers(row[x + 1], 'collideLeft', 'collideRight')) add(x + 1, y, 0, 1);
      if (tile.collideDown && !covers(rows[y + 1]?.[x], 'collideUp', 'collideDown')) add(x + 1, y + 1, -1, 0);
      if (tile.collideLeft && !covers(row[x - 1], 'collideRight', 'collideLeft')) add(x, y + 1, 0, -1);
    });
  });
  return edges;
}

/** Links each edge with the one that goes on from its end: straight on if there is one, else to the open side, else round the tile. */
function join(edges: readonly Edge[]): void {
  const starts = new Map<string, Edge[]>();
  for (const edge of edges) {
    const at = `${edge.x} ${edge.y}`;
    const there = starts.get(at);
    if (there === undefined) starts.set(at, [edge]);
    else there.push(edge);
  }
  for (const turn of [0, -1, 1]) {
    for (const edge of edges) {
      if (edge.next !== null) continue;
      const after = starts.get(`${edge.x + edge.dx} ${edge.y + edge.dy}`) ?? [];
      const next = after.find((other) => other.before === null && turnOf(edge, other) === turn);
      if (next === undefined) continue;
      edge.next = next;
      next.before = edge;
    }
  }
}

/** 0 straight on, 1 clockwise, −1 counter-clockwise, NaN back. */
function turnOf(a: Edge, b: Edge): number {
  return a.dx === -b.dx && a.dy === -b.dy ? NaN : a.dx * b.dy - a.dy * b.dx;
}

function isStraight(a: Edge, b: Edge): boolean {
  return turnOf(a, b) === 0;
}

/** An edge and those after it, once round at most. */
function* from(first: Edge): Generator<Edge> {
  let edge: Edge | null = first;
  do {
    yield edge;
    edge = edge.next;
  } while (edge !== null && edge !== first);
}

function trace(first: Edge, closed: boolean): Outline {
  const points: [number, number][] = [];
  let last = first;
  for (const edge of from(first)) {
    if (edge === first || !isStraight(last, edge)) points.push([edge.x, edge.y]);
    last = edge;
  }
  if (!closed) points.push([last.x + last.dx, last.y + last.dy]);
  return { points, closed };
}
