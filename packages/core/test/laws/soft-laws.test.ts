import { type Body, type JointNamed, type ScalarCoordinate, type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, offCentre, run, slider, SOLVERS, wheel } from '../rigs';

describe.each(['iterative', 'direct'] as const)('soft laws by the %s step', (solver) => {
  test('an undamped spring keeps its energy and its period', () => {
    const { world, cart, joint } = slider({ solver }, { position: [1, 0] });
    joint.slide.spring = { stiffness: 40, target: 0 };
    run(world, 10);
    expect(Math.abs(world.energy.total / 20 - 1)).toBeLessThan(2e-3);
    const exact = Math.cos(Math.sqrt(40) * world.time);
    expect(Math.abs(cart.x - exact)).toBeLessThan(0.1);
  });

  test('a spring by hertz and ratio is the spring by stiffness and damping', () => {
    const byHertz = slider({ solver }, { position: [1, 0] });
    const byStiffness = slider({ solver }, { position: [1, 0] });
    const omega = 2 * Math.PI * 2;
    byHertz.joint.slide.spring = { hertz: 2, dampingRatio: 0.3, target: 0 };
    byStiffness.joint.slide.spring = { stiffness: omega * omega, damping: 2 * 0.3 * omega, target: 0 };
    run(byHertz.world, 1);
    run(byStiffness.world, 1);
    expect(byHertz.cart.x).toBeCloseTo(byStiffness.cart.x, 12);
  });

  test('a force function that is a linear spring moves as the spring', () => {
    const given = slider({ solver }, { position: [1, 0] });
    const linear = slider({ solver }, { position: [1, 0] });
    given.joint.slide.spring = { force: (stretch, rate) => -40 * stretch - 2 * rate, target: 0 };
    linear.joint.slide.spring = { stiffness: 40, damping: 2, target: 0 };
    run(given.world, 1);
    run(linear.world, 1);
    expect(given.cart.x).toBeCloseTo(linear.cart.x, 6);
  });

  test('a spring of any stiffness never explodes', () => {
    for (const stiffness of [1e3, 1e6, 1e9, 1e12]) {
      const { world, cart, joint } = slider({ solver }, { position: [1, 0] });
      joint.slide.spring = { stiffness, target: 0 };
      run(world, 2);
      expect(Math.abs(cart.x)).toBeLessThan(1.01);
    }
  });

  // In the iterative step what is stiffer than a lock, and damped so hard, creeps back more slowly.
  const dampers = [
    [1e5, 0.01],
    [1e7, 0.01],
    [1e5, 0.1],
    [1e7, 0.1],
    [1e9, 0.1],
  ] as const;
  test.each(dampers.filter(([stiffness]) => solver === 'direct' || stiffness <= 1e5))(
    'a spring of %d N/m damped far beyond critical creeps back within %d s',
    (stiffness, time) => {
      const { world, cart, joint } = slider({ solver }, { position: [1, 0] });
      joint.slide.spring = { stiffness, damping: stiffness * time, target: 0 };
      run(world, 0.2);
      // The implicit steps of 1/60 s of the direct one are 0.02 off.
      expect(Math.abs(cart.x - Math.exp(-0.2 / time))).toBeLessThan(0.03);
    },
  );

  test.runIf(solver === 'direct')('a point on a spring damped far beyond critical creeps back within its time', () => {
    const world = new World({ solver, gravity: [0, 0], sleeping: false });
    const body = world.addBody({ position: [1, 0] });
    const spring = { stiffness: 1e7, damping: 1e6 };
    world.joints.create('drag', { bodyB: body, target: [0, 0], localAnchorB: [0, 0], point: { spring } });
    run(world, 0.2);
    expect(Math.abs(body.x - Math.exp(-2))).toBeLessThan(0.03);
  });

  test('a capped spring pulls with its cap', () => {
    const { world, cart, joint } = slider({ solver }, { position: [10, 0] });
    joint.slide.spring = { stiffness: 1000, target: 0, maxForce: 3 };
    run(world, 0.5);
    expect(cart.velocity.x).toBeCloseTo(-1.5, 6);
    expect(joint.slide.spring?.force).toBeCloseTo(-3, 6);
  });

  test('a soft stop gives way and pushes back', () => {
    const { world, cart, joint } = slider({ solver }, { velocity: [1, 0] });
    joint.slide.limits = { upper: 0.1, hertz: 2, dampingRatio: 0 };
    let most = 0;
    for (let i = 0; i < 60; i++) {
      world.step(FRAME);
      most = Math.max(most, cart.x);
    }
    // Half a period of a spring of 2 Hz: as deep as v/ω.
    expect(most).toBeGreaterThan(0.15);
    expect(most).toBeLessThan(0.1 + 1.1 / (2 * Math.PI * 2));
    expect(cart.velocity.x).toBeLessThan(-0.8);
  });

  test('a damped soft stop pushes and does not pull', () => {
    const { world, cart, joint } = slider({ solver }, { velocity: [1, 0] });
    joint.slide.limits = { upper: 0.1, hertz: 5, dampingRatio: 0.5 };
    let most = -Infinity;
    for (let i = 0; i < 960; i++) {
      world.step(1 / 1920);
      most = Math.max(most, joint.slide.limits?.force ?? 0);
      expect(joint.slide.limits?.active).toBeGreaterThanOrEqual(0);
    }
    expect(most).toBe(0);
    // x″ = −ω²x − 2ζωx′ until that is 0, where √(1 − ζ²)·ωt = 2·acos ζ; then e^(−ζωt) is left of the speed.
    const left = Math.exp((-0.5 / Math.sqrt(0.75)) * 2 * Math.acos(0.5));
    expect(cart.velocity.x).toBeCloseTo(-left, 2);
  });

  test('soft bounds that are one damp both ways, as a soft lock does', () => {
    const laws: readonly ScalarOptions[] = [
      { limits: { lower: 0, upper: 0, hertz: 2, dampingRatio: 0.2 } },
      { lock: { target: 0, softness: { hertz: 2, dampingRatio: 0.2 } } },
    ];
    const [bounds, lock] = laws.map((law) => {
      const { world, cart, joint } = slider({ solver }, { velocity: [1, 0] });
      Object.assign(joint.slide, law);
      run(world, 1);
      return cart.x;
    });
    expect(bounds).toBeCloseTo(lock, 9);
  });

  test('a soft lock is a spring', () => {
    const { world, joint } = wheel({ solver, gravity: [0, -10] });
    joint.softness = { hertz: 2, dampingRatio: 1 };
    run(world, 5);
    const omega = 2 * Math.PI * 2;
    expect(joint.point.value).toBeCloseTo(10 / (omega * omega), 3);
    expect(joint.reaction.force).toBeCloseTo(10, 2);
  });

  test('a damped spring of a point pulls with its cap at most', () => {
    const { world, disc, joint } = wheel({ solver });
    joint.point.lock = null;
    joint.point.spring = { stiffness: 1, damping: 100, maxForce: 3 };
    disc.velocity = [6, 8];
    run(world, 1);
    expect(disc.velocity.x).toBeCloseTo(6 - 3 * 0.6, 2);
    expect(disc.velocity.y).toBeCloseTo(8 - 3 * 0.8, 2);
    expect(joint.point.spring?.force).toBeCloseTo(3, 9);
    expect(joint.reaction.force).toBeCloseTo(3, 9);
  });
});

