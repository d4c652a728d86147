import type { CoordinateView, JointView } from '@tenon/core/view';
import { slideOf } from './anatomy';
import { clamp } from './numbers';

/** How much of a joint is drawn: a dot, at most 8 segments, the working parts, everything. */
export type Detail = 0 | 1 | 2 | 3;

/** Screen length of a joint from which each level is asked for, px. */
const dotBelow = 6;
const lowBelow = 16;
const mediumBelow = 32;

/** Screen length at which signs have their full size, px, and how small they get. */
const fullSize = 48;
const smallestScale = 0.6;

/** The level that a joint of this screen length (px) asks for. */
export function detailOf(reach: number): Detail {
  if (reach < dotBelow) return 0;
  if (reach < lowBelow) return 1;
  if (reach < mediumBelow) return 2;
  return 3;
}

/** The size of signs on a joint of this screen length (px), relative to their own. */
export function signScale(reach: number, detail: Detail): number {
  return detail < 2 ? 1 : clamp(reach / fullSize, smallestScale, 1);
}

/** How long a joint is, world units: between its bodies, along its range, its path or its terms, whichever is most. */
export function reachOf(view: JointView): number {
  if (view.coordinateCount === 0) return bodyDistance(view);
  let reach = 0;
  for (let i = 0; i < view.coordinateCount; i++) {
    const c = view.coordinates[i];
    reach = larger(reach, spanOf(view, c));
    if (c.kind === 'axis' || c.kind === 'length')
      reach = larger(reach, Math.abs(c.laws.limits.upper - c.laws.limits.lower));
    else if (c.kind === 'path') reach = larger(reach, c.lengths[c.pointCount - 1] / 2);
    else if (c.kind === 'sum') reach = larger(reach, termSpan(c));
  }
  return reach;
}

/** From anchor to anchor, and from each anchor to the far side of its body. */
function spanOf(view: JointView, c: CoordinateView): number {
  if (c.kind === 'sum' || c.kind === 'general' || (c.kind === 'axis' && c !== slideOf(view))) return bodyDistance(view);
  let arms = 0;
  let bodies = 0;
  for (let i = 0; i < Math.min(view.bodyCount, 2); i++) {
    const body = view.bodies[i];
    if (body.world) continue;
    const arm = i === 0 ? between(body.x, body.y, c.ax, c.ay) : between(body.x, body.y, c.bx, c.by);
    arms += larger(larger(0, body.radius), arm);
    bodies++;
  }
  return larger(0, between(c.ax, c.ay, c.bx, c.by)) + (bodies === 1 ? 1.5 * arms : arms);
}

/** From the far side of one body to the far side of the next, at its largest. */
function bodyDistance(view: JointView): number {
  let reach = 0;
  for (let i = 0; i < view.bodyCount; i++) {
    const body = view.bodies[i];
    if (body.world) continue;
    const next = view.bodies[(i + 1) % view.bodyCount];
    const distance = next.world ? 0 : between(body.x, body.y, next.x, next.y);
    reach = larger(reach, larger(0, body.radius) + (next.world ? 0 : larger(0, next.radius)) + distance);
  }
  return reach;
}

function termSpan(c: CoordinateView): number {
  if (c.termCount === 0) return 0;
  const first = c.terms[0];
  const last = c.terms[c.termCount - 1];
  return larger(between(first.bx, first.by, last.bx, last.by), between(first.ax, first.ay, first.bx, first.by));
}

function between(ax: number, ay: number, bx: number, by: number): number {
  return Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
}

/** `b` if it is finite and larger. */
function larger(a: number, b: number): number {
  return b > a && b < Infinity ? b : a;
}
