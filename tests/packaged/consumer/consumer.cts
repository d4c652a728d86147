import { World } from '@tenon/core';
import { PivotJoint } from '@tenon/core/bare';
import { inspect } from '@tenon/core/inspect';
import { saveScene } from '@tenon/core/scene';
import { viewWorld } from '@tenon/core/view';
import { DebugDraw } from '@tenon/debug-draw';
import { TenonPlugin } from '@tenon/phaser-plugin';

const world = new World({ gravity: { x: 0, y: -9.81 } });
world.step(1 / 60);

export { DebugDraw, inspect, PivotJoint, saveScene, TenonPlugin, viewWorld, world };
