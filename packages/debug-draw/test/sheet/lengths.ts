import { JointFlag, type CoordinateView, type JointView } from '@tenon/core/view';
import { on, Sketch } from '../../src/sketch';
import { box, type Row, type State } from './state';

type Point = [number, number];

interface Span {
  type: string;
  label: string;
  a: Point;
  b: Point;
  /** centres of the bodies, relative to their anchors; none: the world */
  bodyA?: Point;
  bodyB?: Point;
  fields?: Partial<JointView>;
  laws: (length: CoordinateView) => void;
}

function span({ type, label, a, b, bodyA, bodyB = [0, 0], fields = {}, laws }: Span): State {
  const sketch = new Sketch(type, fields);
  const shapes = [];
  if (bodyA) {
    sketch.body([a[0] + bodyA[0], a[1] + bodyA[1]], { radius: 10 });
    shapes.push(box(a[0] + bodyA[0], a[1] + bodyA[1], 20, 16));
  } else {
    sketch.world();
  }
  sketch.body([b[0] + bodyB[0], b[1] + bodyB[1]], { radius: 10 });
  shapes.push(box(b[0] + bodyB[0], b[1] + bodyB[1], 20, 16));
  const value = Math.hypot(b[0] - a[0], b[1] - a[1]);
  laws(
    sketch.coordinate('length', 'length', a, b, {
      value,
      rate: 0,
      ux: (b[0] - a[0]) / value,
      uy: (b[1] - a[1]) / value,
    }),
  );
  return { label, view: sketch.view, shapes };
}

/** Between two bodies left and right of the middle. */
function bar(type: string, label: string, half: number, laws: Span['laws'], fields: Partial<JointView> = {}): State {
  return span({ type, label, a: [-half, 0], b: [half, 0], bodyA: [-9, 0], bodyB: [9, 0], fields, laws });
}

const rod = ({ laws, value }: CoordinateView) => on(laws.lock, { target: value });

export const lengths: Row[] = [
  {
    name: 'distance / pin',
    states: [
      bar('distance', 'rod', 28, rod),
      span({
        type: 'distance',
        label: 'loaded',
        a: [-28, 8],
        b: [28, -8],
        bodyA: [-9, 0],
        bodyB: [9, 0],
        fields: { stress: 0.9, stressPeak: 0.95 },
        laws: rod,
      }),
      span({ type: 'pin', label: 'to the world', a: [0, -26], b: [18, 16], bodyB: [0, 7], laws: rod }),
    ],
  },
  {
    name: 'slide (min, max)',
    states: [
      bar('slide', 'free', 22, ({ laws }) => on(laws.limits, { lower: 28, upper: 64 })),
      bar('slide', 'at max', 32, ({ laws }) => on(laws.limits, { lower: 28, upper: 64, active: 1 }), {
        stress: 0.6,
        stressPeak: 0.62,
        flags: JointFlag.atLimit,
      }),
      bar('slide', 'winch (motor)', 24, ({ laws }) => {
        on(laws.limits, { lower: 28, upper: 64 });
        on(laws.motor, { speed: -1, force: -2, cap: 40 });
      }),
    ],
  },
  {
    name: 'rope',
    states: [
      span({
        type: 'rope',
        label: 'slack',
        a: [-5, -28],
        b: [16, 0],
        bodyB: [0, 9],
        fields: { flags: JointFlag.slack },
        laws: ({ laws }) => on(laws.limits, { lower: -Infinity, upper: 52 }),
      }),
      span({
        type: 'rope',
        label: 'taut',
        a: [0, -28],
        b: [0, 18],
        bodyB: [0, 9],
        fields: { stress: 0.3, stressPeak: 0.4, flags: JointFlag.atLimit },
        laws: ({ laws, value }) => on(laws.limits, { lower: -Infinity, upper: value, active: 1 }),
      }),
      span({
        type: 'rope',
        label: 'loaded',
        a: [0, -28],
        b: [0, 18],
        bodyB: [0, 9],
        fields: { stress: 0.9, stressPeak: 0.95, flags: JointFlag.atLimit | JointFlag.breakable },
        laws: ({ laws, value }) => on(laws.limits, { lower: -Infinity, upper: value, active: 1 }),
      }),
    ],
  },
  {
    name: 'damped-spring',
    states: [
      bar('damped-spring', 'rest', 24, ({ laws }) => on(laws.spring, { rest: 48 })),
      bar('damped-spring', 'stretched', 34, ({ laws }) => on(laws.spring, { rest: 48, force: -30 }), {
        stress: 0.6,
        stressPeak: 0.62,
      }),
      bar('damped-spring', 'compressed', 13, ({ laws }) => on(laws.spring, { rest: 48, force: 30 })),
    ],
  },
  {
    name: 'length, other',
    states: [
      bar('distance', 'rod, soft', 26, ({ laws }) => on(laws.lock, { target: 40, soft: true })),
      bar('distance', 'spring at cap, limits', 26, ({ laws }) => {
        on(laws.spring, { rest: 40, force: 30, cap: 30 });
        on(laws.limits, { lower: 24, upper: 70 });
      }),
      bar('distance', 'rod, torn', 26, ({ laws }) => on(laws.lock, { target: 44 })),
    ],
  },
];
