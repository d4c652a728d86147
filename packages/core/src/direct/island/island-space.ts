import type { CoordinateKind } from '../../coordinates/coordinate';
import type { CoordinateSpec } from '../../joint/joint-type';
import { FRAME, groupAxes, placeAxes } from '../motion/axes';
import type { DirectCoordinate, DirectIsland, DirectJoint, DirectStats, LaidOutIsland } from './island-system';
import { type JointBlock, packedRows, rowsOf } from './joint-block';
import { MOST_FOLLOWED } from '../../batches/joint-batch';
import { createKktSystem, type KktBlock, type KktSystem } from '../factor/kkt-system';
import { OUTCOMES } from './outcomes';
import { createParts } from './parts';
import { attachPasses } from '../passes';
import type { FastPart } from '../../simulation/parts';
import { groupHinges, HINGE_END, placeHinges, writeHingeConstants } from '../hinges/hinge-groups';
import { POSITION } from '../rows/row-modes';
import { createRowSystem, type RowSystem, type RowTopology } from '../factor/row-system';
import { groupTurns, placeTurns } from '../motion/turns';

/**
 * The space of all islands of one layout, for the first of them, or for so many islands at a time (island-batches.ts). `bodies` are offsets in the
 * store, the movable ones first.
 */
export function createSpace(
  movable: number,
  bodies: Int32Array,
  blocks: readonly JointBlock[],
  stats: DirectStats,
  fast: FastPart | null,
  islands = 1,
): DirectIsland {
  if (fast !== null && blocks.some(({ packing }) => packing !== 'other')) {
    const space = createArrays(movable, bodies, blocks, stats, islands, true);
    if (attachPasses(space, fast)) return space;
  }
  return createArrays(movable, bodies, blocks, stats, islands, false);
}

/** Joints are packed for the passes; without those all go the general way. */
function createArrays(
  movable: number,
  bodies: Int32Array,
  laidOut: readonly JointBlock[],
  stats: DirectStats,
  islands: number,
  packs: boolean,
): DirectIsland {
  const blocks = packs ? laidOut : laidOut.map(unpack);
  const count = bodies.length;
  const system = createRowSystem(topologyOf(movable, count, blocks, islands));
  const joints = blocks.map((block, k) => directJoint(block, system.place[k]));
  const packed = joints.filter(({ packing }) => packing !== 'other').flatMap((joint) => joint.coordinates);
  const packedOf = (kind: CoordinateKind): DirectCoordinate[] => packed.filter(({ spec }) => spec.kind.kind === kind);
  const coordinates = joints.flatMap((joint) =>
    joint.packing === 'hinge' ? joint.coordinates.filter((coordinate) => !isPoint(coordinate)) : joint.coordinates,
  );
  const hinges = groupHinges(packedOf('point'), system.entryStart);
  const axes = groupAxes(packedOf('axis'), system.entryStart);
  const turns = groupTurns(packedOf('angle'), system.entryStart);
  const lawRows = Int32Array.from(
    coordinates.flatMap(({ row, spec }) => (spec.kind.rowCount === 2 ? [row, row + 1] : [row])),
  );
  const perBody = (): Float64Array => new Float64Array(3 * count);
  const perRow = (): Float64Array => new Float64Array(system.rows);
  const space: DirectIsland = {
    present: null,
    bodies,
    stats,
    joints,
    hinges,
    axes,
    turns,
    others: joints.filter(({ packing }) => packing === 'other'),
    followsCurves: joints.some(({ batch }) => batch.type.follows !== undefined),
    coordinates,
    angles: coordinates.filter(({ spec, joint: { bodies: tied } }) => {
      return spec.kind.kind === 'angle' && tied.length === 2 && tied.every((body) => body < movable);
    }),
    system,
    kkt: kktOf(blocks, movable, system),
    kktOfTies: null,
    passes: null,
    contacts: null,
    movable,
    parts: createParts(islands, {
      bodies: movable,
      rows: system.rows,
      lawRows: lawRows.length,
      coordinates: coordinates.length,
    }),
    blocks: laidOut,
    cayley: new Uint8Array(count),
    angled: new Uint8Array(count),
    measured: new Uint8Array(count),
    turning: new Uint8Array(count),
    start: new Float64Array(4 * count),
    end: new Float64Array(4 * count),
    mean: new Float64Array(4 * count),
    turned: new Float64Array(count),
    frames: new Float64Array(FRAME * axes.reduce((sum, { coordinates: { length } }) => sum + length, 0)),
    sides: new Float64Array(2 * turns.reduce((sum, { coordinates: { length } }) => sum + length, 0)),
    angle: new Float64Array(count),
    isAngle: new Uint8Array(system.rows),
    lawRows,
    acting: new Int32Array(system.rows),
    out: new Float64Array(OUTCOMES),
    grounded: count > movable,
    mass: perBody(),
    inverseMass: perBody(),
    weight: perBody(),
    inertial: perBody(),
    drive: perBody(),
    lengthOf: perBody(),
    v0: perBody(),
    u: perBody(),
    du: perBody(),
    lastDu: perBody(),
    residual: perBody(),
    stiffness: perBody(),
    load: perBody(),
    damping: perBody(),
    impulse: perRow(),
    dImpulse: perRow(),
    hingeEnds: new Float64Array(HINGE_END * hinges.reduce((sum, { points }) => sum + points.length, 0)),
    booked: perRow(),
    shock: perRow(),
    shockJacobian: new Float64Array(system.jacobian.length),
    before: perRow(),
    after: perRow(),
    left: perRow(),
    rate: perRow(),
    goal: perRow(),
    slope: perRow(),
    crossSlope: perRow(),
    softForce: perRow(),
    lag: perRow(),
    gap: perRow(),
    target: perRow(),
    yielded: perRow(),
    pressed: new Int8Array(system.rows),
    curvePlaces: new Float64Array(MOST_FOLLOWED * joints.length),
    borne: perRow(),
    strain: perRow(),
    ledRate: perRow(),
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
    limitsAt: new Int8Array(system.rows),
    chordFrom: perRow(),
    chordTo: perRow(),
    missed: perRow(),
    stopAt: new Int8Array(system.rows),
    yielding: new Int8Array(system.rows),
    motorAt: new Int8Array(system.rows),
    frictionAt: new Int8Array(system.rows),
    corrected: perRow().fill(1),
    isBare: new Uint8Array(system.rows),
    rateAtStart: perRow(),
    frictionCap: perRow(),
    capBefore: perRow(),
    loadSlope: perRow(),
    motorCap: perRow(),
    attempt: {
      h: 0,
      theta: 0.5,
      tolerance: 0,
      projectedWay: 0,
      lengthUnit: 1,
      iterations: 0,
      mostFactorisations: 0,
      budget: 0,
      shocked: false,
      settling: false,
      settled: false,
      exchanges: 0,
      exchanged: false,
      bears: false,
      loading: false,
      rounds: 0,
      redundant: false,
      holds: false,
      mayBeOpen: false,
      driven: false,
      contested: false,
      yielded: Infinity,
      acting: 0,
      laws: 0,
      isCarried: false,
      isLedOn: false,
      isLed: false,
      stepsLeft: 1,
      keepsCurvePlaces: false,
      damps: false,
    },
  };
  for (const { table } of space.hinges) writeHingeConstants(table, system.jacobian);
  for (const { joint } of coordinates) for (const body of joint.bodies) space.angled[body] = 1;
  for (const joint of space.others) for (const body of joint.bodies) space.measured[body] = 1;
  for (const { spec, row } of coordinates) if (spec.kind.unit === 'angle') space.isAngle[row] = 1;
  return space;
}

