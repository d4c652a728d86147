import { BODY } from '../body/body-store';
import type { CoordinateKind } from '../coordinates/coordinate';
import { ANY_LAW, LOCK } from '../coordinates/law-fields';
import type { Island, JointRef } from '../islands/islands';
import type { JointBatch } from '../joint/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { type AxisGroup, groupAxes, placeAxes } from './axes';
import { createKktSystem, type KktSystem } from './kkt-system';
import { OUTCOMES } from './outcomes';
import { groupPins, type PinGroup, placePins, writePinConstants } from './pins';
import { hasSumLevers } from './sums';
import { createRowSystem, type RowSystem, type RowTopology } from './row-system';
import { POSITION } from './row-modes';
import { groupTurns, placeTurns, type TurnGroup } from './turns';

/** One coordinate of a direct island: where its numbers lie, and its first row. */
export interface DirectCoordinate {
  readonly spec: CoordinateSpec;
  readonly joint: DirectJoint;
  /** Offsets of the coordinate in the row and laws arrays of its batch. */
  o: number;
  p: number;
  /** Its first row in the system. */
  readonly row: number;
}

/**
 * Which loops see to a joint: a hinge has no laws but the rigid lock of one point and those of one angle (pins.ts, turns.ts), a
 * slider none but those of axes that turn with A and of one angle (axes.ts, turns.ts); others go through `measure` and the kinds.
 */
export type Packing = 'hinge' | 'slider' | 'other';

/** A joint of a direct island and its coordinates that some law touches. */
export interface DirectJoint {
  readonly batch: JointBatch;
  slot: number;
  /** Offset of its row record. */
  r: number;
  /** Index in the island of the body of each column. */
  readonly bodies: readonly number[];
  readonly coordinates: DirectCoordinate[];
  readonly packing: Packing;
}

/** An island as it is kept from step to step: little, and made when the topology changes. */
export interface LaidOutIsland {
  /** Where it is stepped, and what tells layouts apart. */
  readonly space: DirectIsland;
  readonly layout: string;
  /** Offset of each body in the store, slot of each joint in its batch. */
  readonly bodies: Int32Array;
  readonly slots: Int32Array;
  readonly stats: DirectStats;
  /** Length of the step that the impulses of all its joints belong to, s; 0 where they have to be asked. */
  stepLength: number;
}

/**
 * An island as the mean-pose step sees it: the space of all islands of one layout, with the memory that a step works in, and
 * which island is in it. Nothing but that outlives a step, so that five hundred slider-cranks keep one space in the
 * processor's cache instead of missing it five hundred times. A step allocates nothing.
 * Bodies are numbered from 0, the movable ones first; rows are in the order of elimination.
 */
export interface DirectIsland {
  /** The island that is in it, its bodies in the store, and its Newton iterations, factorisations and so on in the last step. */
  present: LaidOutIsland | null;
  bodies: Int32Array;
  stats: DirectStats;
  /** All joints, in the order of their blocks. */
  readonly joints: readonly DirectJoint[];
  /** Points, axes and angles of packed joints; the other joints. */
  readonly pins: readonly PinGroup[];
  readonly axes: readonly AxisGroup[];
  readonly turns: readonly TurnGroup[];
  readonly others: readonly DirectJoint[];
  /** All coordinates but pins; of them the angles between two bodies that both move. */
  readonly coordinates: readonly DirectCoordinate[];
  readonly angles: readonly DirectCoordinate[];
  readonly system: RowSystem;
  /** Bodies and rows together, where the stiffness of a row ties bodies to each other; else null. */
  readonly kkt: KktSystem | null;
  readonly movable: number;
  /** 1 for bodies that some row gives a lever arm: they turn by the Cayley map, the others exactly. */
  readonly cayley: Uint8Array;
  /** 1 for bodies whose angle some row may read; those whose joints are measured in every iteration; those whose turn is. */
  readonly angled: Uint8Array;
  readonly measured: Uint8Array;
  readonly turning: Uint8Array;
  /** Poses at the start and the end of the step, and the mean: x, y, cos, sin, 4 per body; turn of those that are angled, rad. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly mean: Float64Array;
  readonly turned: Float64Array;
  /** What each row of `coordinates` counts as, per row: 1, or lengthUnit for angles. Its rows in the order of the list. */
  readonly isAngle: Uint8Array;
  readonly lawRows: Int32Array;
  /** Of those the rows that act in the step at hand, `attempt.acting` of them. */
  readonly acting: Int32Array;
  /** What passes leave for others (outcomes.ts). */
  readonly out: Float64Array;
  /** True if an immovable body is among its bodies: only then does lost energy have a frame to be given back in. */
  readonly grounded: boolean;

