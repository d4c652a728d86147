/** Softness of a lock: finite `hertz` makes it a spring; `correction` keeps it rigid and slows the removal of its error. */
export type SoftnessOptions =
  /** Hz against the effective mass, above 0 (Infinity: rigid); damping ratio 0 or more, default 1 (critical). */
  | { readonly hertz: number; readonly dampingRatio?: number }
  /** Fraction of an error that is left after one second, 0 < correction < 1. */
  | { readonly correction: number };

/**
 * A cap of a law, 0 or more: `maxForce` (N) on lengths and points, `maxTorque` (N·m) on angles; the other name is refused. Default `null`, the
 * same as `Infinity`: none.
 */
export interface CapOptions {
  readonly maxForce?: number | null;
  readonly maxTorque?: number | null;
}

/** How a coordinate is held. */
export interface LockOptions extends CapOptions {
  /** Scalars: the value to hold; default 0, of a length its value now. */
  readonly target?: number;
  /** Default `null`: rigid. */
  readonly softness?: SoftnessOptions | null;
  /** Scalars soft by hertz: as of a spring. */
  readonly effectiveMass?: number;
}

/**
 * Bounds in world units or radians (not degrees); `null` and infinities leave a side open, two equal ones hold the value there. Throws
 * `limits-reversed`, and `option-conflict` for restitution on a stop that is soft or has a cap.
 */
export type LimitsOptions =
  | readonly [lower: number | null, upper: number | null]
  | (CapOptions & {
      readonly lower?: number | null;
      readonly upper?: number | null;
      /** Share of the rate at which a stop is met that is thrown back, 0 (default) to 1. */
      readonly restitution?: number;
      /** A soft stop: its frequency (Hz), and its damping ratio (default 1). */
      readonly hertz?: number | null;
      readonly dampingRatio?: number;
      /** Of a soft stop, as of a spring: until it is left. */
      readonly effectiveMass?: number;
    });

/**
 * A force (N, or N·m on angles) from the stretch beyond the target (world units or rad) and the rate (per second). It is read where the
 * spring is, and where it comes to within the step at this rate; what it answers or throws there counts only if it is finite. The exported
 * `sin`, `cos`, `atan`, `exp` and `log` have equal bits in every engine, those of `Math` have not.
 */
export type SpringForce = (stretch: number, rate: number) => number;

/** ∂force/∂stretch and ∂force/∂rate of a `SpringForce`. */
export type SpringSlope = (stretch: number, rate: number) => readonly [stiffness: number, damping: number];

/**
 * A spring on a scalar: towards `target` (world units or rad; default: the value at creation), given in one of four ways, of which the first is
 * by Hz, above 0, and a damping ratio, 0 or more, default 1 (critical). Stiffness and damping are those of `effectiveMass` (kg or kg·m², above 0; default:
 * of the coordinate in the pose in which it begins to act), anew with other hertz, masses, anchors or ratios.
 */
export type SpringOptions = CapOptions & { readonly target?: number } & (
    | { readonly hertz: number; readonly dampingRatio?: number; readonly effectiveMass?: number }
    /** N/m and N·s/m, or N·m/rad and N·m·s/rad, both 0 or more; damping 0 unless given. */
    | { readonly stiffness: number; readonly damping?: number }
    /** m/N, or rad/(N·m), above 0; damping as above. */
    | { readonly compliance: number; readonly damping?: number }
    /** A function, or the name of one from `forces.register`. */
    | { readonly force: SpringForce | string; readonly slope?: SpringSlope }
  );

/**
 * By speed (world units/s or rad/s; its sign is the way), or, as a servo, to a target (world units or rad), approached at `speed` at most, 0 or
 * more; default `null`: as fast as the cap allows.
 */
export type MotorOptions = CapOptions &
  (
    | { readonly speed: number; readonly target?: undefined }
    | { readonly target: number; readonly speed?: number | null }
  );

/**
 * Coulomb friction by a cap (`force` in N on lengths, `torque` in N·m on angles), or by `coefficient` times the force in the joint's own locks, on
 * angles times the `radius` of the bearing (world units) as well; and viscous friction (N·s/m or N·m·s/rad). All 0 or more, at least one given.
 */
export type FrictionOptions =
  | { readonly force: number; readonly viscous?: number }
  | { readonly torque: number; readonly viscous?: number }
  | { readonly coefficient: number; readonly radius?: number; readonly viscous?: number }
  | { readonly viscous: number };

/** Teeth that a coordinate passes one way only. */
export interface RatchetOptions extends CapOptions {
  /** Size of a tooth (world units or rad), not 0; its sign is the free direction. */
  readonly tooth: number;
  /** Value at which a tooth sits; default 0. */
  readonly phase?: number;
  /** Value of the tooth that holds at first; default: the one last passed. */
  readonly latch?: number;
}

/**
 * A spring between the two anchors, which pulls them together; `maxForce` in N. The numbers are those of `SpringOptions`; by hertz it is stiff by
 * what both bodies weigh against each other where they do not turn.
 */
export type PointSpringOptions = { readonly maxForce?: number | null } & (
  | { readonly hertz: number; readonly dampingRatio?: number }
  | { readonly stiffness: number; readonly damping?: number }
  | { readonly compliance: number; readonly damping?: number }
);

/** Friction against moving apart, in any direction: Coulomb up to `force` (N), and viscous (N·s/m). */
export interface PointFrictionOptions {
  /** N; default 0. */
  readonly force?: number;
  /** N·s/m; default 0. */
  readonly viscous?: number;
}
