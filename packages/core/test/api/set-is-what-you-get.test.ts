import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { cases, isScalar, NAMES } from '../joint-cases';

describe('set is what you get', () => {
  test.each(NAMES)('on every property of a %s, in metres and in pixels', (name) => {
    for (const lengthUnit of [1, 64]) {
      const world = new World({ lengthUnit });
      const [a, b] = [0, 1].map((i) => world.addBody({ position: [i * lengthUnit, 0.2 * i * lengthUnit] }));
      const { options, tiedToWorld } = cases[name];
      const joint = world.joints.createNamed(name, { bodyA: tiedToWorld === true ? null : a, bodyB: b, ...options });
      const get = (target: object, key: string): unknown => {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'object' && value !== null && Symbol.iterator in value
          ? [...(value as number[])]
          : value;
      };
      const set = (target: object, key: string, value: unknown): void => {
        Reflect.set(target, key, value);
        expect(get(target, key), `${name}.${key}`).toEqual(value);
      };
      const { frames, parameters, anchorKeys } = joint.definition;
      if (frames.includes('anchors')) for (const key of anchorKeys) set(joint, key, [1.5, -2.25]);
      if (frames.includes('axis')) set(joint, 'localAxisA', [0, 1]);
      if (frames.includes('referenceAngle')) set(joint, 'referenceAngle', 0.75);
      for (const parameter of parameters) set(joint, parameter.name, 2.5);
      for (const [key, value] of Object.entries({
        enabled: false,
        collideConnected: true,
        userData: 7,
        maxCorrectionSpeed: 3,
        solver: 'direct',
      }))
        set(joint, key, value);
      joint.break = {
        force: 5,
        torque: 6,
        error: { length: 2, angle: 1, after: 0.5 },
        energy: 8,
        laws: ['lock'],
        remove: false,
      };
      const { break: law } = joint;
      expect([law?.force, law?.torque, law?.error, law?.energy, law?.laws, law?.remove]).toEqual([
        5,
        6,
        { length: 2, angle: 1, after: 0.5 },
        8,
        ['lock'],
        false,
      ]);
      for (const c of joint.coordinates) {
        const capName = c.unit === 'angle' ? 'maxTorque' : 'maxForce';
        const check = (law: string, given: Record<string, unknown>, read: Record<string, unknown> = given): void => {
          Reflect.set(c, law, given);
          const accessor = Reflect.get(c, law) as object;
          for (const [key, value] of Object.entries(read)) {
            expect(get(accessor, key), `${c.path}.${law}.${key}`).toEqual(value);
            if (key !== 'law') set(accessor, key, value);
          }
          Reflect.set(c, law, null);
          expect(Reflect.get(c, law)).toBe(null);
        };
        check('lock', { softness: { hertz: 3, dampingRatio: 0.5 }, [capName]: 4 });
        if (!isScalar(c)) {
          check('spring', { hertz: 2, dampingRatio: 0.5, maxForce: 3 });
          check('friction', { force: 2, viscous: 0.5 }, { maxForce: 2, viscous: 0.5 });
          continue;
        }
        check('limits', { lower: 0.5, upper: 2, restitution: 0.25 });
        check('limits', { lower: 0.5, upper: 2, hertz: 4, dampingRatio: 0.5, [capName]: 3 });
        check('spring', { hertz: 2, dampingRatio: 0.5, target: 0.25, [capName]: 3 });
        check('spring', { stiffness: 2, damping: 0.5, target: 0.25, [capName]: 3 });
        check('spring', { compliance: 0.5, damping: 0.5, target: 0.25 });
        check('motor', { speed: 2, [capName]: 4 });
        check('motor', { target: 0.5, speed: 2, [capName]: 4 });
        check(
          'friction',
          { [c.unit === 'angle' ? 'torque' : 'force']: 2, viscous: 0.5 },
          { [capName]: 2, viscous: 0.5 },
        );
        check('ratchet', { tooth: 0.5, phase: 0.25, [capName]: 2 });
        if (c.unit === 'angle') set(c, 'wrapped', true);
      }
    }
  });
});
