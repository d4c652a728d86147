import { BODY } from '../body/body-store';
import { ANY_LAW, LOCK } from '../coordinates/law-fields';
import type { Kind } from '../coordinates/coordinate';
import type { Island } from '../islands/islands';
import type { JointBatch } from '../joint/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { createKktSystem, type KktSystem } from './kkt-system';
import { groupPins, type Pin, type PinGroup, writePinConstants } from './pins';
import { createRowSystem, type RowSystem, type RowTopology } from './row-system';
import { POSITION } from './row-modes';

/** One coordinate of a direct island: where its numbers lie, and its first row. */
export interface DirectCoordinate {
  readonly spec: CoordinateSpec;
  readonly joint: DirectJoint;
  /** Offsets of the coordinate in the row and laws arrays of its batch. */
  readonly o: number;
  readonly p: number;
  /** Its first row in the system. */
  row: number;
}

/** A joint of a direct island and its coordinates that some law touches. */
export interface DirectJoint {
  readonly batch: JointBatch;
  readonly slot: number;
  /** Offset of its row record. */
  readonly r: number;
  /** Index in the island of the body of each column. */
  readonly bodies: readonly number[];
  readonly coordinates: DirectCoordinate[];
  /** True if the rigid lock of one point is its only law (pins.ts). */
  readonly isPin: boolean;
}

/** What an island has of its own. */
export interface OwnParts {
  /** All joints, in the order of their blocks. */
  readonly joints: readonly DirectJoint[];
  /** Joints with the rigid lock of a point alone, and the others with their coordinates. */
  readonly pins: readonly PinGroup[];
  readonly others: readonly DirectJoint[];
  readonly coordinates: readonly DirectCoordinate[];
  /** Offset of each body in the store. */
  readonly bodies: Int32Array;
  /** Newton iterations, factorisations, halvings, accepted gaps and rank of the last step. */
  readonly stats: DirectStats;
}

/** An island as it is kept from step to step. Made when the topology changes. */
export interface LaidOutIsland extends OwnParts {
  /** Where it is stepped, and what tells layouts apart. */
  readonly space: DirectIsland;
  readonly layout: string;
}

/**
 * An island as the mean-pose step sees it: its own parts, and the memory that a step works in, shared by all islands of one
 * layout because nothing in it outlives a step. Five hundred slider-cranks so keep one space in the processor's cache instead
 * of missing it five hundred times. A step allocates nothing.
 * Bodies are numbered from 0, the movable ones first; rows are in the order of elimination.
 */
export interface DirectIsland extends OwnParts {
  readonly system: RowSystem;
  /** Bodies and rows together, where the stiffness of a row ties bodies to each other; else null. */
  readonly kkt: KktSystem | null;
  readonly movable: number;
  /** 1 for bodies that some row gives a lever arm: they turn by the Cayley map, the others exactly. */
  readonly cayley: Uint8Array;
  /** 1 for bodies whose angle some row may read. */
  readonly angled: Uint8Array;
  /** 1 for rows that are angles. */
  readonly turns: Uint8Array;
  /** Numbers that functions hand back, because a double returned from a call that is not inlined is allocated. */
  readonly out: Float64Array;
  /** True if an immovable body is among its bodies: only then does lost energy have a frame to be given back in. */
  readonly grounded: boolean;

  /** Mass, mass, inertia; 3 per body, 0 where nothing moves. */
  readonly mass: Float64Array;
  /** What the Newton matrix weighs each direction with: 1/M′; 3 per body. */
  readonly weight: Float64Array;
  /** Velocity before the step, mean velocity, its increment, residual momentum, geometric stiffness; 3 per body. */
  readonly v0: Float64Array;
  readonly u: Float64Array;
  readonly du: Float64Array;
  readonly residual: Float64Array;
  readonly stiffness: Float64Array;
  /** Impulse of gravity and forces over the step; damping 1/s; 3 per body. */
  readonly load: Float64Array;
  readonly damping: Float64Array;

