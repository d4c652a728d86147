import { disc, World } from '@tenon/core';

const world = new World({ gravity: [0, -9.81] });
const crank = world.addBody({ shape: disc(0.5) });
const hinge = world.joints.create('pivot', { bodyB: crank, anchor: [0, 0] });
hinge.angle.motor = { speed: 2, maxTorque: 40 };
world.step(1 / 60);
console.log(hinge.angle.value, hinge.reaction.force);
