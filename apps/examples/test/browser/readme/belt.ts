import { defineConstraint } from '@tenon/core';

export const belt = defineConstraint({
  name: 'belt',
  bodies: 3,
  rows: { second: 'length', third: 'length' },
  parameters: {
    radiusA: { default: 1, least: 0, unit: 'length' },
    radiusB: { default: 1, least: 0, unit: 'length' },
    radiusC: { default: 1, least: 0, unit: 'length' },
  },
  value: ([a, b, c], { radiusA, radiusB, radiusC }) => {
    const run = a.angle.times(radiusA);
    return { second: b.angle.times(radiusB).minus(run), third: c.angle.times(radiusC).minus(run) };
  },
});

declare module '@tenon/core' {
  interface JointRegistry {
    belt: typeof belt;
  }
}