  /** Impulse of all laws, its increment, value before and after, per row. */
  readonly impulse: Float64Array;
  readonly dImpulse: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** What is asked: goal of a position row, mean rate of a rate row, force and slope of a soft row; per row. */
  readonly goal: Float64Array;
  readonly slope: Float64Array;
  /** Slope between the two rows of a point, at the second. */
  readonly crossSlope: Float64Array;
  readonly softForce: Float64Array;
  /** Gap not closed by the dynamics; per row. */
  readonly gap: Float64Array;
  /** Gap that the iteration aims at: that, and what the compliance of loops yields; per row. */
  readonly target: Float64Array;
  /** Impulse of laws at their caps, and softness of the factor, per row. */
  readonly fixed: Float64Array;
  readonly softness: Float64Array;
  /** `OFF`, `POSITION`, `RATE`, `SOFT` of row-laws.ts; 1 where the factor leaves the row out. */
  readonly mode: Uint8Array;
  readonly held: Uint8Array;
  /** What a projection sets aside, and the rates it began with; per row. */
  readonly savedHeld: Uint8Array;
  readonly savedSoftness: Float64Array;
  readonly rateBefore: Float64Array;
  /** States of the active set, per row: spring, lock, stop, motor, friction (row-laws.ts). */
  readonly springAt: Int8Array;
  readonly lockAt: Int8Array;
  readonly stopAt: Int8Array;
  readonly motorAt: Int8Array;
  readonly frictionAt: Int8Array;

  /** What the step at hand needs to know. */
  readonly attempt: Attempt;
  /** Where the immovable bodies stand between steps: a kinematic one moves along while the island is stepped; 5 per body. */
  readonly immovablePose: Float64Array;
}

/** What one attempt to step needs to know. */
export interface Attempt {
  h: number;
  /** ½, or 1 in the last resort. */
  theta: number;
  /** Gap that may be left (world units; rad · lengthUnit for angles), and the size of a length in those. */
  tolerance: number;
  lengthUnit: number;
  iterations: number;
  /** Factorisations left in this frame. */
  budget: number;
}

/** As `IslandStats` of stats.ts, written by the step. */
export interface DirectStats {
  readonly solver: 'direct';
  readonly bodies: number;
  readonly joints: number;
  steps: number;
  iterations: number;
  factorisations: number;
  halvings: number;
  acceptedGaps: number;
  lastResorts: number;
  rank: number;
}

/** The spaces in use, by the layout of their islands. */
export type IslandSpaces = Map<string, DirectIsland>;

/** Lays out an island for the direct step, in the space of an island like it if there is one. */
export function buildDirectIsland(island: Island, spaces: IslandSpaces = new Map()): LaidOutIsland {
  const movable = island.bodies.length;
  const index = new Map<number, number>();
  for (const slot of island.bodies) index.set(slot, index.size);
  for (const { batch, slot } of island.joints) {
    for (let c = 0; c < batch.columns; c++) {
      const body = batch.bodies[slot * batch.columns + c] / BODY;
      if (!index.has(body)) index.set(body, index.size);
    }
  }
  const count = index.size;
  const bodies = Int32Array.from(index.keys(), (slot) => slot * BODY);
  const joints = island.joints
    .map(({ batch, slot }) => directJoint(batch, slot, index))
    .filter(({ coordinates }) => coordinates.length > 0);
  const layout = layoutOf(movable, count, joints);
  const known = spaces.get(layout);
  const system = known === undefined ? createRowSystem(topologyOf(movable, count, joints)) : known.system;
  joints.forEach(({ coordinates }, k) => {
    let row = system.place[k];
    for (const coordinate of coordinates) {
      coordinate.row = row;
      row += coordinate.spec.kind.rowCount;
    }
  });
  const others = joints.filter(({ isPin }) => !isPin);
  const own: OwnParts = {
    joints,
    pins: groupPins(joints.filter(({ isPin }) => isPin).map((joint) => pinOf(joint, system, bodies))),
    others,
    coordinates: others.flatMap(({ coordinates }) => coordinates),
    bodies,
    stats: {
      solver: 'direct',
      bodies: movable,
      joints: island.joints.length,
      steps: 0,
      iterations: 0,
      factorisations: 0,
      halvings: 0,
      acceptedGaps: 0,
      lastResorts: 0,
      rank: 0,
    },
  };
  const space = known ?? createSpace(own, system, movable);
  spaces.set(layout, space);
  return { ...own, space, layout };
}