const byHertz: readonly (readonly [string, (hertz: number) => ScalarOptions])[] = [
  ['a spring', (hertz) => ({ spring: { hertz, dampingRatio: 0, target: 0 } })],
  ['a soft lock', (hertz) => ({ lock: { softness: { hertz, dampingRatio: 0 }, target: 0 } })],
  ['soft bounds that are one', (hertz) => ({ limits: { lower: 0, upper: 0, hertz, dampingRatio: 0 } })],
];

describe.each(SOLVERS)('what is soft by hertz, off the centre of a body, by the %s step', (solver) => {
  test.each(byHertz)('%s keeps the energy of what turns', (_, law) => {
    for (const angularVelocity of [2, 6, 12]) {
      const { world, slide } = offCentre({ solver }, { velocity: [0.5, 0.3], angularVelocity });
      Object.assign(slide, law(1.5));
      const most = Array.from({ length: 4 }, () => {
        let kinetic = 0;
        for (let i = 0; i < 600; i++) {
          world.step(FRAME);
          kinetic = Math.max(kinetic, world.energy.kinetic);
        }
        return kinetic;
      });
      expect(most[3] / most[0]).toBeLessThan(1.001);
      expect(most[3] / most[0]).toBeGreaterThan(0.97);
    }
  });

  test.each(byHertz)('%s takes its stiffness where it begins to act, and anew where it is told', (_, law) => {
    const tells: [tell: (body: Body, slide: ScalarCoordinate) => unknown, keeps: boolean][] = [
      [(_body, slide) => Object.assign(slide, law(2)), true],
      [(_body, slide) => [law(3), law(2)].map((options) => Object.assign(slide, options)), false],
      [
        (_body, slide) => [
          Object.assign(slide, { spring: null, lock: null, limits: null }),
          Object.assign(slide, law(2)),
        ],
        false,
      ],
      [(body) => [3, 1].map((mass) => (body.mass = mass)), false],
      [(body) => (body.position = [body.x, body.y]), true],
    ];
    for (const [tell, keeps] of tells) {
      const [old, anew] = [0, 1].map(() => offCentre({ solver }, { velocity: [0.5, 0.3], angularVelocity: 3 }));
      Object.assign(old.slide, law(2));
      run(old.world, 0.1);
      tell(old.body, old.slide);
      anew.body.position = old.body.position;
      anew.body.angle = old.body.angle;
      Object.assign(anew.slide, law(2));
      const [force, wanted] = [old, anew].map(({ world, slide }) => {
        world.step(1e-9);
        return slide.spring?.force ?? slide.lock?.force ?? slide.limits?.force ?? NaN;
      });
      if (keeps) expect(force / wanted).not.toBeCloseTo(1, 2);
      else expect(force / wanted).toBeCloseTo(1, 5);
    }
  });
});

