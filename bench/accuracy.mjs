/**
 * npm run bench -- --accuracy: what the direct step promises, measured. Error and energy of twenty scenes over five
 * seconds, the same scenes over ten minutes, and single claims, each with the bound that it is held to.
 */
import { build } from './engines/tenon.mjs';
import { makeAccuracyScene } from './accuracy-scenes.mjs';
import { energyOf, jointErrors, startState } from './measure.mjs';
import { converge } from './reference.mjs';
import { body, makeScene, pivot } from './scenes.mjs';

const SECOND = 60;

/** A world of the direct step and what is watched of it, frame by frame. */
class Watched {
  constructor(scene, settings = {}) {
    this.scene = scene;
    const { world, step, read } = build(scene, { solver: 'direct', ...settings });
    Object.assign(this, { world, step, read });
    this.state = startState(scene);
    this.start = energyOf(scene, this.state);
    this.startTotal = this.start.kinetic + this.start.potential;
    this.before = this.startTotal;
    this.fastest = this.start.kinetic;
    /** Of energy, J: largest gain in all, largest gain in a frame. */
    this.gain = 0;
    this.frameGain = 0;
    this.gap = 0;
    this.frames = 0;
    this.factorisations = 0;
    this.worst = 0;
    this.halvings = 0;
    this.lastResorts = 0;
    this.finite = true;
    this.errors = new Float64Array(scene.joints.length);
  }

  frame() {
    const { scene, world, state } = this;
    this.step(scene.dt);
    this.read(state);
    this.frames++;
    const { kinetic, potential } = energyOf(scene, state);
    const total = kinetic + potential;
    this.fastest = Math.max(this.fastest, kinetic);
    this.gain = Math.max(this.gain, total - this.startTotal);
    // Relative to the motion so far: in the first frames it is next to nothing.
    this.frameGain = Math.max(this.frameGain, (total - this.before) / this.fastest);
    this.before = total;
    this.finite &&= Number.isFinite(total);
    jointErrors(scene, state, this.errors);
    for (const error of this.errors) this.gap = Math.max(this.gap, Math.abs(error));
    // Angles, and the curve of a path.
    for (const joint of world.joints)
      for (const error of Object.values(joint.error)) this.gap = Math.max(this.gap, Math.abs(error));
    const { islands } = world.stats;
    let spent = 0;
    for (const island of islands) {
      spent += island.factorisations;
      this.worst = Math.max(this.worst, island.factorisations);
      this.halvings += island.halvings;
      this.lastResorts += island.lastResorts;
    }
    this.factorisations += spent / islands.length;
    return total;
  }

  /** Energy now against the start, relative to the largest kinetic energy. */
  get change() {
    return (this.before - this.startTotal) / this.fastest;
  }
}

/** Squared distance in the mass norm: position, and radius of gyration × angle. */
function squared({ bodies }, frame, state) {
  let sum = 0;
  let mass = 0;
  bodies.forEach((body, i) => {
    const [dx, dy, turn] = [0, 1, 2].map((k) => state[6 * i + k] - frame[3 * i + k]);
    sum += body.mass * (dx * dx + dy * dy) + body.inertia * turn * turn;
    mass += body.mass;
  });
  return sum / mass;
}

/** Poses of every frame that the motion is compared with, and how well they are known after one second and at the end, m. */
function truth(scene, seconds) {
  if (scene.refined) {
    const [coarse, fine] = [32, 64].map((directSubsteps) => record(scene, seconds, directSubsteps));
    return { frames: fine, error: distanceOf(scene, coarse.at(-1), fine.at(-1)), by: '64 of our own steps per frame' };
  }
  return converge(scene, { seconds, target: 1e-7, least: scene.least ?? 4, most: scene.most ?? 64 });
}

function record(scene, seconds, directSubsteps) {
  const watched = new Watched(scene, { directSubsteps, tolerance: 1e-10 });
  return Array.from({ length: seconds * SECOND }, () => {
    watched.frame();
    return scene.bodies.flatMap((_, i) => Array.from(watched.state.subarray(6 * i, 6 * i + 3)));
  });
}

