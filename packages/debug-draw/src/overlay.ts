import type { CoordinateKind, JointView } from '@tenon/core/view';
import { isDiscInView } from './cull';
import { describeJoint } from './describe';
import type { Detail } from './detail';
import { DrawHooks } from './draw-hooks';
import { drawBody, outlineRadius } from './draw-body';
import { Fading } from './fading';
import { Frame, type FrameSettings } from './frame';
import type { FrameCounts } from './frame-counts';
import type { Glyph } from './glyphs/glyph';
import { usualLines } from './labels';
import type { Corner } from './legend/legend';
import { checkOption, checkOptions, type OverlayOptions } from './overlay-options';
import { createPalette, faintRoles, type Palette, type Theme } from './palette';
import { Pen } from './pen';
import { Picker } from './picking';
import { check, isFiniteNumber } from './check';
import { seatOf } from './seat-place';
import { createSpot } from './spot';
import type { Surface } from './surface';
import { Tints } from './tints';
import type { ShownBody, ShownContact, Source } from './source';
import type { AngleUnit } from './wording';

/** A body of this many pixels is too small to have an outline. */
const smallestBody = 1.5;

const seat = createSpot();

/** What it draws, and how. */
interface Settings extends FrameSettings {
  showBodies: boolean;
  showContacts: boolean;
  showAsleep: boolean;
}

/** Those that are fields, checked when they are set. */
const FIELDS = [
  'detail',
  'scale',
  'labels',
  'labelLines',
  'legend',
  'angles',
  'halo',
  'budget',
  'showBodies',
  'showContacts',
  'showAsleep',
  'filter',
  'glyphs',
  'selected',
  'hovered',
] as const satisfies readonly (keyof Settings)[];

/** Draws bodies and joints onto a surface. Every field may be set at any time and counts from the next frame on. */
export class Overlay implements Settings {
  declare detail: 'auto' | Detail;
  declare scale: number;
  declare labels: 'none' | 'hover' | 'selected' | 'all';
  declare labelLines: number;
  declare legend: boolean | Corner;
  declare angles: AngleUnit;
  declare halo: boolean;
  declare budget: number | null;
  declare showBodies: boolean;
  declare showContacts: boolean;
  declare showAsleep: boolean;
  declare filter: ((view: JointView) => boolean) | null;
  declare glyphs: Partial<Record<CoordinateKind, Glyph>>;
  declare selected: object | null;
  declare hovered: object | null;
  readonly #surface: Surface;
  readonly #settings: Settings;
  readonly #source: Source;
  readonly #frame: Frame;
  readonly #fading = new Fading();
  readonly #unsubscribe: (() => void)[];
  readonly #now: () => number;
  readonly #report: (error: unknown, joint: object | null) => void;
  readonly #tints: Tints;
  #tintCount = 0;
  #theme: Theme = 'dark';
  #palette: Palette = createPalette('dark');
  #picker: Picker | null = null;
  #alpha = 1;

  constructor(source: Source, surface: Surface, given: OverlayOptions = {}) {
    const options = checkOptions(given);
    this.#surface = surface;
    this.#settings = {
      detail: options.detail ?? 'auto',
      scale: options.scale ?? 1,
      labels: options.labels ?? 'hover',
      labelLines: options.labelLines ?? usualLines,
      legend: options.legend ?? false,
      angles: options.angles ?? 'radians',
      halo: options.halo ?? false,
      budget: options.budget ?? null,
      showBodies: options.showBodies ?? true,
      showContacts: options.showContacts ?? true,
      showAsleep: options.showAsleep ?? true,
      filter: options.filter ?? null,
      glyphs: options.glyphs ?? {},
      selected: options.selected ?? null,
      hovered: options.hovered ?? null,
    };
    this.#source = source;
    this.#now = options.now ?? systemSeconds;
    this.#report = options.report ?? reportToConsole;
    this.#tints = new Tints((error) => this.#report(error, null));
    this.#frame = new Frame(new Pen(surface), this.#settings, this.#tints, new DrawHooks(this.#report));
    this.#frame.labels.lengthUnit = source.lengthUnit;
    this.lengthName = options.lengthName ?? '';
    this.theme = options.theme ?? 'dark';
    this.#unsubscribe = [
      source.onBreaking((view) => this.#fading.remember(view)),
      source.onBroken((joint) => this.#fading.breaks(joint, this.#now())),
    ];
  }

