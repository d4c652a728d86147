/** Softness of a lock: finite `hertz` makes it a spring; `correction` keeps it rigid and slows the removal of its error. */
export type SoftnessOptions =
  | {
      /** Hz against the effective mass, above 0; Infinity: rigid. */
      readonly hertz: number;
      /** 0 or more; default 1, critical. */
      readonly dampingRatio?: number;
    }
  | {
      /** Fraction of an error that is left after one second, above 0 and below 1. */
      readonly correction: number;
    };

/**
 * A cap of a law, 0 or more: `maxForce` (N) on lengths and points, `maxTorque` (N·m) on angles; the other name is refused. Default `null`, the
 * same as `Infinity`: none.
 */
export interface CapOptions {
  /** N, of laws on lengths and points. */
  readonly maxForce?: number | null;
  /** N·m, of laws on angles. */
  readonly maxTorque?: number | null;
}

/** How a coordinate is held. */
export interface LockOptions extends CapOptions {
  /** The value to hold, world units or rad; default 0, of a length its present value. Not of points. */
  readonly target?: number;
  /** Default `null`: rigid. */
  readonly softness?: SoftnessOptions | null;
  /** The mass that `hertz` of a soft lock counts, kg or kg·m², above 0; default as of a spring. Not of points. */
  readonly effectiveMass?: number;
}

/**
 * Bounds in world units or radians (not degrees); `null` and infinities leave a side open, two equal ones hold the value there. Throws
 * `limits-reversed`, and `option-conflict` for restitution on a stop that is soft or has a cap.
 */
export type LimitsOptions =
  | readonly [lower: number | null, upper: number | null]
  | (CapOptions & {
      /** World units or rad; default `null`: open below. */
      readonly lower?: number | null;
      /** World units or rad, not below `lower`; default `null`: open above. */
      readonly upper?: number | null;
      /** How much of the speed at which a stop is met is given back, 0 (default) to 1; applies above 1 m/s or rad/s. */
      readonly restitution?: number;
      /** Of a soft stop, Hz, above 0; default `null`, the same as Infinity: hard. */
      readonly hertz?: number | null;
      /** Of a soft stop, 0 or more; default 1, critical. */
      readonly dampingRatio?: number;
      /** The mass that `hertz` counts, kg or kg·m², above 0, until the stop is left; default as of a spring. */
      readonly effectiveMass?: number;
    });

/**
 * A force (N, or N·m on angles) from the stretch beyond the target (world units or rad) and the rate (per second). It is called for the
 * present stretch, and for the one that the step would reach at this rate, of which only a finite answer counts. Use `sin`, `cos`, `atan`,
 * `exp` and `log` of this package: they have the same bits in every engine, those of `Math` do not.
 */
export type SpringForce = (stretch: number, rate: number) => number;

/** ∂force/∂stretch and ∂force/∂rate of a `SpringForce`. */
export type SpringSlope = (stretch: number, rate: number) => readonly [stiffness: number, damping: number];

/** A spring by frequency. */
interface ByHertz {
  /** Hz, above 0. */
  readonly hertz: number;
  /** 0 or more; default 1, critical. */
  readonly dampingRatio?: number;
}

/** A spring by stiffness. */
export interface ByStiffness {
  /** N/m or N·m/rad, 0 or more. */
  readonly stiffness: number;
  /** N·s/m or N·m·s/rad, 0 or more; default 0. */
  readonly damping?: number;
}

/** A spring by how far it gives under a load. */
export interface ByCompliance {
  /** m/N or rad/(N·m), above 0. */
  readonly compliance: number;
  /** N·s/m or N·m·s/rad, 0 or more; default 0. */
  readonly damping?: number;
}

/** A spring on a scalar by frequency. */
export interface ScalarByHertz extends ByHertz {
  /**
   * The mass that `hertz` counts, kg or kg·m², above 0: stiffness is (2π · hertz)² times this. Default: that of the coordinate in the pose in
   * which it begins to act, taken anew when hertz, masses, anchors or ratios change.
   */
  readonly effectiveMass?: number;
}

/** A spring by a law of one's own. */
export interface ByForce {
  /** A function, the name of one from `forces.register`, or a number: the same force everywhere, N or N·m. */
  readonly force: SpringForce | string | number;
  /** ∂force/∂stretch and ∂force/∂rate; default: by differences. */
  readonly slope?: SpringSlope;
}

/**
 * A spring, given in one of four ways: by `hertz`, `stiffness`, `compliance` or `force`. Throws `option-missing` without one of them,
 * `option-conflict` for two of them or a field of another.
 */
export type SpringOptions = CapOptions & {
  /** Where it rests, world units or rad; default: the value at creation. */
  readonly target?: number;
} & (ScalarByHertz | ByStiffness | ByCompliance | ByForce);

/** By speed, or, as a servo, to a target. Throws `option-missing` without either. */
export interface MotorOptions extends CapOptions {
  /**
   * World units/s or rad/s. Without a target: the speed at which it is driven, positive raises the coordinate, 0 brakes it. Of a servo: its
   * fastest approach, 0 or more; default `null`: as fast as the cap allows.
   */
  readonly speed?: number | null;
  /** World units or rad: where a servo goes. */
  readonly target?: number;
}

/** Friction that grows with the rate. */
interface Viscous {
  /** N·s/m or N·m·s/rad, 0 or more; default 0. */
  readonly viscous?: number;
}

/**
 * Coulomb friction by a cap, or by what the joint's own locks carry, and viscous friction. Throws `option-missing` where none is given, `option-conflict` for
 * both a cap and a coefficient.
 */
export type FrictionOptions =
  | (Viscous & {
      /** Of a length: Coulomb friction, N, 0 or more. */
      readonly force: number;
    })
  | (Viscous & {
      /** Of an angle: Coulomb friction, N·m, 0 or more. */
      readonly torque: number;
    })
  | (Viscous & {
      /** Coulomb friction per force in the joint's own locks, 0 or more; of an angle times the `radius`. */
      readonly coefficient: number;
      /** Of an angle, which needs it: its bearing, world units, 0 or more. */
      readonly radius?: number;
    })
  | Required<Viscous>;

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
 * A spring between the two anchors, which pulls them together. By hertz it is stiff by what both bodies weigh against each other where they do not
 * turn.
 */
export type PointSpringOptions = {
  /** N, 0 or more; default `null`, the same as `Infinity`: no cap. */
  readonly maxForce?: number | null;
} & (ByHertz | ByStiffness | ByCompliance);

/** Friction against moving apart, in any direction: Coulomb up to `force` (N), and viscous (N·s/m). */
export interface PointFrictionOptions {
  /** N; default 0. */
  readonly force?: number;
  /** N·s/m; default 0. */
  readonly viscous?: number;
}