function distanceOf(scene, p, q) {
  const state = new Float64Array(2 * p.length);
  scene.bodies.forEach((_, i) => state.set(p.slice(3 * i, 3 * i + 3), 6 * i));
  return Math.sqrt(squared(scene, q, state));
}

/** One step per frame at 60 Hz for five seconds. */
export function motion(name) {
  const scene = makeAccuracyScene(name);
  const seconds = scene.chaotic ? 1 : 5;
  const { frames, error, by, steps } = truth(scene, seconds);
  const watched = new Watched(scene);
  const sums = [0, 0, 0, 0, 0];
  for (let frame = 0; frame < 5 * SECOND; frame++) {
    watched.frame();
    if (frame < frames.length) sums[Math.floor(frame / SECOND)] += squared(scene, frames[frame], watched.state);
  }
  const rms = (second) => (second < seconds ? Math.sqrt(sums[second] / SECOND) : null);
  return {
    name,
    title: scene.title,
    first: rms(0),
    fifth: rms(4),
    factors: watched.factorisations / watched.frames,
    energy: scene.driven ? null : watched.change,
    frameGain: scene.driven ? null : watched.frameGain,
    grounded: scene.joints.some(({ a, b }) => a < 0 || b < 0),
    gap: watched.gap,
    chaotic: scene.chaotic,
    goal: scene.goal,
    reference: { error, by, steps },
  };
}

/** Energy lost in ten minutes, factorisations per frame and in the worst frame: what the prototype left and took. */
export const TEN_MINUTES = {
  rod: { loss: 1e-4, factors: 1 },
  'double-pendulum': { loss: 6e-5, factors: 1 },
  flywheel: { loss: 4e-4, factors: 2.5 },
  'free-10': { loss: 1e-4, factors: 1.1 },
  'four-bar': { loss: 4e-3, factors: 1.9 },
  'slider-crank': { loss: 5e-3, factors: 2.2 },
  'n-four-bar-2': { loss: 0.51, factors: 1.4 },
  'spring-rod': { loss: 3e-4, factors: 1.9 },
  whip: { loss: 0.75, factors: 3.2, chaotic: true },
  bridge: { loss: 5e-2, factors: 3.5 },
  'chain-100': { loss: 0.6, factors: 3.1, chaotic: true },
  'heavy-1e3': { loss: 0.15, factors: 3.8, chaotic: true },
  'heavy-1e4': { loss: 0.35, factors: 9, chaotic: true },
  'heavy-1e5': { loss: 0.44, factors: 18, chaotic: true },
  'heavy-1e6': { loss: 0.65, factors: 24, chaotic: true },
  gears: {},
  pulley: {},
  beads: { chaotic: true },
  path: {},
  mesh: { factors: 4 },
};

/** A scene for `minutes`: energy after 10 s, after 60 s and at the end. */
export function long(name, minutes = 10) {
  const scene = makeAccuracyScene(name);
  const watched = new Watched(scene);
  const energy = {};
  for (let frame = 1; frame <= minutes * 60 * SECOND && watched.finite; frame++) {
    watched.frame();
    if (frame === 10 * SECOND) energy.ten = watched.change;
    if (frame === 60 * SECOND) energy.sixty = watched.change;
  }
  return {
    name,
    title: scene.title,
    minutes,
    energy: { ...energy, end: watched.change },
    gain: watched.gain / watched.fastest,
    gap: watched.gap,
    finite: watched.finite,
    factors: watched.factorisations / watched.frames,
    worst: watched.worst,
    halvings: watched.halvings,
    lastResorts: watched.lastResorts,
    goal: TEN_MINUTES[name],
  };
}

