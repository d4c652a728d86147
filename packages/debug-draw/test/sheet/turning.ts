import { JointFlag, type CoordinateView, type JointView } from '@tenon/core/view';
import { on, Sketch } from '../../src/sketch';
import { box, polar, type Row, type Shape, type State } from './state';

const breakable = JointFlag.breakable;

/** An arm of 32 px hinged at the middle of the picture. */
function pivot(
  label: string,
  angle: number,
  laws: (angle: CoordinateView, point: CoordinateView) => void = () => {},
  fields: Partial<JointView> = {},
  gap = 0,
): State {
  const centre = polar([gap, 0], 28, angle);
  const sketch = new Sketch('pivot', fields).world().body(centre, { angle, radius: 16 });
  const turn = sketch.coordinate('angle', 'angle', [0, 0], [gap, 0], { value: angle, rate: 0, bAngle: angle });
  const point = sketch.coordinate('point', 'point', [0, 0], [gap, 0], { bAngle: angle });
  on(point.laws.lock);
  laws(turn, point);
  return { label, view: sketch.view, shapes: [box(...centre, 34, 11, angle)] };
}

/** Two bodies side by side whose angles are bound, with nothing at a point. */
function angleOnly(
  type: string,
  label: string,
  angle: number,
  laws: (angle: CoordinateView) => void,
  fields: Partial<JointView> = {},
  measured = true,
): State {
  const a: [number, number] = [-30, 5];
  const b: [number, number] = [21, 0];
  const sketch = new Sketch(type, fields).body(a, { radius: 9 }).body(b, { angle, radius: 18 });
  const value = measured ? angle : NaN;
  laws(sketch.coordinate('angle', 'angle', a, b, { value, rate: 0, bAngle: angle }));
  const shapes: Shape[] = [box(...a, 21, 21), box(...b, 42, 42, angle)];
  return { label, view: sketch.view, shapes };
}

function weld(label: string, fields: Partial<JointView> = {}, offset: [number, number] = [0, 0], soft = false): State {
  const a: [number, number] = [-22, 0];
  const b: [number, number] = [22 + offset[0], offset[1]];
  const sketch = new Sketch('weld', fields).body(a, { radius: 14 }).body(b, { radius: 14 });
  const angle = sketch.coordinate('angle', 'angle', [0, 0], offset, { value: 0, rate: 0 });
  const point = sketch.coordinate('point', 'point', [0, 0], offset);
  on(angle.laws.lock, { target: 0, soft });
  on(point.laws.lock, { soft });
  return { label, view: sketch.view, shapes: [box(...a, 35, 18), box(...b, 35, 18)] };
}

function broken(label: string, age: number): State {
  const state = weld(label, { flags: JointFlag.broken, age }, [10, -6]);
  state.shapes[1].angle = 0.1;
  return state;
}

