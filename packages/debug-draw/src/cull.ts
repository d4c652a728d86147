import type { CoordinateView, JointView, Place } from '@tenon/core/view';
import type { Box } from './surface';

/** How far signs reach beyond the places of a joint, px. */
const reachOfSigns = 48;

const box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };

/** True if some of the joint may be within what is seen; `px`: world units per pixel there. */
export function isInView(view: JointView, seen: Readonly<Box>, px: number): boolean {
  box.minX = box.minY = Infinity;
  box.maxX = box.maxY = -Infinity;
  for (let i = 0; i < view.bodyCount; i++) if (!view.bodies[i].world) hold(view.bodies[i].x, view.bodies[i].y);
  for (let i = 0; i < view.coordinateCount; i++) holdCoordinate(view.coordinates[i]);
  return touches(box, seen, reachOfSigns * px);
}

/** True if a disc may be within what is seen. */
export function isDiscInView(x: number, y: number, radius: number, seen: Readonly<Box>): boolean {
  box.minX = box.maxX = x;
  box.minY = box.maxY = y;
  return touches(box, seen, radius);
}

function touches(a: Readonly<Box>, b: Readonly<Box>, margin: number): boolean {
  return (
    a.maxX >= b.minX - margin && a.minX <= b.maxX + margin && a.maxY >= b.minY - margin && a.minY <= b.maxY + margin
  );
}

function holdCoordinate(c: CoordinateView): void {
  holdPlace(c);
  for (let i = 0; i < c.termCount; i++) holdPlace(c.terms[i]);
  if (c.kind === 'axis' || c.kind === 'length') {
    const { lower, upper } = c.laws.limits;
    if (Number.isFinite(lower)) hold(c.ax + c.ux * lower, c.ay + c.uy * lower);
    if (Number.isFinite(upper)) hold(c.ax + c.ux * upper, c.ay + c.uy * upper);
  }
  if (c.kind === 'path') holdCurve(c);
}

function holdPlace({ ax, ay, bx, by }: Place): void {
  hold(ax, ay);
  hold(bx, by);
}

/** As far to all sides of A's frame as the curve's longest way from its first point may take it. */
function holdCurve(c: CoordinateView): void {
  if (c.pointCount === 0) return;
  const x = c.points[0];
  const y = c.points[1];
  const reach = Math.sqrt(x * x + y * y) + c.lengths[c.pointCount - 1];
  hold(c.ax - reach, c.ay - reach);
  hold(c.ax + reach, c.ay + reach);
}

function hold(x: number, y: number): void {
  if (x < box.minX) box.minX = x;
  if (x > box.maxX) box.maxX = x;
  if (y < box.minY) box.minY = y;
  if (y > box.maxY) box.maxY = y;
}
