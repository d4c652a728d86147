import { KickedBodies } from '../state/kicked';
import type { LightHubs } from '../iterative/light-hubs';
import type { LedBodies } from '../batches/led';
import type { ForceFunction } from './laws/force-function';

/** ωh of a rigid lock in the iterative step, with a damping ratio of 2, whatever h is. */
const LOCK_SWING = 0.25 * 2 * Math.PI;
/** Values this near to each other, per lengthUnit or rad, are the same. */
export const SLOP = 1e-6;
/** What meets a stop faster than this, times lengthUnit, per second, is a blow, however much weight adds in a substep. */
const MOST_LOAD = 0.1;
/** What meets it no faster than this is none, if only for the many that rounding would make. */
const LEAST_LOAD = 1e-4;
/** A distance of less than this, per lengthUnit, has no direction to be held in: what holds it at 0 holds it here, as in Box2D. */
export const LEAST_DISTANCE = 0.005;
/** (hω)² up to which the iterative step takes a spring by the midpoint rule, which keeps its energy. */
export const RESOLVED = 0.5;
/** As stiff as a lock is a spring of k = this / (h²K), with K the inverse effective mass; it damps as c = that / (hK). */
export const LOCK_STIFFNESS = LOCK_SWING * LOCK_SWING;
export const LOCK_DAMPING = 2 * 2 * LOCK_SWING;

/** Velocity solve of a lock: its ωh and damping in one. */
const LOCK_SOLVE = LOCK_STIFFNESS + LOCK_DAMPING;
/** Share of a position error removed in a substep by it. */
const LOCK_BIAS = LOCK_STIFFNESS / LOCK_SOLVE;
/** In a substep `lockStep` becomes shorter by h / this, because gaps that are left must be closed slowly, */
const STIFFENS_IN = 256;
/** or longer by h / this, */
const SOFTENS_IN = 128;
/** in a step that was cut by this share of it: what goes on for some steps is no hitch. */
const SOFTENS_BY = 1 / 4;
/** Substeps that would be longer than so many times `lockStep` are a hitch: each is cut, none is longer than that, */
const HITCH = 2.5;
/** but none are so short, s, that this would be of use: what comes back from slow motion need not hurry, and 4 s are 960 at most. */
const SHORT = 1 / 240;

/** World units/s². */
export interface Gravity {
  readonly gravityX: number;
  readonly gravityY: number;
}

/**
 * The numbers of the substep at hand, shared by all kernels. `relax`: the second pass, which solves rigid laws
 * again without bias. Rigid softness is hertz 0.25/h with damping ratio 2: stiff enough to converge
 * under refinement, soft enough not to feed energy into bridges (0.35/h does).
 */
export class StepContext implements Gravity {
  /** s */
  h = 1 / 240;
  /** 1/h */
  perSecond = 240;
  /** Substep that rigid locks still hold by, s: for a while after h has become shorter it is longer, and the other way round. */
  lockStep = 0;
  /** Substep that was asked for, s: in a hitch h is shorter. */
  asked = 0;
  /** Longest step that may follow, s, where that is longer than this one: the direct step takes as many as motions ask for. */
  longest = 0;
  relax = false;
  /** What meets a stop no faster than this, world units/s, times `correctionScale`, is a load that its row takes, not a blow. */
  leastBlow = 0;
  gravityX = 0;
  gravityY = 0;
  /** Share of a position error removed per second by a rigid lock, and its share of the velocity solve. */
  biasRate = 0;
  massScale = 1;
  impulseScale = 0;
  /** h over `lockStep`, 1 at most. */
  lockShare = 1;
  /** World units per metre. */
  lengthUnit = 1;
  /** What `maxCorrectionSpeed` is multiplied by for the coordinate at hand: 1 for lengths, π / lengthUnit for angles. */
  correctionScale = 1;
  /** What its small lengths are counted in: `lengthUnit`, of angles 1. */
  unit = 1;
  readonly kicked = new KickedBodies();
  readonly led: LedBodies;
  readonly hubs: LightHubs;
  /** That of the body store. */
  load = new Float64Array(0);
  /** Poses now, and where h·v would bring them: for rows that find their arc by measuring. */
  pose: Float64Array = new Float64Array(0);
  movedPose = new Float64Array(0);
  /** Force functions by the number that records keep. */
  forces: readonly ForceFunction[] = [];

