import { disc, World } from '@tenon/core';

const world = new World({ gravity: [0, -9.81] });
const crank = world.addBody({ position: [0, 0], shape: disc(0.5) });
const hinge = world.joints.create('pivot', { bodyB: crank, anchor: [0, 0] });
hinge.angle.motor = { speed: 2, maxTorque: 40 };
hinge.break = { force: 500 };
world.on('broken', ({ joint, load }) => console.log(joint.id, load.force));
world.step(1 / 60); // or world.advance(frameSeconds): fixed steps, and world.alpha for interpolation
