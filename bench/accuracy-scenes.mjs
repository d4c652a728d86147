/**
 * The scenes of the accuracy table (npm run bench -- --accuracy), as data like those of scenes.mjs: the golden models in
 * packages/core/test/fixtures/trajectories, and our own versions of the others. Beside the joints of scenes.mjs:
 *
 *   body   torque (N·m), constant
 *   path   a curve of the world through `points`, on which the point `lb` of body b runs
 *
 * `bound` is what the page of goals asks of one direct step per frame at 60 Hz: error of the motion (m, RMS over bodies
 * and frames, in the mass norm) in the first and in the fifth second, and factorisations per frame. Twice that is the
 * limit. A `chaotic` scene has no motion to compare after its first second.
 */
import { readFileSync } from 'node:fs';
import { beads, body, bridge, chain, fourBar, pivot, pulleysAndGears } from './scenes.mjs';

const fixtures = new URL('../packages/core/test/fixtures/trajectories/', import.meta.url);

/** A golden model of pivots and prismatic joints. */
function golden(name) {
  const { model } = JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), 'utf8'));
  const moving = model.bodies.filter(({ type }) => type === 'dynamic');
  const index = (id) => moving.findIndex((one) => one.id === id);
  return {
    gravity: model.gravity,
    bodies: moving.map(({ x, y, angle, vx, vy, omega, mass, inertia }) =>
      body(x, y, { angle, vx, vy, w: omega, mass, inertia }),
    ),
    joints: model.joints.map(({ type, body1, body2, anchor1, anchor2, axis }) => ({
      type: type === 'revolute' ? 'pivot' : type,
      a: index(body1),
      b: index(body2),
      la: anchor1,
      lb: anchor2,
      ...(axis && { axis }),
    })),
  };
}

/** Five links that fly, turning as a whole at `turn` rad/s, neighbours bent against each other. */
function free(turn) {
  const { bodies, joints } = chain(5, { link: 0.5 });
  const bend = 0.02;
  let x = 0;
  let y = 0;
  bodies.forEach((link, i) => {
    link.angle = i % 2 ? bend : -bend;
    const half = [0.25 * Math.cos(link.angle), 0.25 * Math.sin(link.angle)];
    [link.x, link.y] = [x + half[0], y + half[1]];
    x += 2 * half[0];
    y += 2 * half[1];
  });
  const mean = (key) => bodies.reduce((sum, link) => sum + link[key], 0) / bodies.length;
  const [mx, my] = [mean('x'), mean('y')];
  for (const link of bodies) {
    link.w = turn;
    [link.vx, link.vy] = [-turn * (link.y - my), turn * (link.x - mx)];
  }
  return { gravity: [0, 0], bodies, joints: joints.slice(1) };
}

/** The golden slider-crank lying flat, from rest, with 0.2 N·m on its crank. */
function drivenSliderCrank() {
  const scene = golden('slider-crank');
  for (const part of scene.bodies) Object.assign(part, { vx: 0, vy: 0, w: 0 });
  scene.bodies[0].torque = 0.2;
  return { ...scene, gravity: [0, 0] };
}

/** A rod of 1 m and 1 kg that hangs by its end on a spring of 20 kN/m, let go level: 141 rad/s. */
function springRod() {
  return {
    gravity: [0, -9.81],
    bodies: [body(0.75, 0, { mass: 1, inertia: 1 / 12 })],
    joints: [{ type: 'spring', a: -1, b: 0, la: [0, 0], lb: [-0.5, 0], stiffness: 2e4, length: 0.25 }],
  };
}

/** A bead that slides to and fro in a trough. */
function pathBead() {
  return {
    gravity: [0, -9.81],
    bodies: [body(-1.5, 0.9, { mass: 1, inertia: 0.02 })],
    joints: [
      {
        type: 'path',
        a: -1,
        b: 0,
        lb: [0, 0],
        points: [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2].map((x) => [x, 0.4 * x * x]),
      },
    ],
  };
}

/** A square mesh hung by one corner: more rows than it needs. */
function mesh(n) {
  const bodies = [];
  const joints = [pivot(-1, 0, [0, 0], [0, 0])];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const index = bodies.length;
      bodies.push(body(j, -i, { mass: 1, inertia: 0.1 }));
      if (j > 0) joints.push(pivot(index - 1, index, [0.5, 0], [-0.5, 0]));
      if (i > 0) joints.push(pivot(index - n, index, [0, -0.5], [0, 0.5]));
    }
  }
  return { gravity: [0, -9.81], bodies, joints };
}

function gears() {
  const { bodies, joints } = pulleysAndGears();
  return { bodies: bodies.slice(0, 6), joints: joints.slice(0, 11) };
}