export const turning: Row[] = [
  {
    name: 'pivot',
    states: [
      pivot('rest', -0.35),
      pivot(
        'limits + motor, loaded',
        -0.5,
        ({ laws }) => {
          on(laws.limits, { lower: -2.4, upper: 0.7 });
          on(laws.motor, { speed: -2, force: 14, cap: 40 });
        },
        { stress: 0.6, stressPeak: 0.62, flags: breakable },
      ),
      pivot(
        'at limit, motor stalls',
        0.5,
        ({ laws }) => {
          on(laws.limits, { lower: -2.4, upper: 0.5, active: 1, force: -30 });
          on(laws.motor, { speed: 2, force: 40, cap: 40 });
        },
        { stress: 0.85, stressPeak: 0.9, flags: breakable | JointFlag.atLimit },
      ),
    ],
  },
  {
    name: 'pivot 2',
    states: [
      pivot('spring', 0.3, ({ laws }) => on(laws.spring, { rest: -0.6, force: 1 })),
      pivot('servo', 0.3, ({ laws }) => on(laws.motor, { target: -1.1, speed: 2, force: 3, cap: 20 })),
      pivot(
        'friction + anchor gap',
        0.4,
        ({ laws }) => on(laws.friction, { force: 2, cap: 2 }),
        { stress: 0.3, stressPeak: 0.4 },
        7,
      ),
    ],
  },
  {
    name: 'weld',
    states: [
      weld('rest'),
      weld('loaded 85 % of break', { stress: 0.85, stressPeak: 0.88, flags: breakable }),
      broken('broken, fading', 0.2),
    ],
  },
  {
    name: 'angle',
    states: [
      angleOnly('angle', 'ratio, lock', -0.2, ({ laws }) => on(laws.lock, { target: -0.2 })),
      angleOnly('angle', 'limits', -0.9, ({ laws }) => on(laws.limits, { lower: -2, upper: 0.8 })),
      angleOnly(
        'angle',
        'at min',
        -1.7,
        ({ laws }) => on(laws.limits, { lower: -1.7, upper: 0.8, active: -1, force: 5 }),
        { stress: 0.55, stressPeak: 0.6, flags: JointFlag.atLimit },
      ),
    ],
  },
  {
    name: 'motor',
    states: [
      angleOnly('motor', 'running', 0.2, (c) => motor(c, 2, 4, 40), {}, false),
      angleOnly('motor', 'loaded, other way', 0.2, (c) => motor(c, -2, -18, 40), {}, false),
      angleOnly('motor', 'stalled', 0.2, (c) => motor(c, 2, 40, 40), {}, false),
    ],
  },
  {
    name: 'rotary-spring',
    states: [
      angleOnly('rotary-spring', 'rest', -0.4, ({ laws }) => on(laws.spring, { rest: -0.4 })),
      angleOnly('rotary-spring', 'wound', 0.9, ({ laws }) => on(laws.spring, { rest: -0.6, force: 8 })),
      angleOnly('rotary-limit', 'multi-turn limits', 1.8, ({ laws }) => on(laws.limits, { lower: -2, upper: 6.5 })),
    ],
  },
  {
    name: 'ratchet',
    states: [
      angleOnly('ratchet', 'free way', -0.2, (c) => ratchet(c, -1.2, false)),
      angleOnly('ratchet', 'blocked', -0.5, (c) => ratchet(c, 0.7, true), { stress: 0.5, stressPeak: 0.6 }),
      angleOnly('ratchet', 'other direction', 0.3, (c) => ratchet(c, 0.9, false)),
    ],
  },
  {
    name: 'soft locks',
    states: [
      pivot('pivot, soft', 0.2, (_, { laws }) => on(laws.lock, { soft: true }), {}, 8),
      weld('weld, soft', {}, [9, -9], true),
      weld('weld, soft, closed', {}, [0, 0], true),
    ],
  },
  {
    name: 'friction',
    states: [friction('rest', 0), friction('sliding at cap', 6), friction('disabled', 0, JointFlag.disabled)],
  },
  {
    name: 'states',
    states: [
      pivot('asleep', -0.4, withLimits, { flags: JointFlag.asleep }),
      { ...pivot('hover', -0.4, withLimits, { name: 'knee' }), mark: 'hovered' },
      { ...weld('selected', { name: 'weld 7' }), mark: 'selected' },
    ],
  },
];

function withLimits({ laws }: CoordinateView): void {
  on(laws.limits, { lower: -1.9, upper: 0.4 });
}

function motor(c: CoordinateView, speed: number, force: number, cap: number): void {
  c.zero = -1.3;
  on(c.laws.motor, { speed, force, cap });
}

function ratchet(c: CoordinateView, tooth: number, blocked: boolean): void {
  on(c.laws.ratchet, { tooth, phase: 0, blocked });
}

/** Seen from above: rubs at a point and in its turning. */
function friction(label: string, force: number, flags = 0): State {
  const sketch = new Sketch('friction', { flags }).world().body([0, 0], { radius: 24 });
  const angle = sketch.coordinate('angle', 'angle', [0, 0], [0, 0]);
  const point = sketch.coordinate('point', 'point', [0, 0], [0, 0]);
  on(angle.laws.friction, { force: force / 2, cap: 3 });
  on(point.laws.friction, { force, cap: 6 });
  return { label, view: sketch.view, shapes: [box(0, 0, 36, 32, 0.2)] };
}
