import { BODY, type BodyStore, INERTIA, INV_INERTIA, INV_MASS, MASS } from '../body/body-store';
import { ANY_LAW } from '../coordinates/law-fields';
import type { Island } from '../islands/islands';
import type { JointBatch } from '../joint/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { createRowSystem, type RowSystem } from './row-system';

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
}

/**
 * An island as the mean-pose step sees it. Built when the topology changes; a step allocates nothing.
 * Bodies are numbered from 0, the movable ones first; rows are in the order of elimination.
 */
export interface DirectIsland {
  readonly joints: readonly DirectJoint[];
  readonly coordinates: readonly DirectCoordinate[];
  readonly system: RowSystem;
  /** Offset of each body in the store. */
  readonly bodies: Int32Array;
  readonly movable: number;
  /** 1 for bodies that some row gives a lever arm: they turn by the Cayley map, the others exactly. */
  readonly cayley: Uint8Array;
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
  /** Impulses at the start of the step, to begin again from; per row. */
  readonly savedImpulse: Float64Array;
  /** What is asked: goal of a position row, mean rate of a rate row, force and slope of a soft row; per row. */
  readonly goal: Float64Array;
  readonly slope: Float64Array;
  readonly softForce: Float64Array;
  /** Gap not closed by the dynamics; per row. */
  readonly gap: Float64Array;
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
  /** States of the active set, per row: lock, stop, motor, friction (row-laws.ts). */
  readonly lockAt: Int8Array;
  readonly stopAt: Int8Array;
  readonly motorAt: Int8Array;
  readonly frictionAt: Int8Array;

  /** Where the immovable bodies stand between steps: a kinematic one moves along while the island is stepped; 5 per body. */
  readonly immovablePose: Float64Array;

  /** Newton iterations, factorisations, halvings, accepted gaps and rank of the last step. */
  readonly stats: DirectStats;
}

export interface DirectStats {
  iterations: number;
  factorisations: number;
  halvings: number;
  acceptedGaps: number;
  lastResorts: number;
  rank: number;
}

/** Lays out an island for the direct step. */
export function buildDirectIsland(island: Island, store: BodyStore): DirectIsland {
  const movableSlots = island.bodies;
  const index = new Map(movableSlots.map((slot, i) => [slot, i]));
  for (const { batch, slot } of island.joints) {
    for (let c = 0; c < batch.columns; c++) {
      const body = batch.bodies[slot * batch.columns + c] / BODY;
      if (!index.has(body)) index.set(body, index.size);
    }
  }
  const count = index.size;
  const bodies = Int32Array.from([...index.keys()], (slot) => slot * BODY);
  const joints = island.joints
    .map(({ batch, slot }) => directJoint(batch, slot, index))
    .filter(({ coordinates }) => coordinates.length > 0);
  const immovable = Uint8Array.from(bodies, (b) =>
    store.motion[b + INV_MASS] === 0 && store.motion[b + INV_INERTIA] === 0 ? 1 : 0,
  );
  const system = createRowSystem({
    bodies: count,
    immovable,
    blocks: joints.map(({ bodies: tied, coordinates }) => ({
      rows: coordinates.reduce((rows, { spec }) => rows + spec.kind.rowCount, 0),
      bodies: tied,
    })),
  });
  joints.forEach(({ coordinates }, k) => {
    let row = system.place[k];
    for (const coordinate of coordinates) {
      coordinate.row = row;
      row += coordinate.spec.kind.rowCount;
    }
  });

  const perBody = (): Float64Array => new Float64Array(3 * count);
  const perRow = (): Float64Array => new Float64Array(system.rows);
  const mass = perBody();
  for (let i = 0; i < movableSlots.length; i++) {
    const b = bodies[i];
    mass[3 * i] = mass[3 * i + 1] = store.motion[b + INV_MASS] > 0 ? store.load[b + MASS] : 0;
    mass[3 * i + 2] = store.motion[b + INV_INERTIA] > 0 ? store.load[b + INERTIA] : 0;
  }
  return {
    joints,
    coordinates: joints.flatMap(({ coordinates }) => coordinates),
    system,
    bodies,
    movable: movableSlots.length,
    cayley: leveredBodies(joints, count),
    grounded: count > movableSlots.length,
    mass,
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
    savedImpulse: perRow(),
    goal: perRow(),
    slope: perRow(),
    softForce: perRow(),
    gap: perRow(),
    fixed: perRow(),
    softness: perRow(),
    savedSoftness: perRow(),
    rateBefore: perRow(),
    savedHeld: new Uint8Array(system.rows),
    immovablePose: new Float64Array(5 * (count - movableSlots.length)),
    mode: new Uint8Array(system.rows),
    held: new Uint8Array(system.rows),
    lockAt: new Int8Array(system.rows),
    stopAt: new Int8Array(system.rows),
    motorAt: new Int8Array(system.rows),
    frictionAt: new Int8Array(system.rows),
    stats: { iterations: 0, factorisations: 0, halvings: 0, acceptedGaps: 0, lastResorts: 0, rank: 0 },
  };
}

function directJoint(batch: JointBatch, slot: number, index: ReadonlyMap<number, number>): DirectJoint {
  const bodies = Array.from(
    { length: batch.columns },
    (_, c) => index.get(batch.bodies[slot * batch.columns + c] / BODY) ?? 0,
  );
  const joint: DirectJoint = { batch, slot, r: slot * batch.stride, bodies, coordinates: [] };
  for (const spec of batch.type.coordinates) {
    const o = joint.r + spec.at;
    if (batch.rows[o + spec.kind.flagsAt] & ANY_LAW)
      joint.coordinates.push({ spec, joint, o, p: slot * batch.lawsStride + spec.law, row: 0 });
  }
  return joint;
}

function leveredBodies(joints: readonly DirectJoint[], count: number): Uint8Array {
  const levered = new Uint8Array(count);
  for (const { bodies, coordinates } of joints) {
    if (coordinates.some(({ spec }) => spec.kind.kind !== 'angle')) for (const body of bodies) levered[body] = 1;
  }
  return levered;
}
