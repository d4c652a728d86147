import * as Phaser from 'phaser';
import { type JointsPlugin, TenonPlugin, textureAnchor } from '@tenon/phaser-plugin';
import { expect, it } from 'vitest';
import { openStage } from './support/stage';

// The README's programs.

class Level extends Phaser.Scene {
  declare joints: JointsPlugin;

  create() {
    const crank = this.add.rectangle(300, 200, 120, 20, 0xffcc00);
    const rod = this.add.rectangle(440, 200, 160, 16, 0x66ccff);
    this.joints.attach(crank);
    this.joints.attach(rod, { angularDamping: 0.5 });

    const hinge = this.joints.create('pivot', { bodyB: crank, anchor: { x: 240, y: 200 } });
    hinge.angle.motor = { speed: 2, maxTorque: 40 };
    this.joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: { x: 360, y: 200 } });

    this.joints.drag.enable();
    this.joints.debug = true;
  }
}

const plugins = { scene: [{ key: 'TenonPlugin', plugin: TenonPlugin, mapping: 'joints' }] };

it('turns the crank by its motor', async () => {
  const stage = await openStage({ plugins, scene: Level });
  const { joints } = stage.scene('default');
  stage.frames(60);
  const [hinge, elbow] = joints.world.joints;
  expect(hinge.coordinates[0].path).toContain('angle');
  expect(joints.world.bodies.size).toBe(2);
  expect(elbow.error.point).toBeLessThan(0.5);
});

it('hangs a load on a platform, joins pictures by their textures, and tells what breaks', async () => {
  const stage = await openStage({ plugins, scene: Level });
  const scene = stage.scene('default');
  const platform = scene.add.rectangle(400, 100, 80, 10);
  const load = scene.add.circle(400, 180, 10);
  const [arm, hand] = [scene.add.rectangle(100, 400, 80, 10), scene.add.rectangle(160, 400, 40, 10)];
  scene.joints.attach(platform, { type: 'kinematic' });
  for (const object of [load, arm, hand]) scene.joints.attach(object);
  scene.joints.create('rope', { bodyA: platform, bodyB: load, max: 120 });
  scene.joints.create('pivot', {
    bodyA: arm,
    localAnchorA: textureAnchor(arm, 1, 0.5),
    bodyB: hand,
    localAnchorB: textureAnchor(hand, 0, 0.5),
  });
  const link = scene.joints.create('pivot', { bodyB: arm, anchor: [60, 400], break: { force: 1 } });
  const broken: unknown[] = [];
  scene.joints.on('broken', ({ joint }) => broken.push(joint));
  stage.frames(60);
  expect(broken).toEqual([link]);
  expect(load.y).toBeCloseTo(220, 0);
});

it('steers an arm by keys, as far as its limits', async () => {
  const stage = await openStage({ plugins, scene: Level });
  const scene = stage.scene('default');
  const cab = scene.add.rectangle(150, 250, 80, 40);
  const arm = scene.add.rectangle(240, 240, 100, 20);
  scene.joints.attach(cab, { type: 'static' });
  scene.joints.attach(arm);
  const boom = scene.joints.create('pivot', {
    bodyA: cab,
    bodyB: arm,
    anchor: [190, 240],
    angle: { limits: [-1.2, 0.4] },
  });
  boom.angle.motor = { target: 0, speed: 1, maxTorque: 20_000 };
  const steer = (way: number, delta: number) => {
    if (boom.angle.motor?.target != null)
      boom.angle.motor.target = Phaser.Math.Clamp(boom.angle.motor.target + (way * delta) / 1000, -1.2, 0.4);
  };
  for (const [way, end] of [
    [-1, -1.2],
    [1, 0.4],
  ]) {
    for (let i = 0; i < 120; i++) {
      steer(way, 1000 / 60);
      stage.frames(1);
    }
    expect(boom.angle.value).toBeCloseTo(end, 4);
    expect(arm.rotation).toBeCloseTo(end, 4);
  }
});