  constructor(led: LedBodies, hubs: LightHubs) {
    this.led = led;
    this.hubs = hubs;
  }

  /**
   * Finds `leastBlow`: twice what weight adds in a substep. As fast as that a stop that carries a load, and lets go of it for a pass or
   * two, is met again.
   */
  findLeastBlow(): void {
    const weight = 2 * this.h * Math.sqrt(this.gravityX * this.gravityX + this.gravityY * this.gravityY);
    this.leastBlow = Math.min(MOST_LOAD * this.lengthUnit, Math.max(weight, LEAST_LOAD * this.lengthUnit));
  }

  /** Sets what the unit of the coordinate at hand decides. */
  setUnit(isAngle: boolean): void {
    this.correctionScale = isAngle ? Math.PI / this.lengthUnit : 1;
    this.unit = isAngle ? 1 : this.lengthUnit;
  }

  /** Of a step of `dt` seconds in equal parts. Divided here, because a quotient handed to a call would be allocated. */
  setSubstep(dt: number, parts = 1): void {
    this.h = dt / parts;
    this.#begin();
  }

  /** Of one as long as an attempt: a length of it that is handed over would be allocated. */
  takeSubstep({ h }: { readonly h: number }): void {
    this.h = h;
    this.#begin();
  }

  #begin(): void {
    const { h } = this;
    this.perSecond = 1 / h;
    this.biasRate = LOCK_BIAS / h;
    this.massScale = LOCK_SOLVE / (1 + LOCK_SOLVE);
    this.impulseScale = 1 / (1 + LOCK_SOLVE);
    this.lockShare = 1;
  }

  /**
   * How many times as many parts as `substeps` the iterative step of `dt` seconds takes: more than one in a hitch. In so few every lock would
   * give way by centimetres, which took seconds to close again.
   */
  cuts(dt: number, substeps: number): number {
    this.asked = dt / substeps;
    const before = Math.max(this.lockStep, SHORT);
    if (this.lockStep === 0 || this.asked <= HITCH * before) return 1;
    // What is longer by rounding alone needs no more.
    return Math.ceil(this.asked / before - SLOP);
  }

  /**
   * Lets rigid locks of a step in equal parts hold as softly as they did, and goes on from there to what was asked for. Under its load a
   * lock gives way by as much as goes with h². Closed at the rate of a substep a tenth as long that threw chains about, with 30 times their
   * load; from one twice as long they fell until they had given way by four times as much. A bias rate of h/lockStep², or a softness of
   * (lockStep/h)² where h is longer, carries the load with the gap as it is; lockStep changes no faster than gaps do.
   */
  easeLocks(parts: number): void {
    const { h, asked, lockStep } = this;
    if (asked <= lockStep) this.lockStep = Math.max(asked, lockStep - (parts * h) / STIFFENS_IN);
    else if (lockStep === 0) this.lockStep = asked;
    else {
      const softer = lockStep + (h < asked ? SOFTENS_BY * lockStep : (parts * h) / SOFTENS_IN);
      // Stiffer than that in substeps so long chains gained energy.
      this.lockStep = Math.min(asked, h > HITCH * lockStep ? h : softer);
    }
    const share = h / this.lockStep;
    if (share < 1) {
      this.biasRate *= share * share;
      this.lockShare = share;
    } else if (share > 1) {
      const solve = LOCK_SOLVE * share * share;
      this.massScale = solve / (1 + solve);
      this.impulseScale = 1 / (1 + solve);
    }
  }
}
