import { JointFlag, type CoordinateView, type JointView } from '@tenon/core/view';
import { on, Sketch } from '../../src/sketch';
import { box, disc, type Row, type State } from './state';

interface Slide {
  type: string;
  label: string;
  value: number;
  /** the angle is locked */
  square?: boolean;
  /** how far off the line B is */
  offset?: number;
  fields?: Partial<JointView>;
  laws?: (slide: CoordinateView) => void;
}

/** Something on a horizontal line through the middle of the picture, held by the world. */
function slide({ type, label, value, square = false, offset = 0, fields = {}, laws = () => {} }: Slide): State {
  const turned = square ? 0 : 0.4;
  const b: [number, number] = [value, offset];
  const sketch = new Sketch(type, fields).world().body(b, { radius: 22, angle: turned });
  laws(sketch.coordinate('slide', 'axis', [0, 0], b, { ux: 1, uy: 0, value, rate: 0 }));
  if (square) on(sketch.coordinate('angle', 'angle', [0, 0], b, { value: 0, rate: 0 }).laws.lock, { target: 0 });
  const guide = sketch.coordinate('offset', 'axis', [0, 0], b, { ux: 0, uy: 1, value: offset, rate: 0 });
  on(guide.laws.lock, { target: 0 });
  return { label, view: sketch.view, shapes: [box(...b, 30, 20, turned)] };
}

const bounds = ({ laws }: CoordinateView) => on(laws.limits, { lower: -40, upper: 40 });

/** A hub under a chassis, on a vertical spring between two bump stops. */
function wheel(label: string, lift: number, spin: (c: CoordinateView) => void, fields: Partial<JointView> = {}): State {
  const hub: [number, number] = [0, 16 - lift];
  const rest: [number, number] = [0, 16];
  const sketch = new Sketch('wheel', fields).body([0, -32], { radius: 17 }).body(hub, { radius: 18 });
  const suspension = sketch.coordinate('suspension', 'axis', rest, hub, { ux: 0, uy: -1, value: lift, rate: 0 });
  const atTop = lift >= 14;
  on(suspension.laws.limits, { lower: -10, upper: 14, active: atTop ? 1 : 0 });
  on(suspension.laws.spring, { rest: 0 });
  spin(sketch.coordinate('spin', 'angle', rest, hub, { zero: -1.6 }));
  on(sketch.coordinate('offset', 'axis', rest, hub, { ux: 1, uy: 0, value: 0, rate: 0 }).laws.lock, { target: 0 });
  return { label, view: sketch.view, shapes: [box(0, -32, 56, 12), disc(...hub, 17)] };
}

/** A sine as a polyline of `n` points across the picture. */
function curve(n: number): { points: Float64Array; lengths: Float64Array; pointCount: number } {
  const points = new Float64Array(2 * n);
  const lengths = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const x = -44 + (88 * i) / (n - 1);
    const y = -14 * Math.sin(((x + 44) / 88) * -2 * Math.PI);
    points[2 * i] = x;
    points[2 * i + 1] = y;
    if (i > 0) lengths[i] = lengths[i - 1] + Math.hypot(x - points[2 * i - 2], y - points[2 * i - 1]);
  }
  return { points, lengths, pointCount: n };
}

function path(label: string, at: number, laws: (c: CoordinateView) => void, fields: Partial<JointView> = {}): State {
  const { points, lengths, pointCount } = curve(45);
  const b: [number, number] = [points[2 * at], points[2 * at + 1]];
  const sketch = new Sketch('path', fields).world().body(b, { radius: 10 });
  laws(sketch.coordinate('travel', 'path', [0, 0], b, { points, lengths, pointCount, value: lengths[at], rate: 0 }));
  return { label, view: sketch.view, shapes: [box(...b, 25, 16, 0.1)] };
}