  /** Mass, mass, inertia; 3 per body, 0 where nothing moves. */
  readonly mass: Float64Array;
  /** What the Newton matrix weighs each direction with: 1/M′; 3 per body. */
  readonly weight: Float64Array;
  /** Of M u/θ + h c M u − M v₀/θ − h f: the factor of u, and the rest; what a residual is multiplied by to be a length; 3 per body. */
  readonly inertial: Float64Array;
  readonly drive: Float64Array;
  readonly lengthOf: Float64Array;
  /** Velocity before the step, mean velocity, its increment, residual momentum, geometric stiffness; 3 per body. */
  readonly v0: Float64Array;
  readonly u: Float64Array;
  readonly du: Float64Array;
  readonly residual: Float64Array;
  readonly stiffness: Float64Array;
  /** Impulse of gravity and forces over the step; damping 1/s; 3 per body. */
  readonly load: Float64Array;
  readonly damping: Float64Array;

  /** Impulse of all laws, what it is at the start of an attempt, its increment, value before and after, per row. */
  readonly impulse: Float64Array;
  readonly firstImpulse: Float64Array;
  readonly dImpulse: Float64Array;
  readonly shock: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** What is left of each row of `coordinates`: a gap, or what would close like one; and its rate; per row. */
  readonly left: Float64Array;
  readonly rate: Float64Array;
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
  /** Rate that a stop throws back; per row. */
  readonly thrown: Float64Array;
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
  /** Share of its error that a lock corrects in this step, per row: 1, or less by a `correction` of its own. */
  readonly corrected: Float64Array;
  /** Largest force or torque of friction in this step, per row. */
  readonly frictionCap: Float64Array;

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
  /** True if velocities that the joints do not allow were taken out before the step, by the impulses in `shock`. */
  shocked: boolean;
  /** True once the active set has changed often: laws that reach their caps stay there. */
  settling: boolean;
  /** Number of rows in `acting`. */
  acting: number;
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
  const bodies = Int32Array.from(index.keys(), (slot) => slot * BODY);
  const blocks = island.joints.map((joint) => blockOf(joint, index)).filter(({ lawful }) => lawful.length > 0);
  const layout = layoutOf(movable, index.size, blocks);
  const stats: DirectStats = {
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
  };
  let space = spaces.get(layout);
  if (space === undefined) spaces.set(layout, (space = createSpace(movable, bodies, blocks, stats)));
  return { space, layout, bodies, slots: Int32Array.from(blocks, ({ slot }) => slot), stats, stepLength: 0 };
}

/** Lets an island into its space; what the step takes. */
export function enterSpace(island: LaidOutIsland): DirectIsland {
  const { space, bodies, slots, stats } = island;
  if (space.present === island) return space;
  const { joints, pins, axes, turns } = space;
  space.present = island;
  space.bodies = bodies;
  space.stats = stats;
  for (let k = 0; k < joints.length; k++) {
    const joint = joints[k];
    const { batch, coordinates } = joint;
    joint.slot = slots[k];
    joint.r = joint.slot * batch.stride;
    for (let i = 0; i < coordinates.length; i++) {
      const coordinate = coordinates[i];
      coordinate.o = joint.r + coordinate.spec.at;
      coordinate.p = joint.slot * batch.lawsStride + coordinate.spec.law;
    }
  }
  for (let i = 0; i < pins.length; i++) placePins(pins[i]);
  for (let i = 0; i < axes.length; i++) placeAxes(axes[i]);
  for (let i = 0; i < turns.length; i++) placeTurns(turns[i]);
  return space;
}

/** A joint as its island is laid out for it: its coordinates under laws. */
interface JointBlock {
  readonly batch: JointBatch;
  readonly slot: number;
  readonly bodies: readonly number[];
  readonly lawful: readonly CoordinateSpec[];
  readonly packing: Packing;
  /** As of `RowBlock`. */
  readonly hasLevers: boolean;
  readonly hasTurns: boolean;
}

/** Equal for islands whose bodies, joints and coordinates under laws lie alike. */
function layoutOf(movable: number, count: number, blocks: readonly JointBlock[]): string {
  const parts = [movable, count];
  for (const { batch, bodies, lawful, packing, hasLevers } of blocks) {
    parts.push(packing === 'hinge' ? -1 : -2, batchNumber(batch), ...bodies, hasLevers ? -3 : -4);
    for (const { at } of lawful) parts.push(at);
  }
  return parts.join();
}

const batchNumbers = new WeakMap<JointBatch, number>();
let batches = 0;

