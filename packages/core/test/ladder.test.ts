import { type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

/**
 * Laws together on one coordinate: a cart of 1 kg on a rail, pulled back by 5 N, after three seconds. The weaker gives way,
 *
 *   spring < friction < motor < ratchet < limits < lock
 *
 * so that statics says what each reads, whatever the solver and its substeps.
 */
type LawName = 'spring' | 'friction' | 'motor' | 'ratchet' | 'limits' | 'lock';
type Forces = Partial<Record<LawName, number>>;

const soft = { hertz: 4, dampingRatio: 1 };
const inSoft = 1 / (8 * Math.PI) ** 2;
const between = { lower: 0, upper: 1 };

const ladder: readonly (readonly [name: string, laws: ScalarOptions, forces: Forces, value?: number])[] = [
  ['a brake beside friction', { friction: { force: 8 }, motor: brake(20) }, { motor: 5, friction: 0 }],
  ['a brake at a stop', { motor: brake(20), limits: between }, { limits: 5, motor: 0 }],
  ['friction at a stop', { friction: { force: 8 }, limits: between }, { limits: 5, friction: 0 }],
  ['a motor against a stop', { motor: drive(-2, 3), limits: between }, { limits: 8, motor: -3 }, 0],
  ['a strong motor against a stop', { motor: drive(-2, 1e6), limits: between }, { limits: 1e6 + 5, motor: -1e6 }, 0],
  ['a strong motor at a far stop', { motor: drive(2, 1e6), limits: between }, { limits: 5 - 1e6, motor: 1e6 }, 1],
  [
    'a strong motor against a tooth',
    { motor: drive(-2, 1e6), ratchet: { tooth: 1 } },
    { ratchet: 1e6 + 5, motor: -1e6 },
    0,
  ],
  ['a strong motor under a lock', { motor: drive(2, 1e6), lock: true }, { lock: 5 - 1e6, motor: 1e6 }, 0],
  [
    'a strong servo between bounds that are one',
    { motor: { target: 2, maxForce: 1e6 }, limits: [0, 0] },
    { limits: 5 - 1e6, motor: 1e6 },
    0,
  ],
  [
    'a strong motor against a stronger stop',
    { motor: drive(-2, 1e3), limits: { ...between, maxForce: 2e3 } },
    { limits: 1005, motor: -1e3 },
    0,
  ],
  [
    'a strong motor against a stronger tooth',
    { motor: drive(-2, 1e3), ratchet: { tooth: 1, maxForce: 2e3 } },
    { ratchet: 1005, motor: -1e3 },
    0,
  ],
  [
    'a strong motor against a stronger lock',
    { motor: drive(2, 1e3), lock: { maxForce: 2e3 } },
    { lock: -995, motor: 1e3 },
    0,
  ],
  [
    'a strong motor between stronger bounds that are one',
    { motor: drive(2, 1e3), limits: { lower: 0, upper: 0, maxForce: 2e3 } },
    { limits: -995, motor: 1e3 },
    0,
  ],
  ['a motor too weak to leave a stop', { motor: drive(2, 3), limits: between }, { limits: 2, motor: 3 }, 0],
  ['a motor that lifts to a stop', { motor: drive(2, 20), limits: [0, 0.5] }, { limits: -15, motor: 20 }, 0.5],
  ['a motor without a cap that lifts to a stop', { motor: drive(2), limits: [0, 0.5] }, { limits: 0, motor: 5 }, 0.5],
  ['a motor without a cap against a stop', { motor: drive(-2), limits: between }, { limits: 5, motor: 0 }, 0],
  ['a motor without a cap under a lock', { motor: drive(2), lock: true }, { lock: 5, motor: 0 }, 0],
  ['a motor under a lock', { motor: drive(2, 3), lock: true }, { lock: 2, motor: 3 }, 0],
  ['a brake under a lock', { motor: brake(3), lock: true }, { lock: 5, motor: 0 }, 0],
  ['friction under a lock', { friction: { force: 3 }, lock: true }, { lock: 5, friction: 0 }, 0],
  [
    'a motor without a cap under a soft lock',
    { motor: drive(2), lock: { softness: soft } },
    { lock: 5, motor: 0 },
    -5 * inSoft,
  ],
  ['a motor under a soft lock', { motor: drive(2, 3), lock: { softness: soft } }, { lock: 2, motor: 3 }, -2 * inSoft],
  [
    'a motor without a cap under a lock with one',
    { motor: drive(2), lock: { maxForce: 20 } },
    { lock: 5, motor: 0 },
    0,
  ],
  [
    'a motor without a cap under a soft lock with one',
    { motor: drive(2), lock: { softness: soft, maxForce: 20 } },
    { lock: 5, motor: 0 },
    -5 * inSoft,
  ],
  ['a motor against a tooth', { motor: drive(-2, 3), ratchet: { tooth: 0.1 } }, { ratchet: 8, motor: -3 }, 0],
  ['a motor without a cap against a tooth', { motor: drive(-2), ratchet: { tooth: 0.1 } }, { ratchet: 5, motor: 0 }, 0],
  ['a brake at a tooth', { motor: brake(8), ratchet: { tooth: 0.1 } }, { ratchet: 5, motor: 0 }, 0],
  ['friction at a tooth', { friction: { force: 8 }, ratchet: { tooth: 0.1 } }, { ratchet: 5, friction: 0 }, 0],
  ['a tooth at a stop', { limits: between, ratchet: { tooth: 0.1 } }, { limits: 5, ratchet: 0 }, 0],
  ['a stop under a lock', { limits: between, lock: true }, { lock: 5, limits: 0 }, 0],
  ['a tooth under a lock', { ratchet: { tooth: 0.1 }, lock: true }, { lock: 5, ratchet: 0 }, 0],
  [
    'a spring under friction that sticks',
    { friction: { force: 8 }, spring: pull(100, 0) },
    { friction: 5, spring: 0 },
    0,
  ],
  [
    'a spring under friction that slips',
    { friction: { force: 3 }, spring: pull(100, 0, 30) },
    { friction: 3, spring: 2 },
    -0.02,
  ],
  ['friction of both kinds', { friction: { force: 8, viscous: 3 } }, { friction: 5 }, 0],
  ['a spring at a stop', { spring: pull(20, 0.1), limits: between }, { spring: 2, limits: 3 }, 0],
  ['a spring under a lock', { spring: pull(20, 0.1), lock: true }, { spring: 2, lock: 3 }, 0],
  ['a spring at a tooth', { spring: pull(20, 0.1), ratchet: { tooth: 0.1 } }, { spring: 2, ratchet: 3 }, 0],
  [
    'a spring at its cap',
    { friction: { force: 8 }, spring: { ...pull(100, 1), maxForce: 3 } },
    { friction: 2, spring: 3 },
    0,
  ],
  [
    'a force function',
    { spring: { force: (s, rate) => -200 * s * s * s - 20 * rate } },
    { spring: 5 },
    -Math.cbrt(5 / 200),
  ],
  ['a soft stop', { limits: { ...between, ...soft } }, { limits: 5 }, -5 * inSoft],
  [
    'a motor against a soft stop',
    { limits: { ...between, ...soft }, motor: drive(-2, 3) },
    { limits: 8, motor: -3 },
    -8 * inSoft,
  ],
  [
    'a motor without a cap against a soft stop',
    { limits: { ...between, ...soft }, motor: drive(-2) },
    { limits: 5, motor: 0 },
    -5 * inSoft,
  ],
  [
    'a motor without a cap that lifts to a soft stop',
    { limits: { ...between, ...soft }, motor: drive(2) },
    { limits: 0, motor: 5 },
    1,
  ],
  [
    'a servo without a cap beyond a soft stop',
    { limits: { ...between, ...soft }, motor: { target: 2 } },
    { limits: 0, motor: 5 },
    1,
  ],
  [
    'a motor without a cap between soft bounds that are one',
    { limits: { lower: 0, upper: 0, ...soft }, motor: drive(2) },
    { limits: 5, motor: 0 },
    -5 * inSoft,
  ],
  [
    'a motor without a cap between bounds that are one',
    { motor: drive(2), limits: [0, 0] },
    { limits: 5, motor: 0 },
    0,
  ],
  ['a motor between bounds that are one', { motor: drive(2, 3), limits: [0, 0] }, { limits: 2, motor: 3 }, 0],
  ['friction between bounds that are one', { friction: { force: 3 }, limits: [0, 0] }, { limits: 5, friction: 0 }, 0],
  ['a stop this side of a lock with a cap', { lock: { maxForce: 10 }, limits: [1, 2] }, { lock: -10, limits: 15 }, 1],
  [
    'a stop that side of a lock with a cap',
    { lock: { target: 3, maxForce: 10 }, limits: [1, 2] },
    { lock: 10, limits: -5 },
    2,
  ],
  [
    'bounds that are one beside a lock with a cap',
    { lock: { maxForce: 10 }, limits: [1, 1] },
    { lock: -10, limits: 15 },
    1,
  ],
  [
    'a tooth this side of a lock with a cap',
    { lock: { target: -0.5, maxForce: 10 }, ratchet: { tooth: 1 } },
    { lock: -10, ratchet: 15 },
    0,
  ],
  ['friction beside a lock at its cap', { friction: { force: 8 }, lock: { maxForce: 3 } }, { lock: 3, friction: 2 }, 0],
  [
    'a servo against a stop',
    { motor: { target: -1, speed: 1, maxForce: 3 }, limits: between },
    { limits: 8, motor: -3 },
    0,
  ],
  ['a servo without a cap against a stop', { motor: { target: -1 }, limits: between }, { limits: 5, motor: 0 }, 0],
  ['a servo that holds', { motor: { target: 0.3, maxForce: 20 } }, { motor: 5 }, 0.3],
  ['a servo without a cap that holds', { motor: { target: 0.3 } }, { motor: 5 }, 0.3],
  [
    'a motor that drags friction',
    { motor: drive(2, 20), friction: { force: 4 } },
    { motor: 9, friction: -4 },
    6 - 2 / 11,
  ],
  [
    'a motor without a cap that drags friction',
    { motor: drive(2), friction: { force: 4 } },
    { motor: 9, friction: -4 },
    6,
  ],
  ['a motor that drags viscous friction', { motor: drive(2), friction: { viscous: 2 } }, { motor: 9, friction: -4 }, 6],
  ['a motor that friction stops', { motor: drive(2, 8), friction: { force: 4 } }, { motor: 8, friction: -3 }],
];

const steps = [
  ['direct', 1],
  ['direct', 4],
  ['iterative', 1],
  ['iterative', 4],
  ['iterative', 16],
] as const;

describe.each(steps)('of laws together the weaker gives way: %s step, %i substeps', (solver, substeps) => {
  for (const [name, laws, forces, value] of ladder)
    test(name, () => {
      const world = new World({ gravity: [-5, 0], solver, substeps, directSubsteps: substeps, sleeping: false });
      const bodyB = world.addBody({ mass: 1, inertia: 1 });
      const joint = world.joints.create('prismatic', {
        bodyB,
        axis: [1, 0],
        localAnchorA: [0, 0],
        slide: laws,
      });
      const names = Object.keys(forces) as LawName[];
      expect(Object.fromEntries(names.map((law) => [law, joint.slide[law]?.force]))).toEqual(
        Object.fromEntries(names.map((law) => [law, 0])),
      );
      for (let i = 0; i < 180; i++) world.step(1 / 60);
      for (const law of names) expect(joint.slide[law]?.force, law).toBeCloseTo(forces[law] ?? NaN, 2);
      expect(joint.reaction.x).toBeCloseTo(5, 2);
      // A motor needs a step to have its speed; stops and locks of the iterative step give a little.
      if (value !== undefined) expect(Math.abs(bodyB.x - value)).toBeLessThan(value > 1 ? 0.05 : 1e-3);
    });
});

/** What holds the cart at 0, from the weakest to the strongest, and what it can give, N: least and most. */
const holders: readonly (readonly [name: string, laws: ScalarOptions, least: number, most: number])[] = [
  ['friction', { friction: { force: 3 } }, -3, 3],
  ['motor', { motor: brake(4) }, -4, 4],
  ['motor', { motor: { target: 0, maxForce: 4 } }, -4, 4],
  ['motor', { motor: { target: 0 } }, -Infinity, Infinity],
  ['ratchet', { ratchet: { tooth: 1 } }, 0, Infinity],
  ['ratchet', { ratchet: { tooth: -1, maxForce: 7 } }, -7, 0],
  ['limits', { limits: [0, 1] }, 0, Infinity],
  ['limits', { limits: { lower: 0, upper: 1, maxForce: 7 } }, 0, 7],
  ['limits', { limits: { lower: -1, upper: 0, maxForce: 7 } }, -7, 0],
  ['limits', { limits: [0, 0] }, -Infinity, Infinity],
  ['limits', { limits: { lower: 0, upper: 0, maxForce: 7 } }, -7, 7],
  ['lock', { lock: { maxForce: 7 } }, -7, 7],
  ['lock', { lock: true }, -Infinity, Infinity],
];

const pairs = holders.flatMap((weak, i) =>
  holders.slice(i + 1).flatMap((strong) => (weak[0] === strong[0] ? [] : [{ weak, strong }])),
);

describe.each(steps)('the stronger of two that hold takes what it can: %s step, %i substeps', (solver, substeps) => {
  test.each(pairs)('$weak.0 $weak.2 … $weak.3 N, $strong.0 $strong.2 … $strong.3 N', ({ weak, strong }) => {
    // A motor without a cap does not help a lock with one.
    const helps = strong[0] === 'lock' && !(weak[0] === 'motor' && weak[3] === Infinity);
    for (const load of helps ? [5, -5, 8.5, -8.5] : [5, -5]) {
      if (load < weak[2] + strong[2] || load > weak[3] + strong[3]) continue;
      const world = new World({ solver, substeps, directSubsteps: substeps, sleeping: false });
      const bodyB = world.addBody({ mass: 1, inertia: 1 });
      const joint = world.joints.create('prismatic', {
        bodyB,
        localAnchorA: [0, 0],
        slide: { ...weak[1], ...strong[1] },
      });
      const reads = (): number[] => [weak, strong].map(([law]) => joint.slide[law as LawName]?.force ?? NaN);
      const run = (force: number, steps: number): void => {
        for (let i = 0; i < steps; i++) {
          bodyB.applyForce([force, 0]);
          world.step(1 / 60);
        }
      };

      run(-load, 90);
      const taken = Math.max(strong[2], Math.min(strong[3], load));
      const [weaker, stronger] = reads();
      expect([weaker, stronger], String(load)).toEqual([expect.closeTo(load - taken, 2), expect.closeTo(taken, 2)]);
      expect(weaker + stronger).toBeCloseTo(joint.reaction.x, 9);
      expect(Math.abs(bodyB.x)).toBeLessThan(1e-3);
      // What the softness has let give comes back by half in a third of a second, and is pushed by one against the other so long.
      run(0, 180);
      expect(reads(), String(load)).toEqual([expect.closeTo(0, 2), expect.closeTo(0, 2)]);
    }
  });
});

function drive(speed: number, maxForce: number | null = null): { speed: number; maxForce: number | null } {
  return { speed, maxForce };
}

function brake(maxForce: number): { speed: number; maxForce: number } {
  return { speed: 0, maxForce };
}

function pull(stiffness: number, target: number, damping = 0): { stiffness: number; target: number; damping: number } {
  return { stiffness, target, damping };
}