  static {
    for (const key of FIELDS)
      Object.defineProperty(this.prototype, key, {
        get(this: Overlay) {
          return this.#settings[key];
        },
        set(this: Overlay, value: never) {
          this.#settings[key] = checkOption(key, value);
        },
      });
  }

  /** What it draws onto. */
  get surface(): Surface {
    return this.#surface;
  }

  /** What a world unit is called in labels. */
  get lengthName(): string {
    return this.#frame.labels.lengthName;
  }

  set lengthName(name: string) {
    this.#frame.labels.lengthName = checkOption('lengthName', name);
  }

  /** Colours, by name or by role. Throws on a colour that is not `#rgb` or `#rrggbb`. */
  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    const kept = checkOption('theme', theme);
    this.#palette = createPalette(kept, this.#tints.colors);
    this.#theme = kept;
    this.#picker = null;
    const faint = faintRoles(kept);
    if (faint.length > 0) this.#report(`Colours with a contrast below 3 : 1: ${faint.join(', ')}`, null);
  }

  /** The colours of the theme, ready for a surface. */
  get palette(): Palette {
    return this.#palette;
  }

  /** What became of the last frame: a copy. */
  get counts(): Readonly<FrameCounts> {
    return { ...this.#frame.counts };
  }

  /** Draws a frame: at the present poses, or, where sprites show them between two fixed steps, at `world.alpha`. */
  draw(alpha = 1): void {
    check('DebugDraw.draw.alpha', 'be a finite number', alpha, isFiniteNumber(alpha));
    this.#alpha = alpha;
    const frame = this.#frame;
    frame.begin();
    if (this.showBodies) this.#source.bodies(this.#drawBody, alpha);
    this.#source.joints(this.#drawJoint, alpha, this.showAsleep);
    this.#fading.visit(this.#now(), this.#drawJoint);
    if (this.showContacts) this.#source.contacts(this.#drawContact);
    this.#addTints();
    frame.end(this.#palette);
  }

  /** The joint whose strokes are within 6 px of a place, as last drawn; the nearest, of equal ones the smallest. */
  pick(x: number, y: number): object | null {
    check('DebugDraw.pick.x', 'be a number', x, typeof x === 'number');
    check('DebugDraw.pick.y', 'be a number', y, typeof y === 'number');
    const picker = (this.#picker ??= new Picker(this.surface, this.#palette));
    picker.begin(x, y);
    this.#source.joints((view) => this.#offer(picker, view), this.#alpha, this.showAsleep);
    return picker.found;
  }

  /** A line of text for every joint: name, values, states, load. */
  describe(): string[] {
    const lines: string[] = [];
    const visit = (view: JointView) => {
      if (!this.filter || this.filter(view))
        lines.push(describeJoint(view, this.lengthName, this.#source.lengthUnit, this.angles));
    };
    this.#source.joints(visit, 1, this.showAsleep);
    return lines;
  }

  /** Listens to nothing any more. May be called twice. */
  dispose(): void {
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
  }

  readonly #drawJoint = (view: JointView): void => this.#frame.joint(view);

  readonly #drawBody = (body: ShownBody): void => {
    const { shape, x, y, angle, asleep } = body;
    if (!shape || (asleep && !this.showAsleep)) return;
    const radius = outlineRadius(shape);
    const { view } = this.surface;
    if (radius < smallestBody * this.surface.px(x, y) || (view && !isDiscInView(x, y, radius, view))) return;
    drawBody(this.#frame.pen, shape, x, y, angle, asleep ? 1 : 0);
  };

  readonly #drawContact = (contact: ShownContact): void => {
    if (!contact.asleep || this.showAsleep) this.#frame.contact(contact);
  };

  /** A new colour among the joints makes a new palette. */
  #addTints(): void {
    const { colors } = this.#tints;
    if (colors.length === this.#tintCount) return;
    this.#tintCount = colors.length;
    this.#palette = createPalette(this.#theme, colors);
    this.#picker = null;
  }

  #offer(picker: Picker, view: JointView): void {
    if (this.filter && !this.filter(view)) return;
    seatOf(view, seat);
    const level = this.#frame.levelOf(view, this.surface.px(seat.x, seat.y));
    picker.offer(view, this.#frame.styleOf(view, level), level);
  }
}

function systemSeconds(): number {
  return performance.now() / 1000;
}

function reportToConsole(error: unknown, joint: object | null): void {
  console.warn('Tenon debug-draw:', error, ...(joint ? [joint] : []));
}