/** Lets an island into its space; what the step takes. */
export function enterSpace({ space, joints, pins, others, coordinates, bodies, stats }: LaidOutIsland): DirectIsland {
  const own: Mutable<OwnParts> = space;
  own.joints = joints;
  own.pins = pins;
  own.others = others;
  own.coordinates = coordinates;
  own.bodies = bodies;
  own.stats = stats;
  return space;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Equal for islands whose bodies, joints and coordinates under laws lie alike. */
function layoutOf(movable: number, count: number, joints: readonly DirectJoint[]): string {
  const parts = [movable, count];
  for (const { bodies, coordinates, isPin } of joints) {
    parts.push(isPin ? -1 : -2, ...bodies);
    for (const { spec } of coordinates) parts.push(-3, kindNumber(spec.kind));
  }
  return parts.join();
}

const kindNumbers = new WeakMap<Kind, number>();
let kinds = 0;

function kindNumber(kind: Kind): number {
  let number = kindNumbers.get(kind);
  if (number === undefined) kindNumbers.set(kind, (number = kinds++));
  return number;
}

function topologyOf(movable: number, count: number, joints: readonly DirectJoint[]): RowTopology {
  return {
    bodies: count,
    immovable: Uint8Array.from({ length: count }, (_, i) => (i < movable ? 0 : 1)),
    blocks: joints.map(({ bodies, coordinates, isPin }) => ({ rows: rowsOf(coordinates), bodies, isPin })),
  };
}

function createSpace(own: OwnParts, system: RowSystem, movable: number): DirectIsland {
  const { joints, pins, others, coordinates, bodies, stats } = own;
  const count = bodies.length;
  const perBody = (): Float64Array => new Float64Array(3 * count);
  const perRow = (): Float64Array => new Float64Array(system.rows);
  const space: DirectIsland = {
    joints,
    pins,
    others,
    coordinates,
    bodies,
    stats,
    system,
    kkt: kktOf(joints, movable, system),
    movable,
    cayley: new Uint8Array(count),
    angled: new Uint8Array(count),
    turns: new Uint8Array(system.rows),
    out: new Float64Array(4),
    grounded: count > movable,
    mass: perBody(),
    weight: perBody(),
    v0: perBody(),
    u: perBody(),
    du: perBody(),
    residual: perBody(),
    stiffness: perBody(),
    load: perBody(),
    damping: perBody(),
    impulse: perRow(),
    dImpulse: perRow(),
    before: perRow(),
    after: perRow(),
    goal: perRow(),
    slope: perRow(),
    crossSlope: perRow(),
    softForce: perRow(),
    gap: perRow(),
    target: perRow(),
    fixed: perRow(),
    softness: perRow(),
    savedSoftness: perRow(),
    rateBefore: perRow(),
    savedHeld: new Uint8Array(system.rows),
    immovablePose: new Float64Array(5 * (count - movable)),
    mode: new Uint8Array(system.rows).fill(POSITION),
    held: new Uint8Array(system.rows),
    springAt: new Int8Array(system.rows),
    lockAt: new Int8Array(system.rows),
    stopAt: new Int8Array(system.rows),
    motorAt: new Int8Array(system.rows),
    frictionAt: new Int8Array(system.rows),
    attempt: { h: 0, theta: 0.5, tolerance: 0, lengthUnit: 1, iterations: 0, budget: 0 },
  };
  for (const { table } of pins) writePinConstants(table, system.jacobian);
  for (const joint of others) for (const body of joint.bodies) space.angled[body] = 1;
  for (const { spec, row } of coordinates) if (spec.kind.unit === 'angle') space.turns[row] = 1;
  return space;
}

/** A bending row ties two bodies that both move; against a body at rest its stiffness is diagonal enough. */
function kktOf(joints: readonly DirectJoint[], movable: number, system: RowSystem): KktSystem | null {
  const blocks = joints.map(({ bodies, coordinates }) => {
    let bend = -1;
    let row = 0;
    for (const { spec } of coordinates) {
      if (spec.kind.bend !== undefined && bend < 0) bend = row;
      row += spec.kind.rowCount;
    }
    return { rows: row, bodies, bend };
  });
  const ties = blocks.some(({ bodies, bend }) => bend >= 0 && bodies.every((body) => body < movable));
  return ties ? createKktSystem(movable, blocks, system) : null;
}

function rowsOf(coordinates: readonly DirectCoordinate[]): number {
  let rows = 0;
  for (const { spec } of coordinates) rows += spec.kind.rowCount;
  return rows;
}

function directJoint(batch: JointBatch, slot: number, index: ReadonlyMap<number, number>): DirectJoint {
  const bodies: number[] = [];
  for (let c = 0; c < batch.columns; c++) bodies.push(index.get(batch.bodies[slot * batch.columns + c] / BODY) ?? 0);
  const r = slot * batch.stride;
  const lawful = batch.type.coordinates.filter(({ kind, at }) => batch.rows[r + at + kind.flagsAt] & ANY_LAW);
  const [first] = lawful;
  const isPin =
    lawful.length === 1 && first.kind.kind === 'point' && batch.rows[r + first.at + first.kind.flagsAt] === LOCK;
  const joint: DirectJoint = { batch, slot, r, bodies, coordinates: [], isPin };
  for (const spec of lawful)
    joint.coordinates.push({ spec, joint, o: r + spec.at, p: slot * batch.lawsStride + spec.law, row: 0 });
  return joint;
}

function pinOf(
  { batch, r, bodies: [a, b], coordinates: [point] }: DirectJoint,
  { entryStart }: RowSystem,
  store: Int32Array,
): Pin {
  return {
    batch,
    r,
    o: point.o,
    storeA: store[a],
    storeB: store[b],
    a,
    b,
    row: point.row,
    jacobian: 3 * entryStart[point.row],
  };
}

/** Whether the records still say what the island was laid out for: the same coordinates under laws, the same pins. */
export function isUpToDate(direct: LaidOutIsland, island: Island): boolean {
  let k = 0;
  for (const { batch, slot } of island.joints) {
    const r = slot * batch.stride;
    let found = 0;
    let plain = true;
    const joint = k < direct.joints.length ? direct.joints[k] : null;
    for (const { kind, at } of batch.type.coordinates) {
      const flags = batch.rows[r + at + kind.flagsAt];
      if (!(flags & ANY_LAW)) continue;
      if (joint === null || found >= joint.coordinates.length || joint.coordinates[found].o !== r + at) return false;
      plain &&= kind.kind === 'point' && flags === LOCK;
      found++;
    }
    if (found === 0) continue;
    if (
      joint?.batch !== batch ||
      joint.slot !== slot ||
      joint.coordinates.length !== found ||
      joint.isPin !== (plain && found === 1)
    ) {
      return false;
    }
    for (let c = 0; c < batch.columns; c++) {
      if (direct.bodies[joint.bodies[c]] !== batch.bodies[slot * batch.columns + c]) return false;
    }
    k++;
  }
  if (k !== direct.joints.length || island.bodies.length !== direct.space.movable) return false;
  return island.bodies.every((slot, i) => direct.bodies[i] === slot * BODY);
}

/** Rows that an island would have: of every coordinate under a law. */
export function rowsOfIsland(island: Island): number {
  let rows = 0;
  for (const { batch, slot } of island.joints) {
    const r = slot * batch.stride;
    for (const { kind, at } of batch.type.coordinates)
      if (batch.rows[r + at + kind.flagsAt] & ANY_LAW) rows += kind.rowCount;
  }
  return rows;
}
