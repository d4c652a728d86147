import type { WheelJoint } from '@tenon/core';
import * as Phaser from 'phaser';
import { type JointsPlugin, TenonPlugin } from '@tenon/phaser-plugin';
import { expect, it } from 'vitest';
import readme from '../../README.md?raw';
import source from './car.test.ts?raw';
import { openStage } from './support/stage';

// README, from here …
class Ride extends Phaser.Scene {
  declare joints: JointsPlugin;
  wheels: WheelJoint[] = [];
  keys: Phaser.Types.Input.Keyboard.CursorKeys | undefined;

  create() {
    const hills = [-200, 300, 100, 450, 500, 450, 800, 350, 1200, 480, 1600, 380, 2400, 450]; // x, y, x, y …
    const road = new Phaser.Curves.Spline(hills).getPoints(100);
    this.add.graphics().lineStyle(4, 0x77aa55).strokePoints(road);
    this.joints.addGround(road); // from left to right: its upper side is the road

    const chassis = this.add.rectangle(200, 400, 120, 30, 0xcc4433);
    this.joints.attach(chassis, { collides: true });
    this.wheels = [-40, 40].map((x) => {
      const wheel = this.add.circle(200 + x, 420, 20, 0x444444);
      this.joints.attach(wheel, { collides: { friction: 1.5 } });
      return this.joints.create('wheel', {
        bodyA: chassis,
        bodyB: wheel,
        anchor: wheel,
        axis: [0, 1], // of the suspension: up and down
        suspension: { spring: { hertz: 5, dampingRatio: 0.7 }, limits: [-10, 10] }, // px
      });
    });

    this.keys = this.input.keyboard?.createCursorKeys();
    this.cameras.main.startFollow(chassis);
  }

  override update() {
    const way = Number(this.keys?.right.isDown) - Number(this.keys?.left.isDown);
    // Clockwise, which is positive in Phaser, rolls to the right. Without a motor it coasts.
    for (const wheel of this.wheels) wheel.spin.motor = way === 0 ? null : { speed: 20 * way, maxTorque: 3 };
  }
}
// … to here.

const plugins = { scene: [{ key: 'TenonPlugin', plugin: TenonPlugin, mapping: 'joints' }] };

it('keys drive the car of the README over its hills, there and back', async () => {
  const [, sample] = source.split(/^\/\/ README, from here …\n|^\/\/ … to here\.$/m);
  expect(readme).toContain(sample.trim());

  const stage = await openStage({ plugins, scene: Ride });
  const { joints } = stage.scene('default');
  const [, chassis] = joints.world.bodies;
  const press = (type: string, keyCode: number) => window.dispatchEvent(new KeyboardEvent(type, { keyCode }));
  stage.frames(60);
  const start = chassis.x;
  press('keydown', 39);
  stage.frames(180);
  expect(chassis.x).toBeGreaterThan(start + 500);
  press('keyup', 39);
  press('keydown', 37);
  stage.frames(240);
  expect(chassis.velocity.x).toBeLessThan(-100);
  expect(Math.abs(chassis.angle)).toBeLessThan(1);
  for (const { error, suspension } of (stage.scene('default') as unknown as Ride).wheels) {
    expect(error.offset).toBeLessThan(0.5);
    expect(Math.abs(suspension.value)).toBeLessThan(12);
  }
});
