import { World } from '@tenon/core';
import { World as BareWorld, PivotJoint } from '@tenon/core/bare';
import { inspect } from '@tenon/core/inspect';
import { loadScene, saveScene } from '@tenon/core/scene';
import { viewWorld } from '@tenon/core/view';
import { DebugDraw } from '@tenon/debug-draw';
import { TenonPlugin } from '@tenon/phaser-plugin';
import { ThreeJoints } from '@tenon/three-adapter';

const world = new World({ gravity: [0, -9.81] });
const body = world.addBody({ position: [1, 0], mass: 1, inertia: 0.1 });
const hinge = world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
hinge.angle.motor = { speed: 2, maxTorque: 40 };
world.step(1 / 60);
export const rate: number = hinge.angle.rate;

// @ts-expect-error a motor without numbers is refused by the published types
hinge.angle.motor = { speed: 'fast' };

// @ts-expect-error what packages keep to themselves is not in the published types, and so in no completion
export const { slot } = hinge;

const bare = new BareWorld();
export const pivot = bare.joints.create(PivotJoint, { bodyB: bare.addBody({ mass: 1, inertia: 1 }), anchor: [0, 0] });

export { DebugDraw, inspect, loadScene, saveScene, TenonPlugin, ThreeJoints, viewWorld };