/** Two weights over a pulley, one swinging; a spring keeps the heavier one from the floor and the other from its sheave. */
function pulley() {
  const { bodies, joints } = pulleysAndGears();
  const rope = joints.find(({ type }) => type === 'pulley');
  const spring = { type: 'spring', a: -1, b: 1, la: rope.gb, lb: [0, 0.125], stiffness: 50, length: 1.875 };
  return { bodies: [bodies[rope.a], bodies[rope.b]], joints: [{ ...rope, a: 0, b: 1 }, spring] };
}

/** Scene, what it is, and the goals: `first`, `fifth` second (m), factorisations per frame, energy lost in five seconds. */
const scenes = {
  rod: ['rod from 90°', () => chain(1, { link: 1 }), { first: 5.4e-4, fifth: 4.3e-3, factors: 1, loss: 8e-7 }],
  flywheel: [
    'flywheel of 0.5 m, 30 rad/s',
    () => chain(1, { link: 0.5, turn: 30 }),
    { first: 1.7e-2, fifth: 0.13, factors: 2.5, loss: 3e-6 },
  ],
  'double-pendulum': [
    'double pendulum (golden)',
    () => golden('double-pendulum'),
    { first: 3.1e-4, fifth: 2.5e-3, factors: 1, loss: 5e-7 },
  ],
  'free-3': ['5 free links, 3 rad/s', () => free(3), { first: 4.4e-4, fifth: 3.7e-3, factors: 1 }],
  'free-10': ['5 free links, 10 rad/s', () => free(10), { first: 1.9e-2, fifth: 0.14, factors: 1 }],
  'four-bar': ['four-bar, 10 rad/s', fourBar, { first: 3.6e-3, fifth: 2.7e-2, factors: 1.9, loss: 3e-5 }],
  'n-four-bar-2': [
    'two four-bars (golden)',
    () => golden('n-four-bar-2'),
    { first: 4.4e-4, fifth: 3.8e-3, factors: 1.1 },
  ],
  'slider-crank': [
    'slider-crank (golden)',
    () => golden('slider-crank'),
    { first: 2.9e-3, fifth: 2.6e-2, factors: 2.2, loss: 4e-5 },
  ],
  'slider-crank-torque': [
    'slider-crank under a torque',
    drivenSliderCrank,
    { first: 2.4e-5, fifth: 4.4e-4, factors: 1 },
    { driven: true },
  ],
  'spring-rod': ['rod on a spring, 141 rad/s', springRod, { first: 1e-3, fifth: 0.2, factors: 1.3 }],
  'chain-10': [
    'chain of 10 (golden)',
    () => golden('chain-10'),
    { first: 1.3e-3, factors: 2.1, loss: 8e-7 },
    { chaotic: true },
  ],
  whip: ['whip, 10 × 0.25 m', () => chain(10), { first: 2.7e-3, factors: 3.5, loss: 3e-2 }, { chaotic: true }],
  'chain-100': ['chain of 100', () => chain(100), { first: 8.1e-4, fifth: 8.1e-2, factors: 3, loss: 9e-4 }],
  'heavy-1e3': [
    '20 links, end 1000:1',
    () => chain(20, { lastMass: 1e3 }),
    { first: 7.9e-3, fifth: 8.8e-2, factors: 4.6, loss: 2e-9 },
  ],
  'heavy-1e5': [
    '20 links, end 1e5:1',
    () => chain(20, { lastMass: 1e5 }),
    { first: 2.2e-3, fifth: 3.7e-3, factors: 4.6, loss: 3e-10 },
    { least: 64, most: 512 },
  ],
  bridge: ['bridge of 100, load 50', bridge, { first: 1.1e-3, fifth: 9.2e-3, factors: 2.1, loss: 8e-7 }],
  gears: ['6 meshed wheels, one off centre', gears, {}],
  pulley: ['pulley, swinging weight, spring', pulley, {}],
  beads: ['10 point masses on rods', () => beads(10), {}, { chaotic: true }],
  path: ['bead in a trough (path)', pathBead, {}, { refined: true }],
};

/** Scenes of the ten-minute runs that are not above. */
const more = {
  'heavy-1e4': ['20 links, end 1e4:1', () => chain(20, { lastMass: 1e4 })],
  'heavy-1e6': ['100 links, end 1e6:1', () => chain(100, { lastMass: 1e6 })],
  mesh: ['4 × 4 mesh on one corner', () => mesh(4)],
};

export const accuracySceneNames = Object.keys(scenes);

export function makeAccuracyScene(name) {
  const [title, make, goal = {}, kind = {}] = scenes[name] ?? more[name];
  return { name, title, gravity: [0, -10], dt: 1 / 60, ...make(), goal, ...kind };
}