function batchNumber(batch: JointBatch): number {
  let number = batchNumbers.get(batch);
  if (number === undefined) batchNumbers.set(batch, (number = batches++));
  return number;
}

function topologyOf(movable: number, count: number, blocks: readonly JointBlock[]): RowTopology {
  return {
    bodies: count,
    immovable: Uint8Array.from({ length: count }, (_, i) => (i < movable ? 0 : 1)),
    blocks: blocks.map(({ bodies, lawful, packing, hasLevers, hasTurns }) => ({
      rows: rowsOf(lawful),
      bodies,
      ...(packing === 'hinge' ? packedRows(lawful) : {}),
      hasLevers,
      hasTurns,
    })),
  };
}

function createSpace(
  movable: number,
  bodies: Int32Array,
  blocks: readonly JointBlock[],
  stats: DirectStats,
): DirectIsland {
  const count = bodies.length;
  const system = createRowSystem(topologyOf(movable, count, blocks));
  const joints = blocks.map((block, k) => directJoint(block, system.place[k]));
  const packed = joints.filter(({ packing }) => packing !== 'other').flatMap((joint) => joint.coordinates);
  const packedOf = (kind: CoordinateKind): DirectCoordinate[] => packed.filter(({ spec }) => spec.kind.kind === kind);
  const coordinates = joints.flatMap((joint) =>
    joint.packing === 'hinge' ? joint.coordinates.filter((coordinate) => !isPoint(coordinate)) : joint.coordinates,
  );
  const perBody = (): Float64Array => new Float64Array(3 * count);
  const perRow = (): Float64Array => new Float64Array(system.rows);
  const space: DirectIsland = {
    present: null,
    bodies,
    stats,
    joints,
    pins: groupPins(packedOf('point'), system.entryStart),
    axes: groupAxes(packedOf('axis'), system.entryStart),
    turns: groupTurns(packedOf('angle'), system.entryStart),
    others: joints.filter(({ packing }) => packing === 'other'),
    coordinates,
    angles: coordinates.filter(({ spec, joint: { bodies: tied } }) => {
      return spec.kind.kind === 'angle' && tied.length === 2 && tied.every((body) => body < movable);
    }),
    system,
    kkt: kktOf(blocks, movable, system),
    movable,
    cayley: new Uint8Array(count),
    angled: new Uint8Array(count),
    measured: new Uint8Array(count),
    turning: new Uint8Array(count),
    start: new Float64Array(4 * count),
    end: new Float64Array(4 * count),
    mean: new Float64Array(4 * count),
    turned: new Float64Array(count),
    isAngle: new Uint8Array(system.rows),
    lawRows: Int32Array.from(
      coordinates.flatMap(({ row, spec }) => (spec.kind.rowCount === 2 ? [row, row + 1] : [row])),
    ),
    acting: new Int32Array(system.rows),
    out: new Float64Array(OUTCOMES),
    grounded: count > movable,
    mass: perBody(),
    weight: perBody(),
    inertial: perBody(),
    drive: perBody(),
    lengthOf: perBody(),
    v0: perBody(),
    u: perBody(),
    du: perBody(),
    residual: perBody(),
    stiffness: perBody(),
    load: perBody(),
    damping: perBody(),
    impulse: perRow(),
    dImpulse: perRow(),
    firstImpulse: perRow(),
    shock: perRow(),
    before: perRow(),
    after: perRow(),
    left: perRow(),
    rate: perRow(),
    goal: perRow(),
    slope: perRow(),
    crossSlope: perRow(),
    softForce: perRow(),
    gap: perRow(),
    target: perRow(),
    thrown: perRow(),
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
    corrected: perRow().fill(1),
    frictionCap: perRow(),
    attempt: {
      h: 0,
      theta: 0.5,
      tolerance: 0,
      lengthUnit: 1,
      iterations: 0,
      budget: 0,
      shocked: false,
      settling: false,
      acting: 0,
    },
  };
  for (const { table } of space.pins) writePinConstants(table, system.jacobian);
  for (const { joint } of coordinates) for (const body of joint.bodies) space.angled[body] = 1;
  for (const joint of space.others) for (const body of joint.bodies) space.measured[body] = 1;
  for (const { spec, row } of coordinates) if (spec.kind.unit === 'angle') space.isAngle[row] = 1;
  return space;
}

