import * as Phaser from 'phaser';
import { box } from '@tenon/core';
import { type JointsPlugin, TenonPlugin } from '@tenon/phaser-plugin';

class Swing extends Phaser.Scene {
  declare joints: JointsPlugin;

  create() {
    this.plugins.install('TenonPlugin', TenonPlugin, true, 'joints');
    const beam = this.add.rectangle(500, 300, 200, 20, 0xffcc00);
    const load = this.add.rectangle(600, 380, 60, 60, 0x3388ff);

    this.joints.attach(beam, { shape: box(200, 20) });
    this.joints.attach(load, { shape: box(60, 60) });
    const hinge = this.joints.create('pivot', { bodyB: beam, anchor: { x: 400, y: 300 } });
    hinge.angle.motor = { speed: 1, maxTorque: 500 };
    this.joints.create('pivot', { bodyA: beam, bodyB: load, anchor: { x: 600, y: 300 } });
    this.joints.debug = true;
  }
}

new Phaser.Game({ width: 800, height: 600, scene: Swing });
