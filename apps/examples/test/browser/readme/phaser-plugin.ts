import * as Phaser from 'phaser';
import { type JointsPlugin, TenonPlugin } from '@tenon/phaser-plugin';

class Level extends Phaser.Scene {
  declare joints: JointsPlugin;

  create() {
    const crank = this.add.rectangle(300, 200, 120, 20, 0xffcc00);
    const rod = this.add.rectangle(440, 200, 160, 16, 0x66ccff);
    this.joints.attach(crank);
    this.joints.attach(rod, { angularDamping: 0.5 });

    const hinge = this.joints.create('pivot', { bodyB: crank, anchor: { x: 240, y: 200 } }); // hinged to the world
    hinge.angle.motor = { speed: 2, maxTorque: 40 }; // rad/s, N·m
    this.joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: { x: 360, y: 200 } });

    this.joints.drag.enable();
    this.joints.debug = true;
  }
}

const plugins = { scene: [{ key: 'TenonPlugin', plugin: TenonPlugin, mapping: 'joints' }] };
new Phaser.Game({ width: 800, height: 600, plugins, scene: Level });
