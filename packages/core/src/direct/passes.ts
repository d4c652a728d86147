import type { WasmArray } from '../fast/memory';
import type { PassExports, PassMemory } from '../fast/pass-memory';
import type { FastPart } from '../simulation/parts';
import type { Attempt, DirectIsland } from './island/island-system';
import type { Factor } from './factor/factor';
import { placesOfHinges } from './hinges/hinge-groups';
import type { Parts } from './island/parts';
import { PRODUCT, type RowSystem } from './factor/row-system';
import { placesOfTurns } from './motion/turns';

/** Arrays that the passes share with what is in JavaScript: of an island, those first that passes are called with, of its rows, of their factor. */
const OF_ISLAND = [
  'dImpulse',
  'du',
  'after',
  'target',
  'borne',
  'strain',
  'rateBefore',
  'before',
  'v0',
  'start',
  'end',
  'mean',
  'angle',
  'cayley',
  'mass',
  'inverseMass',
  'weight',
  'inertial',
  'drive',
  'lengthOf',
  'u',
  'residual',
  'stiffness',
  'load',
  'damping',
  'impulse',
  'gap',
  'softness',
  'held',
  'hingeEnds',
  'out',
  'acting',
  'left',
  'rate',
  'mode',
  'goal',
  'lag',
  'yielded',
  'fixed',
  'softForce',
  'turned',
  'turning',
  'sides',
] as const satisfies readonly (keyof DirectIsland)[];
/** Of its parts. */
const OF_PARTS = [
  'error',
  'share',
  'fastest',
  'speed',
  'made',
  'idle',
  'keeps',
] as const satisfies readonly (keyof Parts)[];
const OF_SYSTEM = ['jacobian', 'floor', 'compliance', 'crossSoftness'] as const satisfies readonly (keyof RowSystem)[];
const OF_FACTOR = ['values', 'scale', 'largest'] as const satisfies readonly (keyof Factor)[];

/** Numbers at the start of a `Space` (wasm/space.ts); counts and the places of arrays follow. */
const H = 0,
  THETA = 1,
  LENGTH_UNIT = 2,
  REDUNDANT_BELOW = 3,
  NUMBERS = 4;

/**
 * The passes over the hinges, angles, bodies and rows of one island, and its factor, in WebAssembly (wasm/direct-passes.ts), two numbers at a
 * time. What they work on lies in memory of theirs, where loops in JavaScript find it as well. Numbers go in and out through the arrays: a
 * double handed over would be allocated.
 */
export class DirectPasses {
  /** Anchors of the hinges, 4 numbers each, in the order of their groups. */
  readonly anchors: Float64Array;
  /** The passes themselves, and what they take first: where the `Space` of the island is. */
  readonly wasm: PassExports;
  readonly space: number;
  readonly #memory: PassMemory;
  readonly #numbers: Float64Array;
  /** Arrays of the island, and where they are: to ask an array itself takes longer than a pass over a few hinges. */
  readonly #arrays: readonly WasmArray[];
  readonly #places: readonly number[];

  constructor(memory: PassMemory, numbers: Float64Array, anchors: Float64Array, arrays: readonly WasmArray[]) {
    this.#memory = memory;
    this.wasm = memory.exports;
    this.#numbers = numbers;
    this.space = numbers.byteOffset;
    this.anchors = anchors;
    this.#arrays = arrays;
    this.#places = arrays.map(({ byteOffset }) => byteOffset);
    memory.enter();
  }

  /** Gives up the memory; its island is never stepped again. */
  release(): void {
    this.#memory.leave();
  }

  /** Where an array of the island is; −1 for any other. */
  #find(x: Float64Array): number {
    for (let i = 0; i < this.#arrays.length; i++) if (this.#arrays[i] === x) return this.#places[i];
    return -1;
  }

