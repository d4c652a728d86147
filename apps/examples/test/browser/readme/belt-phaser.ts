import * as Phaser from 'phaser';
import { disc } from '@tenon/core';
import { type JointsPlugin, TenonPlugin } from '@tenon/phaser-plugin';
import { belt } from './belt';

class Belts extends Phaser.Scene {
  declare joints: JointsPlugin;

  create() {
    this.plugins.install('TenonPlugin', TenonPlugin, true, 'joints', { types: [belt] });
    const radii = [40, 60, 30];
    const wheels = [150, 350, 520].map((x, i) => {
      const picture = this.add.rectangle(x, 300, radii[i] * 1.8, 10, 0xffcc00);
      this.joints.attach(picture, { shape: disc(radii[i]) });
      return { picture, hinge: this.joints.create('pivot', { bodyB: picture, anchor: { x, y: 300 } }) };
    });
    const [bodyA, bodyB, bodyC] = wheels.map(({ picture }) => picture);
    this.joints.create('belt', { bodyA, bodyB, bodyC, radiusA: 40, radiusB: 60, radiusC: 30 });
    wheels[0].hinge.angle.motor = { speed: 3, maxTorque: 500 };
    this.joints.debug = true;
  }
}

new Phaser.Game({ width: 800, height: 600, scene: Belts });