const claims = {
  'angular momentum of 5 free links at 3 rad/s after 5 s': [3e-6, () => momentumDrift(3, 1e-6)],
  'the same at 10 rad/s': [3e-6, () => momentumDrift(10, 1e-6)],
  'the same at 10 rad/s, tolerance 1e-9': [2e-8, () => momentumDrift(10, 1e-9)],
  'angular momentum of a free hull whose motor drives a wheel, after 60 s (N·m·s)': [1e-9, hullMomentum],
  'loaded bridge at rest: movement in 10 s (m)': [1e-9, restingBridge],
  'directBudget: mechanisms solved directly, of 10 000 slider-cranks over of 5 000': [1, budgetGrowth],
};

/** Single claims: what, how much at most, how much it was. */
export function singleClaims() {
  return Object.entries(claims).map(([claim, [bound, measure]]) => ({ claim, bound, value: measure() }));
}

/** Grounded mechanisms that nothing drives must not gain. */
export function gainClaim(runs) {
  const gains = runs.filter(({ grounded, frameGain }) => grounded && frameGain !== null);
  const { title, frameGain } = gains.reduce((most, run) => (run.frameGain > most.frameGain ? run : most));
  return {
    claim: `gain of energy in a frame over the kinetic energy, grounded and undriven; most: ${title}`,
    bound: 1e-6,
    value: frameGain,
  };
}

function momentumDrift(turn, tolerance) {
  const scene = makeAccuracyScene(`free-${turn}`);
  const { step, read } = build(scene, { solver: 'direct', tolerance });
  const state = startState(scene);
  const start = angularMomentum(scene, state);
  for (let i = 0; i < 5 * SECOND; i++) step(scene.dt);
  read(state);
  return Math.abs(angularMomentum(scene, state) / start - 1);
}

/** About the common centre of mass. */
function angularMomentum({ bodies }, s) {
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const [cx, cy] = [0, 1].map((k) => bodies.reduce((sum, body, i) => sum + body.mass * s[6 * i + k], 0) / mass);
  return bodies.reduce((sum, body, i) => {
    const [x, y, , vx, vy, w] = s.subarray(6 * i, 6 * i + 6);
    return sum + body.inertia * w + body.mass * ((x - cx) * vy - (y - cy) * vx);
  }, 0);
}

function hullMomentum() {
  const bodies = [body(0, 0, { mass: 2, inertia: 0.5 }), body(0.5, 0.2, { mass: 1, inertia: 0.1 })];
  const joints = [pivot(0, 1, [0.5, 0.2], [0, 0], { motor: { speed: 5, maxTorque: 1 } })];
  const scene = { gravity: [0, 0], bodies, joints };
  const { step, read } = build(scene, { solver: 'direct' });
  for (let i = 0; i < 60 * SECOND; i++) step(1 / 60);
  const state = startState(scene);
  read(state);
  return Math.abs(angularMomentum(scene, state));
}

/** The loaded bridge, brought to rest by damping, left alone without any for a minute: largest movement in ten seconds, m. */
function restingBridge() {
  const scene = makeScene('bridge');
  const { world, step, read } = build(scene, { solver: 'direct' });
  const damp = (damping) => {
    for (const part of world.bodies) Object.assign(part, { linearDamping: damping, angularDamping: damping });
  };
  damp(3);
  for (let i = 0; i < 300 * SECOND; i++) step(scene.dt);
  damp(0);
  for (let i = 0; i < 60 * SECOND; i++) step(scene.dt);
  const [start, state] = [startState(scene), startState(scene)];
  read(start);
  let most = 0;
  for (let i = 0; i < 10 * SECOND; i++) {
    step(scene.dt);
    read(state);
    for (let k = 0; k < state.length; k += 6)
      most = Math.max(most, Math.hypot(state[k] - start[k], state[k + 1] - start[k + 1]));
  }
  return most;
}

/** Of twice as many mechanisms as the budget allows, no more are solved directly: ratio of their numbers. */
function budgetGrowth() {
  const [few, many] = [5000, 10_000].map((count) => {
    const { world, step } = build(makeScene(`slider-cranks:${count}`), { solver: 'auto' });
    step(1 / 60);
    return world.stats.islands.filter(({ solver }) => solver === 'direct').length;
  });
  return many / few;
}