export const sliding: Row[] = [
  {
    name: 'line / groove',
    states: [
      slide({ type: 'line', label: 'line (no ends)', value: 10 }),
      slide({ type: 'groove', label: 'groove', value: -10, laws: bounds }),
      slide({
        type: 'groove',
        label: 'at end, offset error',
        value: 40,
        offset: 4,
        fields: { stress: 0.6, stressPeak: 0.65, flags: JointFlag.atLimit },
        laws: ({ laws }) => on(laws.limits, { lower: -40, upper: 40, active: 1 }),
      }),
    ],
  },
  {
    name: 'prismatic',
    states: [
      slide({ type: 'prismatic', label: 'limits', value: 8, square: true, laws: bounds }),
      slide({
        type: 'prismatic',
        label: 'motor',
        value: -12,
        square: true,
        fields: { stress: 0.55, stressPeak: 0.6 },
        laws: (c) => {
          bounds(c);
          on(c.laws.motor, { speed: 3, force: 20, cap: 60 });
        },
      }),
      slide({
        type: 'prismatic',
        label: 'at limit',
        value: 36,
        square: true,
        fields: { stress: 1.1, stressPeak: 1.2, flags: JointFlag.atLimit },
        laws: ({ laws }) => {
          on(laws.limits, { lower: -40, upper: 36, active: 1 });
          on(laws.motor, { speed: 3, force: 60, cap: 60 });
        },
      }),
    ],
  },
  {
    name: 'prismatic 2',
    states: [
      slide({
        type: 'prismatic',
        label: 'spring',
        value: 2,
        square: true,
        laws: ({ laws }) => on(laws.spring, { rest: -6, force: -2 }),
      }),
      slide({
        type: 'prismatic',
        label: 'servo',
        value: -8,
        square: true,
        laws: ({ laws }) => on(laws.motor, { target: 30, speed: 2, force: 2, cap: 20 }),
      }),
      slide({
        type: 'prismatic',
        label: 'friction + ratchet',
        value: 0,
        square: true,
        laws: ({ laws }) => {
          on(laws.friction, { force: 1, cap: 8 });
          on(laws.ratchet, { tooth: 7, phase: 0 });
        },
      }),
    ],
  },
  {
    name: 'slide, other',
    states: [
      slide({
        type: 'prismatic',
        label: 'locked, brake',
        value: 5,
        square: true,
        laws: ({ laws }) => on(laws.lock, { target: 5 }),
      }),
      slide({
        type: 'prismatic',
        label: 'brake, open above',
        value: 0,
        square: true,
        laws: ({ laws }) => {
          on(laws.motor, { speed: 0, force: 3, cap: 9 });
          on(laws.limits, { lower: -20, upper: Infinity });
        },
      }),
      slide({ type: 'line', label: 'asleep', value: 5, fields: { flags: JointFlag.asleep }, laws: bounds }),
    ],
  },
  {
    name: 'wheel',
    states: [
      wheel('rest', 0, () => {}),
      wheel('driven', 5, ({ laws }) => on(laws.motor, { speed: 10, force: 8, cap: 40 })),
      wheel('at bump stop', 14, ({ laws }) => on(laws.motor, { speed: 10, force: 40, cap: 40 }), {
        stress: 0.85,
        stressPeak: 0.9,
        flags: JointFlag.atLimit,
      }),
    ],
  },
  {
    name: 'path',
    states: [
      path('free', 12, () => {}),
      path(
        'limits, motor',
        22,
        ({ laws, lengths }) => {
          on(laws.limits, { lower: lengths[4], upper: lengths[40] });
          on(laws.motor, { speed: 3, force: 6, cap: 20 });
        },
        { stress: 0.3, stressPeak: 0.33 },
      ),
      path('at end', 40, ({ laws, lengths }) => on(laws.limits, { lower: lengths[4], upper: lengths[40], active: 1 }), {
        stress: 0.6,
        stressPeak: 0.9,
        flags: JointFlag.atLimit,
      }),
    ],
  },
];
