import type { JointBatch } from '../../batches/joint-batch';
import type { CoordinateSpec } from '../../joint/joint-type';
import type { ContactBorder } from '../contacts/contact-border';
import type { AxisGroup } from '../motion/axes';
import type { JointBlock } from './joint-block';
import type { KktSystem } from '../factor/kkt-system';
import type { Parts } from './parts';
import type { DirectPasses } from '../passes';
import type { HingeGroup } from '../hinges/hinge-groups';
import type { RowSystem } from '../factor/row-system';
import type { TurnGroup } from '../motion/turns';

/** One coordinate of a direct island: where its numbers lie, and its first row. */
export interface DirectCoordinate {
  readonly spec: CoordinateSpec;
  readonly joint: DirectJoint;
  /** As its kind says, where that is looked up once: kinds are objects of many shapes. */
  readonly scalar: boolean;
  /** Offsets of the coordinate in the row and laws arrays of its batch. */
  o: number;
  p: number;
  /** Its first row in the system. */
  readonly row: number;
}

/**
 * Which loops see to a joint: a hinge has no laws but the rigid lock of one point and those of one angle (hinge-groups.ts, turns.ts), a
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
  /** Second derivatives of its rows, and whether they are of the attempt at hand (motion/bent-joints.ts). */
  bends: Float64Array | null;
  knowsBends: boolean;
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
  /** Steps that it goes by itself yet, not in a batch of islands (island-batches.ts). */
  waits: number;
}

/**
 * An island as the mean-pose step sees it: the space of all islands of one layout, with the memory that a step works in, and
 * which island is in it. Nothing but that outlives a step, so that five hundred slider-cranks keep one space in the
 * processor's cache instead of missing it five hundred times.
 * A step allocates nothing.
 * Bodies are numbered from 0, the movable ones first; rows are in the order of elimination.
 */
export interface DirectIsland {
  /**
   * The island that is in it, its bodies in the store, and its Newton iterations, factorisations and so on in the last step. A batch of islands is in
   * it without being an island: then there is none.
   */
  present: LaidOutIsland | null;
  bodies: Int32Array;
  stats: DirectStats;
  /** All joints, in the order of their blocks. */
  readonly joints: readonly DirectJoint[];
  /** Points, axes and angles of packed joints; the other joints. */
  readonly hinges: readonly HingeGroup[];
  readonly axes: readonly AxisGroup[];
  readonly turns: readonly TurnGroup[];
  readonly others: readonly DirectJoint[];
  /** True if some follow a curve, each measurement from where the last one has left it. */
  readonly followsCurves: boolean;
  /** All coordinates but hinges; of them the angles between two bodies that both move. */
  readonly coordinates: readonly DirectCoordinate[];
  readonly angles: readonly DirectCoordinate[];
  readonly system: RowSystem;
  /** Bodies and rows together, where the stiffness of a row ties bodies to each other; else null, and of rows of one's own null while that is next to nothing. */
  kkt: KktSystem | null;
  /** That of rows of one's own alone, once it was needed (ties.ts). */
  kktOfTies: KktSystem | null;
  /** Passes in WebAssembly; null without the part `fast`, and where no joint is packed. */
  passes: DirectPasses | null;
  /** Where its bodies touch, while it is stepped; null of one that touches nothing. */
  contacts: ContactBorder | null;
  readonly movable: number;
  /** The islands in it: one, or those of a batch. */
  readonly parts: Parts;
  /** What it was laid out from. */
  readonly blocks: readonly JointBlock[];
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
  /** How packed axes lie in their bodies, `FRAME` numbers of each (axes.ts), in the order of their groups. */
  readonly frames: Float64Array;
  /** By how much packed angles grow with the turns of their bodies, 2 of each, in the order of their groups. */
  readonly sides: Float64Array;
  /** Angle of each body, rad, as a step ends. */
  readonly angle: Float64Array;
  /** What each row of `coordinates` counts as, per row: 1, or lengthUnit for angles. Its rows in the order of the list. */
  readonly isAngle: Uint8Array;
  readonly lawRows: Int32Array;
  /** Of those the rows that act in the step at hand, `attempt.acting` of them. */
  readonly acting: Int32Array;
  /** What passes leave for others (outcomes.ts). */
  readonly out: Float64Array;
  /** True if something outside holds it, as an immovable body (motion/ground.ts): only then does lost energy have a frame to be given back in. */
  grounded: boolean;

  /** Mass, mass, inertia; 3 per body, 0 where nothing moves. */
  readonly mass: Float64Array;
  /** Their inverses, 0 where nothing moves. */
  readonly inverseMass: Float64Array;
  /** What the Newton matrix weighs each direction with: 1/M′; 3 per body. */
  readonly weight: Float64Array;
  /**
   * Of M u/θ + h c M u − M v₀/θ − h f: the factor of u, and the rest; what a residual is multiplied by to be how far it moves a body, turns as
   * far from the centre as its radius of gyration; 3 per body.
   */
  readonly inertial: Float64Array;
  readonly drive: Float64Array;
  readonly lengthOf: Float64Array;
  /** Velocity before the step, mean velocity, its increment and that of an iteration before, residual momentum, geometric stiffness; 3 per body. */
  readonly v0: Float64Array;
  readonly u: Float64Array;
  readonly du: Float64Array;
  readonly lastDu: Float64Array;
  readonly residual: Float64Array;
  readonly stiffness: Float64Array;
  /** Impulse of gravity and forces over the step; damping 1/s; 3 per body. */
  readonly load: Float64Array;
  readonly damping: Float64Array;

