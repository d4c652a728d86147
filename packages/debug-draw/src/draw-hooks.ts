import { readOnly } from '@tenon/core/bare';
import type { CoordinateView, JointView } from '@tenon/core/view';
import type { Detail } from './detail';
import type { Role } from './ink';
import { lawsOnArc } from './laws/on-arc';
import { lawsOnLine } from './laws/on-line';
import { springOnAxis } from './laws/spring';
import { chevron } from './marks/arrow';
import { coil } from './marks/coil';
import { gauge } from './marks/gauge';
import { bolt, pin, seatRim } from './marks/seat';
import { railStop } from './marks/stop';
import type { Pen } from './pen';
import { ArcTrack } from './tracks/arc-track';
import { LineTrack } from './tracks/line-track';

/** What a joint's own `draw` gets: the pen, and the usual signs at places of its choice. All places are world units. */
export interface Debug {
  readonly pen: Pen;
  /** the joint, as it is seen */
  readonly view: JointView;
  /** how much is to be drawn */
  readonly detail: Detail;
  /** the ink of the structure under the present load */
  readonly ink: Role;
  /** Where bodies meet: a ring if they turn about it, else a bolted square. */
  pin(x: number, y: number, turns: boolean): void;
  /** A spring between two places. */
  coil(ax: number, ay: number, bx: number, by: number): void;
  /** From (x, y) along (dx, dy). */
  arrow(x: number, y: number, dx: number, dy: number): void;
  /** Text beside a place. */
  label(x: number, y: number, text: string): void;
  /** The laws of a coordinate: round the place of B, along its axis, or on a gauge. */
  laws(coordinate: CoordinateView, as: 'arc' | 'line' | 'gauge'): void;
}

/** A joint that draws itself. */
export interface Drawable {
  /** Returning true replaces the usual glyphs. */
  draw(debug: Debug): unknown;
}

/** Runs the `draw` of joints that have one; one that throws is reported once and not called again. */
export class DrawHooks {
  readonly #report: (error: unknown, joint: object) => void;
  readonly #failed = new WeakSet();
  #debug: JointDebug | null = null;

  constructor(report: (error: unknown, joint: object) => void) {
    this.#report = report;
  }

  /** True if the joint has drawn itself and wants nothing else. */
  run(pen: Pen, view: JointView, detail: Detail): boolean {
    const { joint } = view;
    if (!isDrawable(joint) || this.#failed.has(joint)) return false;
    const debug = (this.#debug ??= new JointDebug(pen, view));
    debug.pen = pen;
    debug.view = view;
    debug.detail = detail;
    try {
      return joint.draw(debug) === true;
    } catch (error) {
      this.#failed.add(joint);
      this.#report(error, joint);
      return false;
    }
  }
}

function isDrawable(joint: object): joint is Drawable {
  return 'draw' in joint && typeof joint.draw === 'function';
}

const arc = new ArcTrack();
const line = new LineTrack();

class JointDebug implements Debug {
  pen: Pen;
  view: JointView;
  detail: Detail = 3;

  constructor(pen: Pen, view: JointView) {
    readOnly(JointDebug.prototype, () => 'Debug');
    this.pen = pen;
    this.view = view;
  }

  get ink(): Role {
    return this.pen.structure;
  }

  pin(x: number, y: number, turns: boolean): void {
    if (turns) pin(this.pen, x, y);
    else bolt(this.pen, x, y);
  }

  coil(ax: number, ay: number, bx: number, by: number): void {
    coil(this.pen, 'spring', ax, ay, bx, by, 6, 4.5, 3);
  }

  arrow(x: number, y: number, dx: number, dy: number): void {
    const length = Math.sqrt(dx * dx + dy * dy);
    this.pen.line('drive', x, y, x + dx, y + dy);
    if (length > 0) chevron(this.pen, 'drive', x + dx, y + dy, dx / length, dy / length, 4.5);
  }

  label(x: number, y: number, text: string): void {
    this.pen.text('text', x, y, text);
  }

  laws(c: CoordinateView, as: 'arc' | 'line' | 'gauge'): void {
    const { pen, detail } = this;
    if (as === 'arc') {
      lawsOnArc(pen, arc.set(pen, c.bx, c.by, c), c.value, c.laws, detail);
    } else if (as === 'line') {
      line.set(pen.down, c.ax, c.ay, c.ux, c.uy);
      if (c.laws.spring.on) springOnAxis(pen, line, c.value, c.laws.spring, seatRim, -1, 6, detail === 3);
      lawsOnLine(pen, line, c.value, c.laws, railStop, detail);
    } else {
      gauge(pen, c.bx, c.by + pen.down * 15 * pen.u, c.value, c.laws, detail);
    }
  }
}