  /** Throws for any other: the passes would read and write what is not theirs. */
  #placeOf(x: Float64Array): number {
    const place = this.#find(x);
    if (place < 0) throw new Error('A pass was given an array that is not of its island');
    return place;
  }

  /** What the passes to come have to know of the attempt. */
  begin({ h, theta, lengthUnit }: Attempt): void {
    this.#numbers[H] = h;
    this.#numbers[THETA] = theta;
    this.#numbers[LENGTH_UNIT] = lengthUnit;
  }

  factorise(): void {
    this.wasm.factorise(this.space);
  }

  judgePivots(): number {
    return this.wasm.judgePivots(this.space);
  }

  /** False, and nothing is done, for an array that is not of the island. */
  solve(x: Float64Array): boolean {
    const place = this.#find(x);
    if (place >= 0) this.wasm.solve(this.space, place);
    return place >= 0;
  }

  askHinges(gap: Float64Array, hold: Float64Array, v: Float64Array, out: Float64Array): void {
    this.wasm.askHinges(this.space, this.#placeOf(gap), this.#placeOf(hold), this.#placeOf(v), this.#placeOf(out));
  }

  /** Rates of so many rows that act. */
  writeRates(count: number, v: Float64Array): void {
    this.wasm.writeRates(this.space, count, this.#placeOf(v));
  }

  pushRows(count: number, impulse: Float64Array, v: Float64Array): void {
    this.wasm.pushRows(this.space, count, this.#placeOf(impulse), this.#placeOf(v));
  }

  pushHinges(impulse: Float64Array, v: Float64Array): void {
    this.wasm.pushHinges(this.space, this.#placeOf(impulse), this.#placeOf(v));
  }
}

/** Moves the arrays of a space with packed joints to where the passes are; false, and nothing is done, where there is no room for them. */
export function attachPasses(space: DirectIsland, fast: FastPart): boolean {
  const { hinges, turns, system, parts } = space;
  const { factor } = system;
  const { plan } = factor;
  const count = hinges.reduce((sum, { points }) => sum + points.length, 0);
  const segments = segmentsOf(
    hinges.map(({ points }) => points.length),
    parts.count,
  );
  const angleSegments = segmentsOf(
    turns.map(({ coordinates }) => coordinates.length),
    parts.count,
  );
  const anchors = new Float64Array(4 * count);
  const tables = [
    Int32Array.from(segments),
    Int32Array.from(hinges.flatMap(placesOfHinges)),
    system.hingePairs,
    system.turnProducts,
    system.diagonal,
    plan.kind,
    plan.panel,
    plan.first,
    plan.rowStart,
    plan.blocks,
    plan.below,
    plan.rows,
    plan.targets,
    plan.targetStart,
    plan.sharesTargets,
    factor.raw,
    // Columns of three rows whose third is held, as the factor at hand was made.
    new Uint8Array(plan.columns),
    space.lawRows,
    system.entryStart,
    system.body,
    system.products,
    Int32Array.from(angleSegments),
    Int32Array.from(turns.flatMap(placesOfTurns)),
  ];
  const shared = [
    ...OF_ISLAND.map((name) => space[name]),
    ...OF_PARTS.map((name) => parts[name]),
    ...OF_SYSTEM.map((name) => system[name]),
    ...OF_FACTOR.map((name) => factor[name]),
  ];
  const { movable, bodies } = space;
  const counts = [
    movable,
    bodies.length,
    count,
    segments.length / 3,
    parts.count,
    parts.bodies,
    parts.rows,
    plan.columns / parts.count,
    system.hingePairs.length / parts.count,
    system.turnProducts.length / parts.count,
    plan.valueCount / parts.count,
    parts.lawRows,
    system.products.length / PRODUCT / parts.count,
    system.rows,
    angleSegments.length / 3,
  ];
  const head = new Float64Array(NUMBERS + Math.ceil((counts.length + 1 + tables.length + shared.length) / 2));
  const memory = fast.passMemory([head, anchors, ...tables, ...shared]);
  if (memory === null) return false;

  const numbers = memory.copy(head);
  numbers[REDUNDANT_BELOW] = factor.redundantBelow;
  const placed = memory.copy(anchors);
  const moved = new Map([...tables, ...shared].map((array) => [array, memory.copy(array)]));
  const places = Array.from(moved.values(), ({ byteOffset }) => byteOffset);
  const words = new Int32Array(memory.buffer, numbers.byteOffset + 8 * NUMBERS);
  words.set([...counts, placed.byteOffset, ...places]);
  for (const name of OF_ISLAND) Object.assign(space, { [name]: moved.get(space[name]) });
  for (const name of OF_PARTS) Object.assign(parts, { [name]: moved.get(parts[name]) });
  for (const name of OF_SYSTEM) Object.assign(system, { [name]: moved.get(system[name]) });
  for (const name of OF_FACTOR) Object.assign(factor, { [name]: moved.get(factor[name]) });
  space.passes = factor.passes = new DirectPasses(
    memory,
    numbers,
    placed,
    OF_ISLAND.map((name) => space[name]),
  );
  return true;
}

/** Of groups of so many, each with as many of every part: where those of one part begin and end among all, and the part. */
function segmentsOf(groups: readonly number[], parts: number): number[] {
  const segments: number[] = [];
  let first = 0;
  for (const size of groups)
    for (let part = 0; part < parts; part++) segments.push(first, (first += size / parts), part);
  return segments;
}
