import { JointFlag, type CoordinateView, type JointView } from '@tenon/core/view';
import { on, Sketch, term } from '../../src/sketch';
import { box, disc, type Row, type State } from './state';

function pulley(
  label: string,
  left: number,
  right: number,
  laws: (c: CoordinateView) => void,
  fields: Partial<JointView> = {},
): State {
  const ends: [number, number][] = [
    [-29, left],
    [29, right],
  ];
  const sketch = new Sketch('pulley', fields).world();
  for (const [x, y] of ends) sketch.body([x, y + 10], { radius: 9 });
  const sum = sketch.coordinate('length', 'sum', [NaN, NaN], [NaN, NaN], { value: 2, rate: 0, unit: 'length' });
  ends.forEach((end, i) => term(sum, 'length', [i === 0 ? -22 : 22, -32], end, { value: end[1] + 32 }));
  laws(sum);
  return { label, view: sketch.view, shapes: ends.map(([x, y]) => box(x, y + 10, 18, 16)) };
}

function gear(label: string, distance: number, fields: Partial<JointView> = {}): State {
  const a: [number, number] = [-distance * 0.6, 0];
  const b: [number, number] = [distance * 0.4, 0];
  const sketch = new Sketch('gear', fields).body(a, { radius: 14 }).body(b, { radius: 20 });
  const sum = sketch.coordinate('sum', 'sum', a, b, { value: 0, rate: 0 });
  on(sum.laws.lock, { target: 0 });
  term(sum, 'angle', a, a, { weight: 1, value: 0.3 });
  term(sum, 'angle', b, b, { weight: 1.6, value: 0.2 });
  return { label, view: sketch.view, shapes: [disc(...a, 16), disc(...b, 22)] };
}

function rack(label: string): State {
  const wheel: [number, number] = [-4, -8];
  const bar: [number, number] = [0, 5];
  const sketch = new Sketch('gear', { stress: 0.35, stressPeak: 0.4 })
    .body(wheel, { radius: 9 })
    .body(bar, { radius: 22 });
  const sum = sketch.coordinate('sum', 'sum', wheel, bar, { value: 0, rate: 0 });
  on(sum.laws.lock, { target: 0 });
  term(sum, 'angle', wheel, wheel, { weight: 1, value: 0.8 });
  term(sum, 'axis', bar, bar, { weight: -0.1, value: 4, ux: 1, uy: 0 });
  return { label, view: sketch.view, shapes: [disc(...wheel, 11), box(0, 13, 64, 14)] };
}

function differential(label: string): State {
  const places: [number, number][] = [
    [-34, 0],
    [0, -10],
    [34, 0],
  ];
  const sketch = new Sketch('gear');
  const sum = sketch.coordinate('sum', 'sum', places[0], places[2], { value: 0.4, rate: 0 });
  on(sum.laws.limits, { lower: -1, upper: 1 });
  places.forEach((place, i) => {
    sketch.body(place, { radius: 8 });
    term(sum, 'angle', place, place, { weight: i === 1 ? -2 : 1, value: i });
  });
  return { label, view: sketch.view, shapes: places.map((place) => disc(...place, 15)) };
}

export const sums: Row[] = [
  {
    name: 'pulley',
    states: [
      pulley('rest', 8, 8, ({ laws }) => on(laws.lock, { target: 0 })),
      pulley('loaded', 16, 0, ({ laws }) => on(laws.lock, { target: 0 }), { stress: 0.85, stressPeak: 0.9 }),
      pulley('slack, limits', -6, 4, ({ laws }) => on(laws.limits, { lower: 0, upper: 60 }), {
        flags: JointFlag.slack,
      }),
    ],
  },
  {
    name: 'gear',
    states: [
      gear('mesh 1 : 1.6', 24),
      gear('far apart', 54, { stress: 0.55, stressPeak: 0.6 }),
      rack('rack and pinion'),
    ],
  },
  {
    name: 'sum, other',
    states: [
      differential('differential, limits'),
      gear('asleep', 24, { flags: JointFlag.asleep }),
      gear('disabled', 24, { flags: JointFlag.disabled }),
    ],
  },
];
