import { JointFlag, type CoordinateKind, type CoordinateView, type JointView, type LawSet } from '@tenon/core/view';

/** The first coordinate of a kind, or null. */
export function coordinateOf(view: JointView, kind: CoordinateKind): CoordinateView | null {
  for (let i = 0; i < view.coordinateCount; i++) {
    if (view.coordinates[i].kind === kind) return view.coordinates[i];
  }
  return null;
}

/** False if the joint holds the angle: the seat is square then, not round. */
export function turnsFreely(view: JointView): boolean {
  for (let i = 0; i < view.coordinateCount; i++) {
    const { kind, laws } = view.coordinates[i];
    if (laws.lock.on && (kind === 'angle' || kind === 'pose')) return false;
  }
  return true;
}

/** True if the joint has a place where its bodies meet, beside which an angle is drawn. */
export function isAnchored(view: JointView): boolean {
  for (let i = 0; i < view.coordinateCount; i++) {
    const { kind } = view.coordinates[i];
    if (kind === 'point' || kind === 'axis' || kind === 'path' || kind === 'pose' || kind === 'length') return true;
  }
  return false;
}

/** The axis along which the joint slides: the first that is free, else the first; null if there is none. */
export function slideOf(view: JointView): CoordinateView | null {
  let first: CoordinateView | null = null;
  for (let i = 0; i < view.coordinateCount; i++) {
    const c = view.coordinates[i];
    if (c.kind !== 'axis') continue;
    if (!c.laws.lock.on) return c;
    first ??= c;
  }
  return first;
}

/** The locked axis that guides the slide: the last other axis; null if the slide is on its own. */
export function guideOf(view: JointView): CoordinateView | null {
  const slide = slideOf(view);
  for (let i = view.coordinateCount - 1; i >= 0; i--) {
    const c = view.coordinates[i];
    if (c.kind === 'axis' && c !== slide && c.laws.lock.on) return c;
  }
  return null;
}

export function hasLaw(laws: LawSet): boolean {
  return laws.lock.on || hasFreeLaw(laws);
}

/** True if any law but the lock is on. */
export function hasFreeLaw(laws: LawSet): boolean {
  const { limits, spring, motor, friction, ratchet } = laws;
  return limits.on || spring.on || motor.on || friction.on || ratchet.on;
}

/** True if a rope hangs through. */
export function isSlack(view: JointView): boolean {
  return (view.flags & JointFlag.slack) !== 0;
}
