import { JointFlag, type CoordinateKind, type JointView } from '@tenon/core/view';
import { isInView } from './cull';
import { detailOf, reachOf, type Detail } from './detail';
import { DetailBudget, lowered } from './detail-budget';
import { drawContact } from './draw-contact';
import { drawJoint, type JointStyle } from './draw-joint';
import type { DrawHooks } from './draw-hooks';
import type { FrameCounts } from './frame-counts';
import type { Glyph } from './glyphs/glyph';
import { curveSegments } from './glyphs/path';
import { Labels } from './labels';
import { type Corner, Legend } from './legend/legend';
import type { Palette } from './palette';
import type { Pen } from './pen';
import { asPose } from './planar-pose';
import { seatOf } from './seat-place';
import { highStress } from './shade';
import type { ShownContact } from './source';
import { createSpot } from './spot';
import type { Tints } from './tints';
import type { AngleUnit } from './wording';

/** What a frame is drawn by; read anew at every joint. */
export interface FrameSettings {
  detail: 'auto' | Detail;
  scale: number;
  labels: 'none' | 'hover' | 'selected' | 'all';
  labelLines: number;
  legend: boolean | Corner;
  angles: AngleUnit;
  halo: boolean;
  /** segments; null: the surface's own */
  budget: number | null;
  filter: ((view: JointView) => boolean) | null;
  glyphs: Partial<Record<CoordinateKind, Glyph>>;
  selected: object | null;
  hovered: object | null;
}

const seat = createSpot();

/** Draws the joints of one frame after another within a budget, and what stands around them: labels and a legend. */
export class Frame {
  readonly pen: Pen;
  readonly counts: FrameCounts = { joints: 0, drawn: 0, segments: 0, bias: 0, leftOut: 0, unnamed: 0 };
  readonly labels = new Labels();
  readonly tints: Tints;
  readonly #settings: FrameSettings;
  readonly #budget = new DetailBudget();
  #legend: Legend | null = null;
  readonly #style: JointStyle;

  constructor(pen: Pen, settings: FrameSettings, tints: Tints, hooks: DrawHooks) {
    this.pen = pen;
    this.tints = tints;
    this.#settings = settings;
    this.#style = { hooks };
  }

  begin(): void {
    const { counts, pen } = this;
    pen.begin();
    this.#budget.begin(this.#allowance);
    counts.joints = 0;
    counts.drawn = 0;
    counts.leftOut = 0;
    counts.bias = this.#budget.bias;
    this.labels.scale = this.#settings.scale;
    this.labels.lines = this.#settings.labelLines;
    this.labels.angles = this.#settings.angles;
    this.labels.begin();
  }

  /** Draws a joint if it passes the filter, is in view, and there is room for it. */
  joint(view: JointView): void {
    const { counts, pen } = this;
    const settings = this.#settings;
    if (settings.filter && !settings.filter(view)) return;
    counts.joints++;
    seatOf(view, seat);
    const px = pen.surface.px(seat.x, seat.y);
    const seen = pen.surface.view;
    if (seen && !isInView(view, seen, px)) return;

    const detail = this.#detailOf(view, px);
    if (detail === null) {
      counts.leftOut++;
      return;
    }
    counts.drawn++;
    drawJoint(pen, view, this.styleOf(view, detail));
    this.#label(view);
    this.#wantedLegend?.note(asPose(view));
  }

  /** Draws a contact, if segments are left. */
  contact(contact: ShownContact): void {
    if (!this.hasRoom) return;
    drawContact(this.pen, contact, this.#settings.scale);
    this.#wantedLegend?.noteContact();
  }

  /** False once the segments that a frame may have are drawn. */
  get hasRoom(): boolean {
    return this.pen.segments < this.#allowance;
  }

  /** Hands the frame to the surface. */
  end(palette: Palette): void {
    const { counts, pen, labels } = this;
    const legend = this.#wantedLegend;
    const { legend: corner, scale } = this.#settings;
    counts.segments = pen.segments;
    pen.mark();
    labels.draw(pen, legend ? legend.place(corner === true || corner === false ? 'top-left' : corner, scale) : null);
    counts.unnamed = labels.leftOut;
    pen.end(palette, this.#settings.halo, legend ? legend.draw(counts) : null);
  }

  /** How a joint is drawn at a level; the same object at every call. */
  styleOf(view: JointView, detail: Detail): JointStyle {
    const style = this.#style;
    const { scale, glyphs, selected, hovered } = this.#settings;
    style.detail = detail;
    style.scale = scale;
    style.glyphs = glyphs;
    style.calm = this.tints.roleOf(view.color);
    style.selected = view.joint === selected;
    style.hovered = view.joint === hovered;
    return style;
  }

  /** The level a joint has in this frame, without counting it. */
  levelOf(view: JointView, px: number): Detail {
    const asked = this.#asked(view, px);
    return this.#isImportant(view) ? asked : lowered(asked, this.#budget.bias);
  }

  get #wantedLegend(): Legend | null {
    if (!this.#settings.legend) this.#legend = null;
    else this.#legend ??= new Legend(this.pen.surface);
    return this.#legend;
  }

  get #allowance(): number {
    return this.#settings.budget ?? this.pen.surface.budget;
  }

  /** The level for this joint: what it asks for, less what the budget takes; null if there is no room left. */
  #detailOf(view: JointView, px: number): Detail | null {
    const asked = this.#asked(view, px);
    if (this.#isImportant(view)) return asked;
    const given = this.#budget.take(asked, curveSegments(view, px, this.pen.seen));
    return this.counts.bias === 3 && this.pen.segments >= this.#allowance ? null : given;
  }

  #asked(view: JointView, px: number): Detail {
    const { detail, selected, hovered } = this.#settings;
    const marked = view.joint === selected || view.joint === hovered;
    if (marked || view.flags & (JointFlag.dragging | JointFlag.broken)) return 3;
    return detail === 'auto' ? detailOf(reachOf(view) / px) : detail;
  }

  /** What somebody looks at, or should. */
  #isImportant(view: JointView): boolean {
    const { selected, hovered } = this.#settings;
    const shown = JointFlag.dragging | JointFlag.broken;
    return view.stress >= highStress || (view.flags & shown) !== 0 || view.joint === selected || view.joint === hovered;
  }

  #label(view: JointView): void {
    const { labels, selected, hovered } = this.#settings;
    if (labels === 'none') return;
    const marked = view.joint === hovered || (labels !== 'hover' && view.joint === selected);
    if (marked || labels === 'all') this.labels.add(this.pen, view, marked);
  }
}