test('a spring by hertz stores what it gives back', () => {
  const { world, slide } = offCentre({ solver: 'direct' }, { velocity: [0.5, 0.3], angularVelocity: 6 });
  slide.spring = { hertz: 1.5, dampingRatio: 0, target: 0.1 };
  // It is not on its rail yet.
  run(world, 0.1);
  const start = world.energy.total;
  for (let i = 0; i < 300; i++) {
    world.step(FRAME);
    expect(Math.abs(world.energy.total / start - 1)).toBeLessThan(1e-6);
  }
});

const spins: readonly [string, ScalarOptions][] = [
  ['a motor', { motor: { speed: 0 } }],
  ['a brake with a cap', { motor: { speed: 0, maxTorque: 1e5 } }],
  ['friction', { friction: { torque: 1e5 } }],
  ['a damper', { friction: { viscous: 1e5 } }],
  ['a stiff spring', { spring: { stiffness: 1e6, damping: 1e4 } }],
];

test.each(spins.flatMap(([name, spin]) => [[name, 5, 0, spin] as const, [name, 20, 0.05, spin] as const]))(
  'a suspension off the centre of a wheel is not fed where the spin is held by %s, iteratively (%d Hz, damping ratio %d)',
  (_, hertz, dampingRatio, spin) => {
    const world = new World({ sleeping: false, solver: 'iterative' });
    const bodyB = world.addBody({ position: [0.5, 0.1], mass: 1, inertia: 1 / 12 });
    const suspension = { spring: { hertz, dampingRatio, target: 0 } };
    world.joints.create('wheel', {
      bodyB,
      localAnchorA: [0, 0],
      localAnchorB: [-0.5, 0],
      axis: [0, 1],
      suspension,
      spin,
    });
    run(world, FRAME);
    const start = world.energy.total;
    let most = 0;
    for (let i = 0; i < 300; i++) {
      world.step(FRAME);
      most = Math.max(most, world.energy.total / start);
    }
    // Without any damping a spring that a substep hardly resolves is fed.
    expect(most).toBeLessThan(1.02);
    if (dampingRatio === 0) expect(world.energy.total / start).toBeGreaterThan(0.9);
    else expect(world.energy.total / start).toBeLessThan(0.1);
  },
);

/** A rod let go level that hangs by its end on a spring: its frequency doubles with the angle between them. */
function rodOnSpring(stiffness: number, directSubsteps: number | 'auto') {
  const world = new World({ solver: 'direct', directSubsteps, gravity: [0, -9.81], sleeping: false });
  const rod = world.addBody({ position: [0.75, 0], mass: 1, inertia: 1 / 12 });
  world.joints.create('damped-spring', {
    bodyB: rod,
    localAnchorA: [0, 0],
    localAnchorB: [-0.5, 0],
    stiffness,
    restLength: 0.25,
  });
  return { world, rod };
}

