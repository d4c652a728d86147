import { expect, test } from 'vitest';
import { FRAME, slider } from '../rigs';

/** How far a cart of 1 kg swings that is let go 1 m from where a law with a cap pulls it: at most, and after 20 s. */
function swing(law: 'spring' | 'lock', hertz: number, dampingRatio: number, maxForce: number) {
  const { world, joint, slide } = slider({ solver: 'direct' }, { position: [1, 0] });
  if (law === 'spring') slide.spring = { hertz, dampingRatio, target: 0, maxForce };
  else slide.lock = { target: 0, softness: { hertz, dampingRatio }, maxForce };
  let most = 0;
  let late = 0;
  for (let i = 0; i < 1800; i++) {
    world.step(FRAME);
    const far = Math.abs(slide.value);
    most = Math.max(most, far);
    if (i >= 1200) late = Math.max(late, far);
    expect(joint.reaction.peakForce).toBeLessThanOrEqual(maxForce * (1 + 1e-9));
    expect(Math.abs(slide[law]?.force ?? 0)).toBeLessThanOrEqual(maxForce * (1 + 1e-12));
  }
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
