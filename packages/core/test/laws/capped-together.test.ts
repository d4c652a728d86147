import { type ScalarCoordinate, type ScalarOptions, World } from '@tenon/core';
import { expect, test } from 'vitest';

/** Laws with caps that hold one coordinate at one place, from the strongest to the weakest. */
const LAWS = ['lock', 'limits', 'ratchet', 'motor', 'friction'] as const;
type Law = (typeof LAWS)[number];

/** Caps of the laws in that order, N or N·m: round numbers, whose sums are round, and others. */
const CAPS: readonly (readonly number[])[] = [
  [5, 16, 3, 27, 4],
  [4, 10, 12, 5, 18],
  [3, 4, 5, 12, 7],
  [7.31, 2.17, 9.53, 0.61, 6.89],
];

/** Loads one after the other, as shares of what all can hold together. */
const LOADS: readonly (readonly number[])[] = [[0.2], [0.5], [0.8], [0.98], [0.95, 0.3, 0.7, 0.5, 0.98, 0.6, 0.1]];

/** Every choice of two laws or more. */
const CHOICES = Array.from({ length: 1 << LAWS.length }, (_, bits) => LAWS.filter((_, k) => bits & (1 << k))).filter(
  (laws) => laws.length > 1,
);

/** Mass of the body, kg, which hangs on a lever of 1 m where it turns. */
const MASS = 2;

/** What each law holds of a load: the stronger takes all that it may, the next what is left. */
function sharesOf(load: number, caps: readonly number[]): number[] {
  let left = load;
  return caps.map((cap) => {
    const share = Math.min(cap, left);
    left -= share;
    return share;
  });
}

/** Laws that hold at 0 what pushes down, or up where `way` is −1; `room` is how far apart the limits are. */
function optionsOf(
  laws: readonly Law[],
  caps: readonly number[],
  way: number,
  room: number,
  isAngle: boolean,
): ScalarOptions {
  const capOf = (k: number) => (isAngle ? { maxTorque: caps[k] } : { maxForce: caps[k] });
  const all: ScalarOptions[] = [
    { lock: capOf(0) },
    { limits: { lower: way > 0 ? 0 : -room, upper: way > 0 ? room : 0, ...capOf(1) } },
    { ratchet: { tooth: way / 2, ...capOf(2) } },
    { motor: { speed: 0, ...capOf(3) } },
    { friction: isAngle ? { torque: caps[4] } : { force: caps[4] } },
  ];
  return Object.assign({}, ...laws.map((law) => all[LAWS.indexOf(law)])) as ScalarOptions;
}

const forceOf = (c: ScalarCoordinate, law: Law): number => c[law]?.force ?? NaN;

// The iterative step sags by what it holds softly, and friction may keep it there.
test.each(CHOICES.map((laws) => [laws.join(', '), laws] as const))(
  'the stronger takes all that it may, the next what is left, in the direct step: %s',
  (_, laws) => {
    const misfits: string[] = [];
    for (const table of CAPS)
      for (const loads of LOADS)
        for (const way of [1, -1])
          for (const room of laws.includes('limits') ? [1, 0] : [1])
            for (const isAngle of [false, true]) {
              const caps = laws.map((law) => table[LAWS.indexOf(law)]);
              const name = `${caps.join(', ')} ${isAngle ? 'N·m' : 'N'}, room ${room}, under ${loads.join(', ')} × ${way}`;
              for (const what of misfitsOf(laws, table, loads, way, room, isAngle)) misfits.push(`${what} of ${name}`);
            }
    expect(misfits.slice(0, 5)).toEqual([]);
  },
);

/** What is wrong as the laws hold one load after the other. */
function misfitsOf(
  laws: readonly Law[],
  table: readonly number[],
  loads: readonly number[],
  way: number,
  room: number,
  isAngle: boolean,
): Set<string> {
  const caps = laws.map((law) => table[LAWS.indexOf(law)]);
  const most = caps.reduce((sum, cap) => sum + cap, 0);
  const world = new World({ solver: 'direct' });
  const bodyB = world.addBody({ mass: MASS, inertia: 0.5, position: [1, 0] });
  const options = optionsOf(laws, table, way, room, isAngle);
  const c = isAngle
    ? world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: options }).angle
    : world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, 1], slide: options }).slide;
  const misfits = new Set<string>();
  for (const load of loads) {
    world.gravity = [0, (-way * load * most) / MASS];
    bodyB.wake();
    for (let i = 0; i < 120 && !bodyB.isSleeping; i++) {
      world.step(1 / 60);
      if (laws.some((law, k) => Math.abs(forceOf(c, law)) > caps[k] * (1 + 1e-6))) misfits.add('past its cap');
      if (!(Math.abs(c.value) < 1e-6)) misfits.add('moved');
    }
    if (!bodyB.isSleeping) misfits.add('awake');
    const shares = sharesOf(load * most, caps);
    laws.forEach((law, k) => {
      const force = way * forceOf(c, law);
      if (!(Math.abs(force - shares[k]) < 1e-3)) misfits.add(`${law} ${force} for ${shares[k]}`);
    });
  }
  return misfits;
}

test.each<[string, ScalarOptions, readonly number[]]>([
  ['a tooth beside friction', { ratchet: { tooth: 0.5, maxForce: 9 }, friction: { force: 6 } }, [-13, -17, 24, -7]],
  ['a stop beside friction', { limits: { lower: -0.05, maxForce: 7 }, friction: { force: 13.86 } }, [-18, 28, 2, -22]],
  [
    'a lock and a stop beside friction',
    { lock: { maxForce: 13 }, limits: { lower: -0.2, upper: 0.3, maxForce: 2 }, friction: { force: 6 } },
    [-18, 4, -24, 17],
  ],
])('%s with caps pushes with them at most, and never pulls, as what it lets pass turns round', (_, slide, loads) => {
  for (const speed of [0, 1, -1]) {
    const world = new World({ solver: 'direct' });
    const bodyB = world.addBody({ mass: MASS, velocity: [0, speed] });
    const c = world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, 1], slide }).slide;
    for (const load of loads)
      for (let i = 0; i < 40; i++) {
        bodyB.applyForce([0, load]);
        world.step(1 / 60);
        for (const law of [c.limits, c.ratchet]) {
          if (law === null) continue;
          const most = 'maxForce' in law ? law.maxForce : NaN;
          expect(Math.abs(law.force)).toBeLessThan(most * (1 + 1e-6));
          if (c.value < -0.2) expect(law.force).toBeGreaterThan(-1e-6);
        }
      }
  }
});
