import {
  addBodyView,
  addCoordinateView,
  addTermView,
  createJointView,
  type BodyView,
  type CoordinateKind,
  type CoordinateView,
  type JointView,
  type LawView,
  type TermView,
} from '@tenon/core/view';

type Point = readonly [x: number, y: number];

/** A joint view made by hand, for legends, tests and pictures. Places are pixels, y down. */
export class Sketch {
  readonly view: JointView = createJointView();

  constructor(type: string, fields: Partial<JointView> = {}) {
    Object.assign(this.view, { type, name: type }, fields);
  }

  world(): this {
    addBodyView(this.view).world = true;
    return this;
  }

  body(place: Point, fields: Partial<BodyView> = {}): this {
    Object.assign(addBodyView(this.view), { x: place[0], y: place[1], angle: 0, radius: 0 }, fields);
    return this;
  }

  /** The next coordinate: A's frame at `a`, B's at `b`. */
  coordinate(
    name: string,
    kind: CoordinateKind,
    a: Point,
    b: Point,
    fields: Partial<CoordinateView> = {},
  ): CoordinateView {
    const c = addCoordinateView(this.view, name, kind);
    Object.assign(c, { ax: a[0], ay: a[1], aAngle: 0, bx: b[0], by: b[1], bAngle: 0, zero: 0, gain: 1 }, fields);
    return c;
  }
}

/** The next summand of a coordinate: A's frame at `a`, B's at `b`. */
export function term(
  c: CoordinateView,
  kind: TermView['kind'],
  a: Point,
  b: Point,
  fields: Partial<TermView> = {},
): TermView {
  const t = addTermView(c, kind);
  return Object.assign(t, { ax: a[0], ay: a[1], bx: b[0], by: b[1], zero: 0, gain: 1, weight: 1, value: 0 }, fields);
}

/** Switches a law on, unloaded and without a cap but for `fields`. */
export function on<L extends LawView>(law: L, fields: Partial<L> = {}): L {
  return Object.assign(law, { on: true, force: 0, cap: Infinity }, fields);
}
