import { type Body, box, type Joint, type LimitsLaw, type ScalarCoordinate, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, offCentre, on, slider } from '../rigs';

const STOP = 0.2;

describe.each(['iterative', 'direct'] as const)('by the %s step', (solver) => {
  /** Speeds at which what comes with 1 m/s is thrown back where the stop is met in any part of a step. */
  function thrownBack(limits: { hertz: number; dampingRatio: number; maxForce?: number }): number[] {
    return Array.from({ length: 16 }, (_, i) => {
      const { world, cart, joint } = slider({ solver }, { velocity: [1, 0] });
      joint.slide.limits = { upper: STOP + (i / 16) * FRAME, ...limits };
      for (let step = 0; step < 120; step++) world.step(FRAME);
      expect(joint.slide.limits?.active).toBe(0);
      return -cart.velocity.x;
    });
  }

  test.each([
    // Undamped all of it; critically damped it lets go at ωt = 2, with e⁻² of it.
    [2, 0, 1, 1e-6],
    [10, 0, 1, 1e-6],
    [20, 0, 1, 1e-6],
    [2, 1, Math.exp(-2), 2e-3],
    [5, 1, Math.exp(-2), 2e-2],
  ])('a soft stop of %d Hz and damping ratio %d throws back as it should', (hertz, dampingRatio, exact, tolerance) => {
    for (const speed of thrownBack({ hertz, dampingRatio })) expect(Math.abs(speed - exact)).toBeLessThan(tolerance);
  });

  test('a soft stop throws back no faster than what came, however hard it is', () => {
    for (const hertz of [20, 60, 200])
      for (const dampingRatio of [0, 0.1, 0.3, 1, 2])
        for (const speed of thrownBack({ hertz, dampingRatio })) expect(speed).toBeLessThanOrEqual(1 + 1e-6);
  });

  test('nor where it has a cap, but for what the knee of its force within an iterative step makes', () => {
    const most = solver === 'direct' ? 1 + 1e-6 : 1.1;
    for (const hertz of [5, 20, 60])
      for (const maxForce of [10, 30, 100])
        for (const speed of thrownBack({ hertz, dampingRatio: 0, maxForce })) expect(speed).toBeLessThanOrEqual(most);
  });

  test('links between soft stops make no energy', () => {
    for (const hertz of [2, 8, 30]) {
      const world = new World({ solver, gravity: [0, -9.81] });
      let before: Joint['bodyA'] = null;
      for (let i = 0; i < 6; i++) {
        const body = world.addBody({ position: [0.5 + i, 0], shape: box(1, 0.2) });
        const limits = { lower: -0.5 - 0.1 * i, upper: 0.5, hertz, dampingRatio: 0 };
        world.joints.create('pivot', { bodyA: before, bodyB: body, anchor: [i, 0], angle: { limits } });
        before = body;
      }
      const start = world.energy.total;
      for (let i = 0; i < 600; i++) {
        world.step(FRAME);
        // What stops store is not in it.
        expect(world.energy.total).toBeLessThan(start + 1e-3);
      }
    }
  });

  function betweenStops(hertz: number, angularVelocity: number) {
    const { world, body, slide } = offCentre({ solver }, { velocity: [1, 0], angularVelocity });
    slide.limits = { lower: -0.2, upper: 0.2, hertz, dampingRatio: 0 };
    return { world, body, slide };
  }

  test('a soft stop gives back what it took where the effective mass changes meanwhile', () => {
    for (const hertz of [1, 3])
      for (const spin of [-9, -3, 4, 12]) {
        const { world, slide } = betweenStops(hertz, spin);
        const start = world.energy.kinetic;
        let most = 0;
        for (let i = 0; i < 1200; i++) {
          world.step(FRAME);
          // What it stores is in no energy.
          if (Math.abs(slide.value) < 0.2) most = Math.max(most, world.energy.kinetic);
        }
        expect(most / start).toBeLessThan(solver === 'direct' ? 1 + 1e-9 : 1.06);
      }
  });

  test.each<[string, (body: Body, limits: LimitsLaw) => void, boolean]>([
    ['nothing', () => undefined, true],
    ['the same limits', (body, limits) => (limits.upper = 0.2), true],
    ['other hertz', (body, limits) => ((limits.hertz = 3), (limits.hertz = 2)), false],
    ['another mass', (body) => ((body.mass = 3), (body.mass = 1)), false],
    ['the same place', (body) => (body.angle += 0), true],
  ])('one that is pressed keeps the stiffness that it met, but where it is told otherwise: %s', (_, tell, keeps) => {
    const { world, body, slide } = betweenStops(2, 3);
    while (slide.value < 0.25) world.step(FRAME);
    tell(body, on(slide.limits));
    const twin = betweenStops(2, 3);
    twin.body.position = body.position;
    twin.body.angle = body.angle;
    for (const w of [world, twin.world]) w.step(1e-9);
    const [force, anew] = [slide, twin.slide].map(({ limits }) => on(limits).force);
    if (keeps) expect(force / anew).not.toBeCloseTo(1, 2);
    else expect(force / anew).toBeCloseTo(1, 6);
  });
});

