/**
 * One engine on one scene in a process of its own, so that no engine's types slow down another's code. Answers the tasks
 * of run.mjs, one at a time; between tasks it sleeps.
 */
import { engines, loadEngine } from './engines.mjs';
import { Unsupported } from './engines/unsupported.mjs';
import { energyOf, jointErrors, startState, unwrapAngles } from './measure.mjs';
import { makeScene } from './scenes.mjs';

const [, , engineName, sceneName] = process.argv;
const begun = performance.now();
const engine = await loadEngine(engineName);
const load = performance.now() - begun;
const scene = await readScene();
const build = scene.build ?? ((settings, from = scene) => engine.build(from, settings));

async function readScene() {
  const [kind, id] = sceneName.split(':');
  return kind === 'example' ? (await import('./examples.mjs')).makeExample(id) : makeScene(sceneName);
}

/** Runs the scene once: joint error of every frame, energy, and the centres after one second. */
function accuracy({ settings, frames }) {
  const world = build(settings);
  const state = startState(scene);
  const before = state.slice();
  const errors = new Float64Array(scene.joints.length);
  // Reading a large world through some bindings costs more than stepping it.
  const every = scene.bodies.length > 500 ? 5 : 1;
  const start = energyOf(scene, state);
  let total = start.kinetic + start.potential;
  let fastest = start.kinetic;
  let gain = 0;
  let sum = 0;
  let count = 0;
  let max = 0;
  let centres = null;
  for (let frame = 1; frame <= frames; frame++) {
    world.step(scene.dt);
    if (frame % every !== 0) continue;
    before.set(state);
    world.read(state);
    unwrapAngles(state, before);
    if (world.jointErrors) world.jointErrors(errors);
    else jointErrors(scene, state, errors);
    for (const error of errors) {
      sum += error * error;
      max = Math.max(max, Math.abs(error));
    }
    count += errors.length;
    const { kinetic, potential } = energyOf(scene, state);
    fastest = Math.max(fastest, kinetic);
    total = kinetic + potential;
    gain = Math.max(gain, total - start.kinetic - start.potential);
    if (frame === 60) centres = scene.bodies.flatMap((_, i) => [state[6 * i], state[6 * i + 1], state[6 * i + 2]]);
  }
  const solvers = chosenSolvers(world);
  world.destroy();
  const change = total - start.kinetic - start.potential;
  return {
    rms: Math.sqrt(sum / Math.max(1, count)),
    max,
    energy: change / fastest,
    gain: gain / fastest,
    finite: Number.isFinite(sum) && Number.isFinite(total),
    centres,
    solvers,
  };
}

/** How many islands each of our steps took. */
function chosenSolvers({ world }) {
  if (world === undefined) return undefined;
  const counts = { direct: 0, iterative: 0 };
  for (const { solver } of world.stats.islands) counts[solver]++;
  return counts;
}

/**
 * Milliseconds per step: whole runs of the scene, each in a new world, for about `budget` ms. Building is not counted, nor
 * the first step, in which some engines lay out what they have been given.
 */
function time({ settings, frames, budget }) {
  const samples = [];
  let spent = 0;
  while (spent < budget || samples.length === 0) {
    const world = build(settings);
    world.step(scene.dt);
    const cpu = process.cpuUsage();
    const start = performance.now();
    for (let i = 0; i < frames; i++) world.step(scene.dt);
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    world.destroy();
    // Other work on the machine only ever adds: to the wall clock when it takes the core away.
    samples.push(Math.min(wall, (user + system) / 1000) / frames);
    spent += wall;
  }
  samples.sort((a, b) => a - b);
  return { ms: samples[samples.length >> 1], runs: samples.length };
}

/** Steps until the code is compiled: after two seconds of processor time each engine is as fast as it gets (WebAssembly after half of one). */
function warmUp({ settings, frames }) {
  const start = process.cpuUsage();
  const isCold = () => {
    const { user, system } = process.cpuUsage(start);
    return user + system < 2_000_000;
  };
  while (isCold()) {
    const world = build(settings);
    for (let i = 0; i < frames && isCold(); i++) world.step(scene.dt);
    world.destroy();
  }
  return {};
}

/** Bytes that the JavaScript heap grows by in a step, without a collection in between; smallest of several worlds. */
function allocations({ settings }) {
  const steps = scene.bodies.length > 500 ? 20 : 100;
  let least = Infinity;
  for (let i = 0; i < 5; i++) {
    const world = build(settings);
    for (let k = 0; k < 20; k++) world.step(scene.dt);
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < steps; k++) world.step(scene.dt);
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / steps);
    world.destroy();
  }
  return { bytes: least };
}

/** From nothing to a world that has stepped once, ms. */
function startUp({ settings }) {
  const start = performance.now();
  const world = build(settings);
  const built = performance.now();
  world.step(scene.dt);
  const stepped = performance.now();
  world.destroy();
  return { load, build: built - start, firstStep: stepped - built };
}

/** A small world is lost in what else the process keeps: so many are measured that they have this many joints. */
const MEASURED_JOINTS = 2000;

/** What bodies and joints keep of the memory, bytes each. In a fresh process: what others left is not collected at once. */
function memory({ settings }) {
  const worlds = [];
  const add = (from) => {
    const world = build(settings, from);
    world.step(scene.dt);
    worlds.push(world);
  };
  const copies = Math.ceil(MEASURED_JOINTS / scene.joints.length);
  const grownBy = (from) => {
    // What one keeps and others share, code among it, is not counted.
    add(from);
    globalThis.gc?.();
    const before = process.memoryUsage();
    for (let i = 0; i < copies; i++) add(from);
    globalThis.gc?.();
    const after = process.memoryUsage();
    return (after.heapUsed + after.external - before.heapUsed - before.external) / copies;
  };
  const bodies = grownBy({ ...scene, joints: [] });
  const all = grownBy(scene);
  for (const world of worlds) world.destroy();
  return { perBody: bodies / scene.bodies.length, perJoint: (all - bodies) / scene.joints.length };
}

/** What the parent cannot load: an example. */
function describe() {
  const { title, dt, frames, driven, bodies, joints } = scene;
  return { title, dt, frames, driven, bodies, joints };
}

const tasks = { accuracy, warmUp, time, allocations, startUp, memory, describe };

process.on('message', ({ task, ...message }) => {
  try {
    process.send({
      ...tasks[task]({ ...message, settings: { ...engines[engineName].settings, ...message.settings } }),
      version: engine.version,
    });
  } catch (error) {
    process.send({
      [error instanceof Unsupported ? 'unsupported' : 'failure']: error.message.split('\n')[0],
      version: engine.version,
    });
  }
});