test('auto takes the steps that a stiff spring is resolved by, and no more for one that none resolve', () => {
  const swing = (stiffness: number, directSubsteps: number | 'auto') => {
    const { world, rod } = rodOnSpring(stiffness, directSubsteps);
    const places = Array.from({ length: 60 }, () => {
      world.step(FRAME);
      return [rod.x, rod.y, rod.angle / Math.sqrt(12)];
    });
    return { places: places.flat(), steps: world.stats.islands[0].steps };
  };
  const [ours, exact] = [swing(2e4, 'auto'), swing(2e4, 128)];
  const square = ours.places.reduce((sum, place, i) => sum + (place - exact.places[i]) ** 2, 0);
  expect(Math.sqrt(square / 60)).toBeLessThan(1e-3);
  expect([1e3, 1e7].map((stiffness) => swing(stiffness, 'auto').steps)).toEqual([1, 1]);
});

test.each([1e3, 1e4, 2e4])('a rod on a spring of %d N/m keeps its energy', (stiffness) => {
  const { world } = rodOnSpring(stiffness, 'auto');
  const start = world.energy.total;
  run(world, 60);
  // It has fallen by up to a metre meanwhile: 10 J.
  expect(Math.abs(world.energy.total - start)).toBeLessThan(1e-9);
});

type Pivot = JointNamed<'pivot'>;

/** A body hung by a soft law 0.58 m off its centre, after half a second. */
function hungOffCentre(solver: 'iterative' | 'direct', hang: (joint: Pivot) => void): number[] {
  const world = new World({ solver, substeps: 16, directSubsteps: 16, gravity: [0, -9.81], sleeping: false });
  const bodyB = world.addBody({ position: [0.5, 0.3], mass: 1, inertia: 0.05 });
  const joint = world.joints.create('pivot', { bodyB, anchor: [0, 0] });
  hang(joint);
  run(world, 0.5);
  return [bodyB.x, bodyB.y, bodyB.angle];
}

describe('a soft law off the centre moves the body in the same way by either step', () => {
  test.each<[string, number, (joint: Pivot) => void]>([
    // Gives way by centimetres: what the impulses of both steps turn about differs by half of that.
    ['a soft lock', 8e-3, (joint) => (joint.softness = { hertz: 4, dampingRatio: 0.5 })],
    [
      'a spring by hertz',
      1e-3,
      ({ point }) => {
        point.lock = null;
        point.spring = { hertz: 2, dampingRatio: 0.2 };
      },
    ],
    [
      'a spring by stiffness',
      1e-3,
      ({ point }) => {
        point.lock = null;
        point.spring = { stiffness: 200, damping: 2 };
      },
    ],
  ])('%s', (_, most, hang) => {
    const theirs = hungOffCentre('iterative', hang);
    hungOffCentre('direct', hang).forEach((ours, i) => {
      expect(Math.abs(ours - theirs[i])).toBeLessThan(most);
    });
  });
});

test.each<[string, object]>([
  ['lock', { lock: { softness: { hertz: 24, dampingRatio: 0.867 } } }],
  ['spring', { lock: null, spring: { hertz: 24, dampingRatio: 0.867 } }],
])('a soft %s of a point is the same in a world that is turned', (_, point) => {
  const upright = onSoftPoint(1, 0, point);
  const turned = onSoftPoint(0, 1, point);
  for (let i = 0; i < 30; i++) {
    upright.world.step(FRAME);
    turned.world.step(FRAME);
    expect(turned.body.y).toBeCloseTo(upright.body.x, 12);
    expect(turned.body.x).toBeCloseTo(-upright.body.y, 12);
  }
});

/** A moving body on a soft point of the world, in a world turned by the angle of (c, s). */
function onSoftPoint(c: number, s: number, point: object): { world: World; body: Body } {
  const turn = (x: number, y: number): [number, number] => [c * x - s * y, s * x + c * y];
  const world = new World({ gravity: turn(0, -9.81), solver: 'direct', sleeping: false });
  const body = world.addBody({
    position: turn(2.4887, -0.5035),
    velocity: turn(-0.486, 0.9018),
    angularVelocity: -0.074,
    mass: 0.2235,
    inertia: 0.00871,
  });
  world.joints.create('pivot', { bodyB: body, anchor: turn(1.257, -0.3533), point });
  return { world, body };
}