  /** Impulse of all laws, its increment, value before and after, per row. */
  readonly impulse: Float64Array;
  readonly dImpulse: Float64Array;
  /** What hinges end the step with, `HINGE_END` numbers each (hinge-groups.ts). */
  readonly hingeEnds: Float64Array;
  /** What every row gave before its gap was closed. */
  readonly booked: Float64Array;
  /** What was taken out before the step, and the gradient that it acted by. */
  readonly shock: Float64Array;
  readonly shockJacobian: Float64Array;
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
  /** By how much the gap of a point only turns along with its bodies in the step: that part is no slip; per row. */
  readonly lag: Float64Array;
  /** Gap not closed by the dynamics; per row. */
  readonly gap: Float64Array;
  /** Gap that the iteration aims at: that, and what is left undone; per row. */
  readonly target: Float64Array;
  /** What of a gap, or of h times a rate, no impulse can do, since other rows forbid it; per row, and room for that (redundant-rows.ts). */
  readonly yielded: Float64Array;
  readonly pressed: Int8Array;
  readonly borne: Float64Array;
  readonly strain: Float64Array;
  /** Rate at which what leads a row takes it along, where the island is led (batches/led.ts); per row. */
  readonly ledRate: Float64Array;
  /** Rate with which a stop that is met is left, e·a; per row. */
  readonly thrown: Float64Array;
  /** Impulse of laws at their caps, and softness of the factor, per row. */
  readonly fixed: Float64Array;
  readonly softness: Float64Array;
  /** `OFF`, `POSITION`, `RATE_ROW`, `SOFT`, `DRIVEN` of row-modes.ts; 1 where the factor leaves the row out. */
  readonly mode: Uint8Array;
  readonly held: Uint8Array;
  /** What a projection sets aside, and the rates it began with; per row. */
  readonly savedHeld: Uint8Array;
  readonly savedSoftness: Float64Array;
  readonly rateBefore: Float64Array;
  /**
   * States of the active set, per row: spring, lock, soft stop; stop, whether it yields (stop-caps.ts); motor, friction
   * (row-laws.ts).
   */
  readonly springAt: Int8Array;
  readonly lockAt: Int8Array;
  readonly limitsAt: Int8Array;
  /** Values at the end of the step through which laws partly at their caps have their lines, and by how much they were off there; per row. */
  readonly chordFrom: Float64Array;
  readonly chordTo: Float64Array;
  readonly missed: Float64Array;
  readonly stopAt: Int8Array;
  readonly yielding: Int8Array;
  readonly motorAt: Int8Array;
  readonly frictionAt: Int8Array;
  /** What its joints that are not packed are found from as a step begins (motion/curve-places.ts): `MOST_FOLLOWED` numbers each. */
  readonly curvePlaces: Float64Array;
  /** Share of its error that a lock corrects in this step, per row: 1, or less by a `correction` of its own. */
  readonly corrected: Float64Array;
  /** 1 where nothing stands in the arrays above of laws beside a rigid lock or hard stops (plain-rows.ts); per row. */
  readonly isBare: Uint8Array;
  /** Rate of a point at the start of the step, per row. */
  readonly rateAtStart: Float64Array;
  /** Largest force or torque of friction in this step, and of a motor: 0 of one without a cap; per row. */
  readonly frictionCap: Float64Array;
  readonly motorCap: Float64Array;
  /** Of friction that follows the load: its cap in the iteration before, and by how much μN grows with it; per row. */
  readonly capBefore: Float64Array;
  readonly loadSlope: Float64Array;

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
  /** Faster rates of a lock are projected, world units a step. */
  projectedWay: number;
  iterations: number;
  /** Factorisations that the frame may take, and those of them that attempts may (budget.ts). */
  mostFactorisations: number;
  budget: number;
  /** True if velocities that the joints do not allow were taken out before the step, by the impulses in `shock`. */
  shocked: boolean;
  /** True once the active set has changed often: laws that reach their caps stay there. */
  settling: boolean;
  /** True once it is kept as it is, but for laws that are past their caps. */
  settled: boolean;
  /** How often a stop alone has taken over or let go, once they do so one at a time; whether one did just now. */
  exchanges: number;
  exchanged: boolean;
  /** Of friction that follows the load: whether there is any, whether it has yet to find it, and in how many iterations it has tried. */
  bears: boolean;
  loading: boolean;
  rounds: number;
  /** True once rows were found that move nothing, or next to it. */
  redundant: boolean;
  /** True where all gaps beyond the tolerance are left to be closed after the step. */
  holds: boolean;
  /** False where the dynamics holds no gap open for certain. */
  mayBeOpen: boolean;
  /** Of redundant rows: whether some drive; whether those that hold still yield to them, less and less; how far at most, as a length. */
  driven: boolean;
  contested: boolean;
  yielded: number;
  /** Number of rows in `acting`. */
  acting: number;
  /** Flags of all its coordinates together: what nobody has need not be looked for one by one. */
  laws: number;
  /** True if a kinematic body of the island moves. */
  isCarried: boolean;
  /** True if one of them has another velocity than in the last step. */
  isLedOn: boolean;
  /** True if a joint of it holds elsewhere than in the last step (batches/led.ts). */
  isLed: boolean;
  /** Steps of this length left in this frame, the one at hand among them. */
  stepsLeft: number;
  /** True if the step at hand was tried before: `places on curves` holds what it began with. */
  keepsCurvePlaces: boolean;
  /** True if a body that cannot be pushed or turned is damped. */
  damps: boolean;
}

/** As `IslandStats` of simulation/stats.ts, written by the step. */
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
