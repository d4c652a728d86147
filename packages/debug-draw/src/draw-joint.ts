import { JointFlag, type CoordinateKind, type JointView } from '@tenon/core/view';
import { detailOf, reachOf, signScale, type Detail } from './detail';
import { drawBroken } from './glyphs/broken';
import { glyphs } from './glyphs/index';
import type { Glyph } from './glyphs/glyph';
import { drawNothing } from './glyphs/nothing';
import { clamp } from './numbers';
import type { DrawHooks } from './draw-hooks';
import type { Role } from './ink';
import { drawDot, drawLow } from './low';
import { brackets, loadBar, sleepMark, strikeMark } from './marks/state';
import type { Pen } from './pen';
import { asPose } from './planar-pose';
import { seatOf } from './seat-place';
import { structureRole, structureWeight } from './shade';
import { createSpot } from './spot';

/** How a joint is drawn. */
export interface JointStyle {
  /** how much is drawn; `auto`: what its screen size allows */
  detail?: 'auto' | Detail;
  /** size of signs, 1 … 2 */
  scale?: number;
  /** ink of the structure while it is not loaded; default `load0` */
  calm?: Role;
  /** with brackets */
  selected?: boolean;
  /** with smaller brackets */
  hovered?: boolean;
  /** instead of the usual glyph of a kind of coordinate */
  glyphs?: Partial<Record<CoordinateKind, Glyph>>;
  /** runs the drawing that joints bring along */
  hooks?: DrawHooks;
}

/** The most segments of a joint's glyphs at each level, but for the curves of paths, and of the marks around them. */
const mostSegments = [2, 8, 64, 64] as const;
const mostMarks = 16;

const seat = createSpot();

/** Draws one joint: a glyph for each of its coordinates with their laws, and the marks of its state. */
export function drawJoint(pen: Pen, joint: JointView, style: JointStyle = {}): void {
  const view = asPose(joint);
  const { detail: asked = 'auto', scale = 1, selected = false, hovered = false } = style;
  seatOf(view, seat);
  pen.at(seat.x, seat.y, 1);
  const reach = reachOf(view) / pen.px;
  const detail = asked === 'auto' ? (selected || hovered ? 3 : detailOf(reach)) : asked;
  pen.u = pen.px * clamp(scale, 0.1, 10) * signScale(reach, detail);
  pen.mark(mostSegments[detail]);
  pen.structure = structureRole(view, style.calm);
  pen.structureWeight = structureWeight(view);

  if (view.flags & JointFlag.broken) {
    drawBroken(pen, view);
  } else {
    pen.dim = view.flags & JointFlag.disabled ? 2 : view.flags & JointFlag.asleep ? 1 : 0;
    drawGlyphs(pen, view, detail, style);
    pen.allow(mostMarks);
    if (detail === 3) drawState(pen, view);
  }
  pen.dim = 0;
  if (selected || hovered) brackets(pen, selected);
  pen.allow(Infinity);
}

function drawGlyphs(pen: Pen, view: JointView, detail: Detail, style: JointStyle): void {
  if (detail >= 2 && style.hooks?.run(pen, view, detail)) return;
  if (detail === 0) drawDot(pen, view);
  else if (detail === 1) drawLow(pen, view);
  else if (view.coordinateCount === 0) drawNothing(pen, view);
  else drawCoordinates(pen, view, detail, style);
}

/** In reverse, because the hardest come last and are what the others stand on. */
function drawCoordinates(pen: Pen, view: JointView, detail: Detail, style: JointStyle): void {
  for (let i = view.coordinateCount - 1; i >= 0; i--) {
    const c = view.coordinates[i];
    const draw = style.glyphs?.[c.kind] ?? glyphs[c.kind];
    draw(pen, c, view, detail);
  }
}

/** How loaded, asleep, disabled. The load pales with its joint, the other marks do not. */
function drawState(pen: Pen, view: JointView): void {
  seatOf(view, seat);
  loadBar(pen, view);
  pen.dim = 0;
  if (view.flags & JointFlag.asleep) sleepMark(pen, seat.x, seat.y);
  if (view.flags & JointFlag.disabled) strikeMark(pen, seat.x, seat.y);
}