describe('a soft stop with a cap by the direct step', () => {
  /** Speed with which it throws back what comes with 1 m/s, and how far that came. */
  function thrown(limits: { hertz: number; dampingRatio: number; maxForce: number }, met: number, dt: number) {
    const { world, cart, joint } = slider({ solver: 'direct' }, { velocity: [1, 0] });
    const upper = STOP + met * FRAME;
    joint.slide.limits = { upper, ...limits };
    let way = 0;
    for (let time = 0; time < 2; time += dt) {
      world.step(dt);
      way = Math.max(way, cart.x - upper);
    }
    return { speed: -cart.velocity.x, way };
  }

  test.each([
    [5, 10],
    [5, 20],
    [20, 10],
    [20, 30],
    [20, 100],
    [60, 10],
    [60, 30],
  ])('of %d Hz and %d N gives back what it took, and lets it come as far as that takes', (hertz, maxForce) => {
    const k = (2 * Math.PI * hertz) ** 2;
    const knee = maxForce / k;
    // k·x²/2 up to the knee, beyond it the cap.
    const far = knee * Math.sqrt(k) < 1 ? knee / 2 + 1 / (2 * maxForce) : 1 / Math.sqrt(k);
    for (let i = 0; i < 16; i++) {
      const { speed, way } = thrown({ hertz, dampingRatio: 0, maxForce }, i / 16, FRAME);
      expect(Math.abs(speed - 1), `met after ${i}/16 of a step`).toBeLessThan(hertz === 60 ? 5e-3 : 1e-6);
      expect(way).toBeLessThan(far + 1e-5);
      // As seen at the ends of steps.
      expect(way).toBeGreaterThan(far - (maxForce * FRAME * FRAME) / 8 - 1e-3);
    }
  });

  test.each([
    [5, 10],
    [20, 10],
    [20, 30],
    [60, 10],
    [60, 30],
  ])('of %d Hz and %d N takes as much as in small steps, wherever in a step it is met', (hertz, maxForce) => {
    const limits = { hertz, dampingRatio: 0.3, maxForce };
    const exact = thrown(limits, 0.3, FRAME / 64).speed;
    for (let i = 0; i < 16; i++)
      expect(Math.abs(thrown(limits, i / 16, FRAME).speed - exact), `${i}/16`).toBeLessThan(0.035);
  });

  test('never pushes with more than that, nor pulls', () => {
    for (const hertz of [5, 20, 60, 200])
      for (const dampingRatio of [0, 0.3, 2])
        for (const maxForce of [1, 30, 1000]) {
          const { world, joint } = slider({ solver: 'direct', gravity: [0.5, 0] }, { velocity: [1, 0] });
          joint.slide.limits = { lower: -0.1, upper: 0.1, hertz, dampingRatio, maxForce };
          for (let i = 0; i < 300; i++) {
            const start = joint.slide.value;
            world.step(FRAME);
            const force = joint.slide.limits?.force ?? NaN;
            expect(Math.abs(force)).toBeLessThanOrEqual(maxForce * (1 + 1e-9));
            if (force !== 0) expect(Math.max(Math.abs(start), Math.abs(joint.slide.value))).toBeGreaterThan(0.1);
            if (force !== 0 && Math.abs(start) > 0.1) expect(force * start).toBeLessThan(0);
          }
        }
  });

  test('links between them make no energy', () => {
    for (const hertz of [2, 8, 30])
      for (const maxTorque of [1, 10]) {
        const world = new World({ solver: 'direct', gravity: [0, -9.81] });
        let before: Joint['bodyA'] = null;
        for (let i = 0; i < 6; i++) {
          const body = world.addBody({ position: [0.5 + i, 0], shape: box(1, 0.2) });
          const limits = { lower: -0.5 - 0.1 * i, upper: 0.5, hertz, dampingRatio: 0, maxTorque };
          world.joints.create('pivot', { bodyA: before, bodyB: body, anchor: [i, 0], angle: { limits } });
          before = body;
        }
        const start = world.energy.total;
        for (let i = 0; i < 600; i++) {
          world.step(FRAME);
          // Of some 200 J.
          expect(world.energy.total).toBeLessThan(start + 1e-5);
        }
      }
  });

  test('that turn levers give back at their caps what they took', () => {
    const world = new World({ solver: 'direct', gravity: [0, 0] });
    const bodyB = world.addBody({ position: [0.5, 0], velocity: [0, 6], angularVelocity: 12, mass: 1, inertia: 0.1 });
    const limits = { lower: -0.2, upper: 0.2, hertz: 4, dampingRatio: 0, maxTorque: 20 };
    const hinge = world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: { limits } });
    const first = world.energy.kinetic;
    let wasBeyond = false;
    for (let i = 0; i < 60 && !(wasBeyond && hinge.angle.value < 0.2); i++) {
      world.step(FRAME);
      if (hinge.angle.value > 0.2) wasBeyond = true;
    }
    expect(Math.abs(world.energy.kinetic / first - 1)).toBeLessThan(1e-6);
  });

  test('whose bounds are one is a spring with that cap', () => {
    const run = (laws: (slide: ScalarCoordinate) => void): number[] => {
      const { world, cart, slide } = slider({ solver: 'direct' }, { position: [0.3, 0] });
      laws(slide);
      return Array.from({ length: 60 }, () => {
        world.step(FRAME);
        return cart.x;
      });
    };
    const law = { hertz: 8, dampingRatio: 0.1, maxForce: 100 };
    const bounds = run((slide) => (slide.limits = { lower: 0, upper: 0, ...law }));
    const spring = run((slide) => (slide.spring = { target: 0, ...law }));
    bounds.forEach((x, i) => expect(x, `step ${i}`).toBeCloseTo(spring[i], 9));
  });
});