/** A bending row ties two bodies that both move; against a body at rest its stiffness is diagonal enough. */
function kktOf(joints: readonly JointBlock[], movable: number, system: RowSystem): KktSystem | null {
  const blocks = joints.map(({ bodies, lawful }) => {
    let bend = -1;
    let row = 0;
    for (const { kind } of lawful) {
      if (kind.bend !== undefined && bend < 0) bend = row;
      row += kind.rowCount;
    }
    return { rows: row, bodies, bend };
  });
  const ties = blocks.some(({ bodies, bend }) => bend >= 0 && bodies.every((body) => body < movable));
  return ties ? createKktSystem(movable, blocks, system) : null;
}

function rowsOf(lawful: readonly CoordinateSpec[]): number {
  let rows = 0;
  for (const { kind } of lawful) rows += kind.rowCount;
  return rows;
}

function blockOf({ batch, slot }: JointRef, index: ReadonlyMap<number, number>): JointBlock {
  const bodies: number[] = [];
  for (let c = 0; c < batch.columns; c++) bodies.push(index.get(batch.bodies[slot * batch.columns + c] / BODY) ?? 0);
  const lawful = lawfulOf(batch, slot);
  return {
    batch,
    slot,
    bodies,
    lawful,
    packing: packingOf(batch, slot, lawful),
    hasLevers: lawful.some((spec) => !turnsAlone(batch, slot, spec)),
    hasTurns: lawful.some((spec) => turnsAlone(batch, slot, spec)),
  };
}

/** The coordinates of a joint under some law. */
function lawfulOf(batch: JointBatch, slot: number): readonly CoordinateSpec[] {
  return batch.type.coordinates.filter(({ kind, at }) => batch.rows[slot * batch.stride + at + kind.flagsAt] & ANY_LAW);
}

/** True where a row moves its bodies by nothing but their angles, at every pose: angles, and sums of them. */
function turnsAlone({ rows, columns, stride }: JointBatch, slot: number, { kind, at }: CoordinateSpec): boolean {
  if (kind.kind === 'angle') return true;
  return kind.kind === 'sum' && !hasSumLevers(rows, columns, slot * stride + at);
}

/** A joint of a space whose first row is `row`. */
function directJoint({ batch, bodies, lawful, packing }: JointBlock, row: number): DirectJoint {
  const joint: DirectJoint = { batch, slot: 0, r: 0, bodies, coordinates: [], packing };
  for (const spec of lawful) {
    joint.coordinates.push({ spec, joint, o: 0, p: 0, row });
    row += spec.kind.rowCount;
  }
  return joint;
}

/** Which loops see to a joint with laws on these coordinates. */
function packingOf({ columns, rows, stride }: JointBatch, slot: number, lawful: readonly CoordinateSpec[]): Packing {
  let points = 0;
  let axes = 0;
  let angles = 0;
  for (const { kind, at } of lawful) {
    if (kind.kind === 'point' && rows[slot * stride + at + kind.flagsAt] === LOCK) points++;
    else if (kind.kind === 'axis' && kind.turnsWithA === true) axes++;
    else if (kind.kind === 'angle') angles++;
    else return 'other';
  }
  if (columns !== 2 || angles > 1) return 'other';
  if (axes === 0) return points <= 1 ? 'hinge' : 'other';
  return points === 0 ? 'slider' : 'other';
}

function isPoint({ spec }: DirectCoordinate): boolean {
  return spec.kind.kind === 'point';
}

/** Where the point and the angle of a hinge are in its block, −1 for none. */
function packedRows(lawful: readonly CoordinateSpec[]): { pin: number; turn: number } {
  const at = { pin: -1, turn: -1 };
  let row = 0;
  for (const { kind } of lawful) {
    at[kind.kind === 'point' ? 'pin' : 'turn'] = row;
    row += kind.rowCount;
  }
  return at;
}

/** Whether the records still say what the island was laid out for: the same coordinates under laws, packed or not. */
export function isUpToDate({ space, bodies, slots }: LaidOutIsland, island: Island): boolean {
  const { joints } = space;
  let k = 0;
  for (const { batch, slot } of island.joints) {
    const lawful = lawfulOf(batch, slot);
    if (lawful.length === 0) continue;
    if (k === joints.length) return false;
    const joint = joints[k];
    if (
      joint.batch !== batch ||
      slots[k] !== slot ||
      joint.coordinates.length !== lawful.length ||
      joint.coordinates.some(({ spec }, c) => spec !== lawful[c]) ||
      joint.packing !== packingOf(batch, slot, lawful)
    ) {
      return false;
    }
    for (let c = 0; c < batch.columns; c++) {
      if (bodies[joint.bodies[c]] !== batch.bodies[slot * batch.columns + c]) return false;
    }
    k++;
  }
  if (k !== joints.length || island.bodies.length !== space.movable) return false;
  return island.bodies.every((slot, i) => bodies[i] === slot * BODY);
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
