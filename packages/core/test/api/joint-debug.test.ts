import { World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';

describe('joint.debug is checked as its option is', () => {
  const world = new World();
  const joint = world.joints.create('pivot', { bodyB: world.addBody(), debug: { color: '#f80' } });
  const { debug } = joint;

  test.each([
    [1, 'param-invalid PivotJoint.debug'],
    [null, 'param-invalid PivotJoint.debug'],
    [{ colour: '#f00' }, 'option-unknown PivotJoint.debug.colour'],
    [{ label: 'x', color: 'red' }, 'param-invalid PivotJoint.debug.color'],
    [{ label: 'x', color: 1.5 }, 'param-invalid PivotJoint.debug.color'],
    [{ label: 'x', visible: 1 }, 'param-invalid PivotJoint.debug.visible'],
    [{ label: 5 }, 'param-invalid PivotJoint.debug.label'],
  ])('%o', (value, expected) => {
    expect(refusal(() => Object.assign(joint, { debug: value }))).toBe(expected);
    const options = { bodyB: joint.bodyB, debug: value };
    expect(refusal(() => world.joints.createNamed('pivot', options))).toBe(expected);
    for (const field of ['visible', 'color', 'label'])
      if (typeof value === 'object' && value !== null && field in value && expected.endsWith(field))
        expect(refusal(() => Object.assign(debug, { [field]: value[field as keyof typeof value] }))).toBe(expected);
    expect([debug.visible, debug.color, debug.label]).toEqual([true, '#f80', null]);
  });

  test('assigned, it stays the same object, and what is left out is as by default', () => {
    joint.debug = { label: '', color: 0xff0000 };
    expect(joint.debug).toBe(debug);
    expect([debug.visible, debug.color, debug.label]).toEqual([true, 0xff0000, '']);
    expect(saveScene(loadScene(saveScene(world)).world)).toEqual(saveScene(world));
  });
});
