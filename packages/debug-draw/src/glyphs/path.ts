import type { CoordinateView, JointView } from '@tenon/core/view';
import type { Detail } from '../detail';
import { lawsOnLine } from '../laws/on-line';
import { springOnAxis } from '../laws/spring';
import { ground } from '../marks/ground';
import { link } from '../marks/link';
import { carriage, carriageRim, plates } from '../marks/seat';
import { lengthStop } from '../marks/stop';
import type { Pen } from '../pen';
import { createSpot } from '../spot';
import type { Box } from '../surface';
import { PathTrack } from '../tracks/path-track';

/** How far a chord may leave its curve, px, and the most chords a curve is drawn with. */
const chordError = 0.25;
const mostChords = 256;

const track = new PathTrack();
/** What is seen, and how far beyond it a line is still drawn, world units. */
let shown: Readonly<Box> | null = null;
let margin = 0;
const spot = createSpot();

/** The curve, and what runs along it with its laws. */
export function drawPath(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const rim = carriageRim(view);
  track.set(pen.down, c);
  // Its chords are beside the segments that a joint may have: they are as many as the curve needs.
  const { room } = pen;
  pen.allow(mostChords);
  drawCurve(pen, c, mostChords);
  pen.allow(room);
  track.at(c.value, spot);
  carriage(pen, view, c.bx, c.by, spot.tx, spot.ty);
  if (view.bodyCount > 1) {
    const body = view.bodies[1];
    if (body.world) ground(pen, c.bx, c.by, rim, detail === 3);
    else link(pen, body, c.bx, c.by, rim);
  }
  if (c.laws.lock.on) plates(pen, track.at(c.laws.lock.target, spot), rim);
  if (c.laws.spring.on) springOnAxis(pen, track, c.value, c.laws.spring, rim, -1, 6, detail === 3);
  lawsOnLine(pen, track, c.value, c.laws, lengthStop, detail);
}

/** What is seen of the curve in chords that keep to it; in `most`, shorter ones where it bends, if those would be more. */
export function drawCurve(pen: Pen, c: CoordinateView, most: number): void {
  track.set(pen.down, c);
  look(pen.seen, pen.px);
  if (countChords(c, pen.px) > most) drawShares(pen, c, most);
  else drawChords(pen, c);
}

/** The segments that a joint's curves take where a pixel is `px` world units. */
export function curveSegments(view: JointView, px: number, seen: Readonly<Box> | null): number {
  let sum = 0;
  look(seen, px);
  for (let i = 0; i < view.coordinateCount; i++) {
    const c = view.coordinates[i];
    if (c.kind !== 'path') continue;
    track.set(1, c);
    sum += Math.min(countChords(c, px), mostChords);
  }
  return sum;
}

function look(seen: Readonly<Box> | null, px: number): void {
  shown = seen;
  margin = 4 * px;
}

/** True if some of the piece from point `i` to the next may be seen. */
function isSeen(i: number): boolean {
  if (shown === null) return true;
  const x0 = track.x(i);
  const y0 = track.y(i);
  const x1 = track.x(i + 1);
  const y1 = track.y(i + 1);
  return (
    Math.max(x0, x1) >= shown.minX - margin &&
    Math.min(x0, x1) <= shown.maxX + margin &&
    Math.max(y0, y1) >= shown.minY - margin &&
    Math.min(y0, y1) <= shown.maxY + margin
  );
}

function drawChords(pen: Pen, c: CoordinateView): void {
  const last = c.pointCount - 1;
  for (let from = 0, to: number; from < last; from = to) {
    to = chordEnd(c, from, pen.px);
    if (isSeen(from)) chord(pen, from, to);
  }
}

function countChords(c: CoordinateView, px: number): number {
  const last = c.pointCount - 1;
  let count = 0;
  for (let from = 0; from < last; from = chordEnd(c, from, px)) if (isSeen(from)) count++;
  return count;
}

/**
 * The point where a chord from the point `from` ends: it is seen or not, all of it. A way that turns leaves its chord by
 * length · turn / 4 or less.
 */
function chordEnd(c: CoordinateView, from: number, px: number): number {
  const { lengths, pointCount } = c;
  const most = 4 * chordError * px;
  const begins = isSeen(from);
  let turn = 0;
  let to = from + 1;
  for (; to < pointCount - 1; to++) {
    turn += bendAt(c, to);
    if (isSeen(to) !== begins || (begins && (lengths[to + 1] - lengths[from]) * turn > most)) break;
  }
  return to;
}

function drawShares(pen: Pen, c: CoordinateView, most: number): void {
  const last = c.pointCount - 1;
  let total = 0;
  let bends = 0;
  for (let i = 1; i <= last; i++) {
    if (!isSeen(i - 1)) continue;
    total += c.lengths[i] - c.lengths[i - 1];
    if (i < last) bends += bendAt(c, i);
  }
  // Length and bend, a share of each: straight parts have chords, too.
  const share = (total > 0 && bends > 0 ? 2 : 1) / most;
  let from = 0;
  let spent = 0;
  for (let i = 1; i <= last; i++) {
    if (!isSeen(i - 1)) {
      if (from < i - 1) chord(pen, from, i - 1);
      from = i;
      spent = 0;
      continue;
    }
    spent += total > 0 ? (c.lengths[i] - c.lengths[i - 1]) / total : 1 / last;
    if (bends > 0 && i < last) spent += bendAt(c, i) / bends;
    if (i < last && spent < share) continue;
    chord(pen, from, i);
    from = i;
    spent = 0;
  }
}

function chord(pen: Pen, from: number, to: number): void {
  pen.line(pen.structure, track.x(from), track.y(from), track.x(to), track.y(to), pen.structureWeight);
}

/** How much the curve turns at its point `i`: the sine, 2 where it turns back. */
function bendAt({ points, lengths }: CoordinateView, i: number): number {
  const at = 2 * i;
  const dx = points[at] - points[at - 2];
  const dy = points[at + 1] - points[at - 1];
  const ex = points[at + 2] - points[at];
  const ey = points[at + 3] - points[at + 1];
  if (dx * ex + dy * ey < 0) return 2;
  const size = (lengths[i] - lengths[i - 1]) * (lengths[i + 1] - lengths[i]);
  return size > 0 ? Math.abs(dx * ey - dy * ex) / size : 0;
}
