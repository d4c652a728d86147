import { JointFlag, type CoordinateView, type JointView } from '@tenon/core/view';
import { on, Sketch } from '../../src/sketch';
import { box, type Row, type State } from './state';

function drag(label: string, to: [number, number], force: number): State {
  const hold: [number, number] = [-10, 10];
  const centre: [number, number] = [-22, 16];
  const sketch = new Sketch('drag', { flags: JointFlag.dragging }).world().body(centre, { radius: 14, angle: 0.2 });
  const point = sketch.coordinate('point', 'point', to, hold);
  on(point.laws.spring, { rest: 0, force, cap: 60 });
  return { label, view: sketch.view, shapes: [box(...centre, 36, 26, 0.2)] };
}

function pose(label: string, to: [number, number], turn: number, force: number): State {
  const at: [number, number] = [-16, 6];
  const sketch = new Sketch('pose').world().body(at, { radius: 14 });
  const c = sketch.coordinate('pose', 'pose', to, at, { aAngle: turn, bAngle: 0 });
  on(c.laws.motor, { target: 0, force, cap: 60 });
  on(c.turn.motor, { target: 0, force: force / 4, cap: 15 });
  return { label, view: sketch.view, shapes: [box(...at, 36, 20)] };
}

function user(label: string, laws: (c: CoordinateView) => void, fields: Partial<JointView> = {}, value = 0): State {
  const places: [number, number][] = [
    [-34, -18],
    [32, -24],
    [2, 26],
  ];
  const sketch = new Sketch('user', fields);
  for (const place of places) sketch.body(place, { radius: 8 });
  laws(sketch.coordinate('value', 'general', places[0], places[1], { value, rate: 0 }));
  const shapes = places.map(([x, y], i) => box(x, y, 20, 16, [0.3, -0.7, 0][i]));
  return { label, view: sketch.view, shapes };
}

function filter(label: string, flags = 0): State {
  const a: [number, number] = [-28, 4];
  const b: [number, number] = [28, -4];
  const sketch = new Sketch('filter', { flags }).body(a, { radius: 12 }).body(b, { radius: 12 });
  return { label, view: sketch.view, shapes: [box(...a, 30, 22, 0.15), box(...b, 30, 24, -0.3)] };
}

export const others: Row[] = [
  { name: 'drag', states: [drag('near', [18, -6], 10), drag('far', [36, -22], 30), drag('at cap', [38, -24], 60)] },
  {
    name: 'pose',
    states: [pose('near target', [2, 0], 0.3, 2), pose('far', [26, -16], 1.1, 20), pose('at cap', [30, -18], 1.6, 60)],
  },
  {
    name: 'user / symbolic',
    states: [
      user('lock, 3 bodies', ({ laws }) => on(laws.lock, { target: 0 })),
      user('limits', ({ laws }) => on(laws.limits, { lower: -2, upper: 2 }), {}, 0.4),
      user(
        'at bound, loaded',
        ({ laws }) => on(laws.limits, { lower: -2, upper: 2, active: 1 }),
        { stress: 0.85, stressPeak: 0.9, flags: JointFlag.atLimit },
        2,
      ),
    ],
  },
  {
    name: 'user 2',
    states: [
      user('spring', ({ laws }) => on(laws.spring, { rest: -0.5, force: 3 }), {}, 0.8),
      user('motor', ({ laws }) => on(laws.motor, { speed: 1, force: 3, cap: 5 }), {}, 0.2),
      user('friction + ratchet', ({ laws }) => {
        on(laws.friction, { force: 1, cap: 1 });
        on(laws.ratchet, { tooth: 0.25, phase: 0 });
      }),
    ],
  },
  {
    name: 'filter',
    states: [filter('between two'), filter('asleep', JointFlag.asleep), { ...filter('selected'), mark: 'selected' }],
  },
];
