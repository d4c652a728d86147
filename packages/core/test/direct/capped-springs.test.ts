import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { FRAME, slider } from '../rigs';

/** How far a cart of 1 kg swings that is let go 1 m from where a law with a cap pulls it: at most, and after 20 s. */
function swing(law: 'spring' | 'lock', hertz: number, dampingRatio: number, maxForce: number) {
  const { world, joint, slide } = slider({ solver: 'direct' }, { position: [1, 0] });
  if (law === 'spring') slide.spring = { hertz, dampingRatio, target: 0, maxForce };
  else slide.lock = { target: 0, softness: { hertz, dampingRatio }, maxForce };
  let most = 0;
  let late = 0;
  let peak = 0;
  for (let i = 0; i < 1800; i++) {
    world.step(FRAME);
    const far = Math.abs(slide.value);
    most = Math.max(most, far);
    if (i >= 1200) late = Math.max(late, far);
    peak = Math.max(peak, joint.reaction.peakForce, Math.abs(slide[law]?.force ?? 0));
  }
  expect(peak).toBeLessThanOrEqual(maxForce * (1 + 1e-9));
  return { most, late };
}

test.each(['spring', 'lock'] as const)('a %s with a cap swings no farther than it was let go', (law) => {
  for (const hertz of [2, 5, 8, 12, 20, 60])
    for (const maxForce of [5, 20, 50, 100, 300, 1000]) expect(swing(law, hertz, 0, maxForce).most).toBeLessThan(1.001);
});

test.each(['spring', 'lock'] as const)('a damped %s with a cap comes to rest', (law) => {
  for (const dampingRatio of [0.5, 1])
    for (const hertz of [5, 20, 60])
      for (const maxForce of [20, 50, 300, 1000])
        expect(swing(law, hertz, dampingRatio, maxForce).late).toBeLessThan(0.5);
});

test('an undamped spring keeps its energy through the knee of its cap, resolved or not', () => {
  for (const hertz of [2, 20]) {
    const maxForce = 50;
    const { world, cart, slide } = slider({ solver: 'direct' }, { position: [1, 0] });
    slide.spring = { hertz, dampingRatio: 0, target: 0, maxForce };
    const stiffness = (2 * Math.PI * hertz) ** 2;
    const knee = maxForce / stiffness;
    const stored = (x: number) => (x < knee ? (stiffness * x * x) / 2 : maxForce * (x - knee / 2));
    const start = stored(1);
    for (let i = 0; i < 600; i++) {
      world.step(FRAME);
      expect(Math.abs(world.energy.kinetic + stored(Math.abs(cart.x)) - start)).toBeLessThan(1e-4 * start);
    }
  }
});

test('two laws with caps of their own on one coordinate make no energy', () => {
  const { world, slide } = slider({ solver: 'direct' }, { position: [1, 0] });
  slide.lock = { target: 0, softness: { hertz: 12, dampingRatio: 0 }, maxForce: 40 };
  slide.spring = { hertz: 20, dampingRatio: 0, target: 0.1, maxForce: 100 };
  for (let i = 0; i < 1800; i++) {
    world.step(FRAME);
    expect(Math.abs(slide.value)).toBeLessThan(1.001);
  }
});

/** A body of 1 kg that a point with a cap draws to the origin from 1 m, past it by how fast it moves across; its stored energy. */
function drawn(law: 'spring' | 'lock', hertz: number, dampingRatio: number, maxForce: number, across: number) {
  const world = new World({ solver: 'direct', sleeping: false });
  const bodyB = world.addBody({ mass: 1, inertia: 1, position: [1, 0], velocity: [0, across] });
  const common = { bodyB, target: [0, 0] as const, localAnchorB: [0, 0] as const };
  const joint =
    law === 'spring'
      ? world.joints.create('drag', { ...common, point: { lock: null, spring: { hertz, dampingRatio, maxForce } } })
      : world.joints.create('drag', {
          ...common,
          point: { lock: { softness: { hertz, dampingRatio }, maxForce }, spring: null },
        });
  const stiffness = (2 * Math.PI * hertz) ** 2;
  const knee = maxForce / stiffness;
  const far = () => Math.hypot(bodyB.x, bodyB.y);
  const stored = () => (far() < knee ? (stiffness * far() ** 2) / 2 : maxForce * (far() - knee / 2));
  return { world, joint, far, energy: () => world.energy.kinetic + stored() };
}

test.each([
  ['spring', 2, 50, 0.5],
  ['spring', 12, 100, 3],
  ['spring', 20, 100, 0],
  ['spring', 20, 100, 0.1],
  ['lock', 20, 100, 0.1],
  ['lock', 5, 50, 0.5],
] as const)(
  'an undamped %s of a point of %d Hz and %d N keeps its energy at %f m/s across',
  (law, hertz, cap, across) => {
    const { world, joint, energy } = drawn(law, hertz, 0, cap, across);
    const start = energy();
    for (let i = 0; i < 900; i++) {
      world.step(FRAME);
      // By how far it turns within a step before that is followed.
      expect(Math.abs(energy() - start)).toBeLessThan(2e-3 * start);
      expect(joint.reaction.peakForce).toBeLessThanOrEqual(cap * (1 + 1e-9));
    }
  },
);

test.each(['spring', 'lock'] as const)(
  'a damped %s of a point comes to rest, however hard it is for its cap',
  (law) => {
    for (const hertz of [5, 20, 60])
      for (const cap of [50, 300]) {
        const { world, far } = drawn(law, hertz, 1, cap, 0.5);
        for (let i = 0; i < 900; i++) world.step(FRAME);
        expect(far()).toBeLessThan(1e-3);
      }
  },
);
