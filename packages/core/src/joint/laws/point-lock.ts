import { cap, knownKeys } from '../../base/check';
import { LOCK, LOCK_CAPPED, LOCK_CORRECTION, LOCK_SOFT } from '../../coordinates/laws/law-fields';
import {
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_RATIO,
  P_LOCK_ROW,
  P_SUM_X,
  P_SUM_Y,
} from '../../coordinates/points/point-fields';
import { pointBooks } from '../law-book';
import type { LockOptions, SoftnessOptions } from '../law-options';
import type { PointCoordinate } from '../point-coordinate';
import { readSoftness, showSoftness, storeSoftness, type StoredSoftness } from './lock-law';
import { Law } from './law';

/** Holds the two anchors together. */
export class PointLock extends Law<PointCoordinate> {
  /** @internal */
  protected override readonly book = pointBooks.lock;

  /** @internal `true` and `{}` lock rigidly, `false` and `null` let go. */
  static assign(point: PointCoordinate, options: LockOptions | boolean | null): void {
    if (options === null || options === false) {
      forget(point);
      point.setFlags(0, LOCK | LOCK_SOFT | LOCK_CORRECTION | LOCK_CAPPED);
      return;
    }
    const path = `${point.path}.lock`;
    const given = options === true ? {} : options;
    knownKeys(path, given, ['softness', 'maxForce']);
    const softness = readSoftness(`${path}.softness`, given.softness ?? null);
    const most = cap(`${path}.maxForce`, given.maxForce ?? null);
    if (!(point.flags & LOCK)) point.joint.noteApart();
    point.setFlags(LOCK, 0);
    soften(point, softness);
    point.setCap(LOCK_CAPPED, P_LOCK_CAP, most);
  }

  /** `null`: rigid. */
  get softness(): SoftnessOptions | null {
    return showSoftness(this.coordinate.flags, this.coordinate.law(P_LOCK_HERTZ), this.coordinate.law(P_LOCK_RATIO));
  }

  set softness(value: SoftnessOptions | null) {
    soften(this.coordinate, readSoftness(`${this.path}.softness`, value));
  }
}

function soften(point: PointCoordinate, softness: StoredSoftness): void {
  storeSoftness(point, softness, P_LOCK_HERTZ, () => {
    forget(point);
    point.joint.noteApart();
  });
}

/** Takes its accumulated impulses, soft and rigid, out of the next warm start. */
function forget(point: PointCoordinate): void {
  point.forget(P_LOCK_ROW);
  const { batch, slot } = point.joint.record();
  const o = slot * batch.stride + point.spec.at;
  for (const field of [P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y]) batch.rows[o + field] = 0;
}
