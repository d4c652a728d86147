import { type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';

/** What an option is given as first, what it is set to then, and what must stand beside it. */
const VALUES: Readonly<Record<string, readonly [first: unknown, second: unknown, beside?: object]>> = {
  'lock.softness': [{ hertz: 2, dampingRatio: 1 }, { correction: 0.5 }],
  'lock.target': [0.5, 0.75],
  'lock.effectiveMass': [2, 3, { softness: { hertz: 2 } }],
  'limits.lower': [0, 0.25],
  'limits.upper': [1, 2],
  'limits.restitution': [0.5, 0.25, { lower: 0 }],
  'limits.hertz': [2, 3, { lower: 0 }],
  'limits.dampingRatio': [0.5, 2, { lower: 0, hertz: 2 }],
  'limits.effectiveMass': [2, 3, { lower: 5, hertz: 2 }],
  'spring.hertz': [2, 3],
  'spring.dampingRatio': [0.5, 2, { hertz: 2 }],
  'spring.effectiveMass': [2, 3, { hertz: 2 }],
  'spring.stiffness': [2, 3],
  'spring.damping': [0.5, 2, { stiffness: 2 }],
  'spring.compliance': [2, 3],
  'spring.target': [0.5, 1, { hertz: 2 }],
  'motor.speed': [2, 3],
  'motor.target': [0.5, 1],
  'friction.coefficient': [0.5, 1, { radius: 0.5 }],
  'friction.radius': [0.5, 1, { coefficient: 1 }],
  'friction.viscous': [0.5, 1],
  'ratchet.tooth': [0.5, 1],
  'ratchet.phase': [0.25, 0.125, { tooth: 0.5 }],
  'ratchet.latch': [0.5, 1, { tooth: 0.5 }],
};
const BESIDE: Readonly<Record<string, object>> = {
  limits: { upper: 2 },
  spring: { hertz: 2 },
  motor: { speed: 1 },
  ratchet: { tooth: 0.5 },
};

/** Options that are no property, because the law has something else by that name or nothing to read: what is said instead. */
const ONLY_OPTIONS: Readonly<Record<string, readonly [given: unknown, beside: object, instead: string]>> = {
  'friction.force': [2, {}, 'maxForce'],
  'friction.torque': [2, {}, 'maxTorque'],
  'spring.force': [() => 0, {}, 'spring = { force, slope }'],
  'spring.slope': [() => [0, 0], { force: () => 0 }, 'spring = { force, slope }'],
};

function joints(): Joint[] {
  const world = new World();
  const bodyB = world.addBody({ position: [1, 0] });
  return (['prismatic', 'pivot', 'distance'] as const).map((name) => world.joints.createNamed(name, { bodyB }));
}

/** The options that a law knows, by what it says of something else. */
function optionsOf(coordinate: object, law: string): string[] {
  try {
    Reflect.set(coordinate, law, 5);
  } catch (error) {
    return /options: (.*), got/.exec((error as Error).message)?.[1].split(', ') ?? [];
  }
  return [];
}

const cases = joints().flatMap(({ coordinates }, joint) =>
  coordinates.flatMap((c, at) =>
    ['lock', 'limits', 'spring', 'motor', 'friction', 'ratchet']
      .filter((law) => law in c)
      .flatMap((law) => optionsOf(c, law).map((option) => [c.path, law, option, joint, at] as const)),
  ),
);

describe('every option of a law is a property, or says which one is', () => {
  test('of every law', () => expect(cases.length).toBeGreaterThan(100));

  test.each(cases)('%s.%s.%s', (_, law, option, joint, at) => {
    const coordinate = joints()[joint].coordinates[at];
    const name = `${law}.${option}`;
    if (name in ONLY_OPTIONS) {
      const [given, beside, instead] = ONLY_OPTIONS[name];
      Reflect.set(coordinate, law, { ...beside, [option]: given });
      const accessor = Reflect.get(coordinate, law) as object;
      expect(refusal(() => Reflect.set(accessor, option, given))).toBe(`option-unknown ${coordinate.path}.${name}`);
      expect(() => Reflect.set(accessor, option, given)).toThrow(instead);
      return;
    }
    const isCap = option === 'maxForce' || option === 'maxTorque';
    const [first, second, more = {}] = isCap ? [2, 3, BESIDE[law]] : VALUES[name];
    const beside: Record<string, unknown> = { ...more };
    if (coordinate.unit !== 'angle') delete beside['radius'];
    if (isCap && law === 'friction') throw new Error('friction has its cap under another name as an option');
    const give = (): void => void Reflect.set(coordinate, law, { ...beside, [option]: first });
    if (isCap && option !== coordinate.capName) {
      expect(refusal(give)).toBe(`option-unknown ${coordinate.path}.${name}`);
      Reflect.set(coordinate, law, beside);
      const accessor = Reflect.get(coordinate, law) as object;
      expect(refusal(() => Reflect.set(accessor, option, 3))).toBe(`option-unknown ${coordinate.path}.${name}`);
      return;
    }
    give();
    const accessor = Reflect.get(coordinate, law) as object;
    expect(Reflect.get(accessor, option)).toEqual(first);
    Reflect.set(accessor, option, second);
    expect(Reflect.get(accessor, option)).toEqual(second);
  });
});

test('the cap of friction is found under its name as an option', () => {
  const [slider, hinge] = joints();
  const give = (c: object, name: string) => () => Reflect.set(c, 'friction', { [name]: 5 });
  expect(give(slider.coordinates[0], 'maxForce')).toThrow('friction.maxForce is no option. It belongs in force');
  expect(give(hinge.coordinates[0], 'maxTorque')).toThrow('friction.maxTorque is no option. It belongs in torque');
  expect(give(hinge.coordinates[1], 'maxForce')).toThrow('friction.maxForce is no option. It belongs in force');
});

test('a coefficient that is all there is gives way to a cap', () => {
  for (const c of joints().flatMap(({ coordinates }) => coordinates.filter((one) => 'limits' in one))) {
    Reflect.set(c, 'friction', { coefficient: 0.5, ...(c.unit === 'angle' ? { radius: 0.1 } : {}) });
    const friction = Reflect.get(c, 'friction') as object;
    Reflect.set(friction, c.capName, 4);
    expect([Reflect.get(friction, c.capName), Reflect.get(friction, 'coefficient')]).toEqual([4, 0]);
  }
});

test('what a law did is only read', () => {
  const [slider] = joints();
  const slide = slider.coordinates[0];
  for (const [law, given] of Object.entries({
    lock: true,
    limits: [0, 1],
    motor: { speed: 1 },
    ratchet: { tooth: 1 },
  })) {
    Reflect.set(slide, law, given);
    const accessor = Reflect.get(slide, law) as object;
    expect(() => Reflect.set(accessor, 'force', 5)).toThrow(
      `PrismaticJoint.slide.${law}.force must be only read, as what the law did: its cap is maxForce, got 5`,
    );
  }
});

test.each(['iterative', 'direct'] as const)('a latch that is set holds from there on, %s', (solver) => {
  const world = new World({ gravity: [0, -10], solver });
  const bodyB = world.addBody();
  const { slide } = world.joints.create('prismatic', { bodyB, axis: [0, 1], slide: { ratchet: { tooth: 0.5 } } });
  world.step(1 / 60);
  expect(slide.value).toBeCloseTo(0, 4);
  if (slide.ratchet !== null) slide.ratchet.latch = -0.5;
  world.step(1 / 60);
  // What the old tooth pushed with is gone.
  expect(bodyB.velocity.y).toBeCloseTo(-10 / 60, 6);
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  expect(slide.value).toBeCloseTo(-0.5, 4);
  expect(refusal(() => slide.ratchet && (slide.ratchet.latch = NaN))).toBe(
    'param-not-finite PrismaticJoint.slide.ratchet.latch',
  );
});
