import { OMEGA, VX, VY } from '../state/body-store';
import { frozen, knownKeys } from '../base/check';
import { FRICTIONS, LOCK, SPRING } from '../coordinates/laws/law-fields';
import {
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_ROW,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS_ROW,
  P_WARM_X,
  P_WARM_Y,
  V_SUM_X,
  V_SUM_Y,
  V_X,
  V_Y,
} from '../coordinates/points/point-fields';
import { CoordinateBase } from './coordinate-base';
import type { LockOptions, PointFrictionOptions, PointSpringOptions } from './law-options';
import { PointFriction, PointLock, PointSpring } from './laws';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from '../state/record';

/** What `create` takes for a point. */
export interface PointOptions {
  /** Holds the two anchors together; `true`: rigidly. */
  readonly lock?: LockOptions | boolean | null;
  /** Pulls the two anchors together. */
  readonly spring?: PointSpringOptions | null;
  /** Resists the two anchors moving apart. */
  readonly friction?: PointFrictionOptions | null;
}

/** Laws of a point, by name. */
export const POINT_LAWS = ['lock', 'spring', 'friction'] as const;

/** The gap of two anchors, and the laws on it: lock, spring and friction. A property of its joint: `hinge.point`. */
export class PointCoordinate extends CoordinateBase {
  #lock: PointLock | null = null;
  #spring: PointSpring | null = null;
  #friction: PointFriction | null = null;

  /** Distance of the two anchors (world units), at the present poses. */
  get value(): number {
    this.joint.measure();
    const { batch, slot } = this.joint.record();
    const x = batch.rows[slot * batch.stride + GAP_X];
    const y = batch.rows[slot * batch.stride + GAP_Y];
    return Math.sqrt(x * x + y * y);
  }

  /** How fast that distance grows at the present poses and velocities, world units/s; where the anchors meet, how fast they part. */
  get rate(): number {
    const { value } = this;
    const { batch, slot } = this.joint.record();
    const { rows: d } = batch;
    const { motion: v } = this.joint.requireWorld().store;
    const r = slot * batch.stride;
    const a = batch.bodies[2 * slot];
    const b = batch.bodies[2 * slot + 1];
    const x = v[b + VX] - v[b + OMEGA] * d[r + ARM_BY] - (v[a + VX] - v[a + OMEGA] * d[r + ARM_AY]);
    const y = v[b + VY] + v[b + OMEGA] * d[r + ARM_BX] - (v[a + VY] + v[a + OMEGA] * d[r + ARM_AX]);
    return value > 0 ? (d[r + GAP_X] * x + d[r + GAP_Y] * y) / value : Math.sqrt(x * x + y * y);
  }

  /** Force of all laws on the point: mean of the last step, N. */
  get force(): number {
    const { lastStep } = this.joint;
    const x = this.impulse(0);
    const y = this.impulse(1);
    return lastStep > 0 ? Math.sqrt(x * x + y * y) / lastStep : 0;
  }

  /** @internal What all laws did along x (0) or y (1) in the last step, N·s. */
  impulse(axis: number): number {
    const field = axis === 0 ? V_SUM_X : V_SUM_Y;
    const laws = this.law(P_SPRING_ROW + field) + this.law(P_FRICTION_ROW + field) + this.law(P_VISCOUS_ROW + field);
    return (this.row(axis === 0 ? P_SUM_X : P_SUM_Y) + laws) / this.forceScale;
  }

  /** Holds the two anchors together; `null`: nothing does. `true` holds them rigidly. */
  get lock(): PointLock | null {
    return this.flags & LOCK ? (this.#lock ??= frozen(new PointLock(this))) : null;
  }

  set lock(options: LockOptions | boolean | null) {
    PointLock.assign(this, options);
  }

  /** Pulls the two anchors together; `null`: nothing does. */
  get spring(): PointSpring | null {
    return this.flags & SPRING ? (this.#spring ??= frozen(new PointSpring(this))) : null;
  }

  set spring(options: PointSpringOptions | null) {
    PointSpring.assign(this, options);
  }

  /** Resists the two anchors moving apart; `null`: nothing does. */
  get friction(): PointFriction | null {
    return this.flags & FRICTIONS ? (this.#friction ??= frozen(new PointFriction(this))) : null;
  }

  set friction(options: PointFrictionOptions | null) {
    PointFriction.assign(this, options);
  }

  /** @internal Laws given at creation. */
  applyOptions(path: string, options: unknown): void {
    this.assignLaws(knownKeys(path, options, POINT_LAWS), POINT_LAWS);
  }

  /** @internal The plain lock warm starts from its own impulse, the others from their sum: hands it over. */
  protected override lawsChanged(): void {
    const { batch, slot } = this.joint.record();
    const o = slot * batch.stride + this.spec.at;
    const p = batch.lawsAt(slot, this.spec.index);
    if (p === 0) return;
    batch.laws[p + P_WARM_X] = batch.rows[o + P_IMPULSE_X] + rowSum(batch.laws, p, V_X);
    batch.laws[p + P_WARM_Y] = batch.rows[o + P_IMPULSE_Y] + rowSum(batch.laws, p, V_Y);
  }

  /** @internal The direct step has loops of their own for rigid locks alone. */
  protected override changesIsland(before: number, after: number): boolean {
    return super.changesIsland(before, after) || (before === LOCK) !== (after === LOCK);
  }

  /** @internal Takes the accumulated impulse of a law that is switched off out of the next warm start. */
  forget(row: number): void {
    this.clearLaw(row + V_X, row + V_Y, row + V_SUM_X, row + V_SUM_Y);
  }
}

function rowSum(w: Float64Array, p: number, field: number): number {
  return (
    w[p + P_SPRING_ROW + field] +
    w[p + P_LOCK_ROW + field] +
    w[p + P_FRICTION_ROW + field] +
    w[p + P_VISCOUS_ROW + field]
  );
}