/** Lets an island into its space; what the step takes. */
export function enterSpace(island: LaidOutIsland): DirectIsland {
  const { space, bodies, slots, stats } = island;
  if (space.present === island) return space;
  const { joints } = space;
  space.present = island;
  space.bodies = bodies;
  space.stats = stats;
  for (let k = 0; k < joints.length; k++) placeJoint(joints[k], slots[k]);
  placeTables(space);
  return space;
}

/** Lets the island that is there out: one that comes back is told anew where its records are. */
export function leaveSpace(space: DirectIsland): void {
  space.present = null;
}

/** Tells a joint of a space where the records of the one in `slot` are. */
export function placeJoint(joint: DirectJoint, slot: number): void {
  const { batch, coordinates } = joint;
  joint.slot = slot;
  joint.r = slot * batch.stride;
  for (let i = 0; i < coordinates.length; i++) {
    const coordinate = coordinates[i];
    coordinate.o = joint.r + coordinate.spec.at;
    coordinate.p = batch.lawsAt(slot, coordinate.spec.index);
  }
}

/** Tells the loops over packed joints where those are. */
export function placeTables({ hinges, axes, turns }: DirectIsland): void {
  for (let i = 0; i < hinges.length; i++) placeHinges(hinges[i]);
  for (let i = 0; i < axes.length; i++) placeAxes(axes[i]);
  for (let i = 0; i < turns.length; i++) placeTurns(turns[i]);
}

function unpack(block: JointBlock): JointBlock {
  return { ...block, packing: 'other' };
}

function topologyOf(movable: number, count: number, blocks: readonly JointBlock[], islands: number): RowTopology {
  return {
    bodies: count,
    parts: islands,
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

/** A length ties two bodies that both move; against a body at rest its stiffness is diagonal enough. */
function kktOf(joints: readonly JointBlock[], movable: number, system: RowSystem): KktSystem | null {
  const isTied = joints.some(({ lawful, bodies }) => hasBend(lawful) && bodies.every((body) => body < movable));
  return isTied ? createKktSystem(movable, joints.map(kktBlock), system) : null;
}

/** The same where rows of one's own alone tie bodies to each other, as they do under loads that are large for them (ties.ts). */
export function kktOfTies({ blocks, movable, system }: DirectIsland): KktSystem {
  return createKktSystem(movable, blocks.map(kktBlock), system);
}

function kktBlock({ batch, bodies, lawful }: JointBlock): KktBlock {
  return { rows: rowsOf(lawful), bodies, isDense: batch.type.bendAt !== undefined || hasBend(lawful) };
}

function hasBend(lawful: readonly CoordinateSpec[]): boolean {
  return lawful.some(({ kind }) => kind.bend !== undefined);
}

/** A joint of a space whose first row is `row`. */
function directJoint({ batch, bodies, lawful, packing }: JointBlock, row: number): DirectJoint {
  const joint: DirectJoint = { batch, slot: 0, r: 0, bodies, coordinates: [], packing, bends: null, knowsBends: false };
  for (const spec of lawful) {
    joint.coordinates.push({ spec, joint, scalar: spec.kind.scalar, o: 0, p: 0, row });
    row += spec.kind.rowCount;
  }
  return joint;
}

function isPoint({ spec }: DirectCoordinate): boolean {
  return spec.kind.kind === 'point';
}
