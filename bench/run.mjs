/**
 * npm run bench -- [--scene chain-100,bridge] [--engines tenon-auto,box2d3-wasm] [--rounds 5] [--quick]
 *                  [--sweep chain-100] [--auto-table] [--scaling] [--accuracy] [--constraints]
 *                  [--json out.json] [--chart out.svg] [--readme] [--from earlier.json]
 *
 * Every engine runs every scene in a process of its own; rounds are interleaved, so that a slow moment of the machine
 * meets all alike. Without options: all of it. `--readme` writes what was measured into the READMEs;
 * `--from` adds to an earlier result, or only shows it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { gainClaim, long, motion, singleClaims, TEN_MINUTES } from './accuracy.mjs';
import { accuracySceneNames } from './accuracy-scenes.mjs';
import { chart } from './chart.mjs';
import { constraintTable } from './constraints.mjs';
import { Contestant } from './contestant.mjs';
import { engineNames, engines } from './engines.mjs';
import { exampleNames } from './examples.mjs';
import { distanceFrom, startState } from './measure.mjs';
import { converge } from './reference.mjs';
import { autoTable, claimTable, fill, goalTable, headline, longTable, motionTable, summary } from './report.mjs';
import { makeScene, sceneNames } from './scenes.mjs';
import { sizes } from './sizes.mjs';
import { number, table } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    scene: { type: 'string' },
    engines: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    sweep: { type: 'string' },
    'auto-table': { type: 'boolean', default: false },
    scaling: { type: 'boolean', default: false },
    accuracy: { type: 'boolean', default: false },
    constraints: { type: 'boolean', default: false },
    json: { type: 'string' },
    chart: { type: 'string' },
    readme: { type: 'boolean', default: false },
    from: { type: 'string' },
  },
});

const OURS = ['tenon-auto', 'tenon-direct', 'tenon-iterative'];
const { quick } = options;
const chosen =
  [options.scene, options.sweep, options.from].some((names) => names !== undefined) ||
  [options['auto-table'], options.scaling, options.accuracy, options.constraints].includes(true);
const whole = !chosen && !quick;
const scenes =
  options.scene?.split(',') ??
  (whole || (options['auto-table'] && !options.from)
    ? sceneNames
    : quick && !chosen
      ? ['chain-100', 'heavy-1000', 'bridge', 'four-bar']
      : []);
const names = options.engines?.split(',') ?? (options['auto-table'] && !options.scene ? OURS : engineNames);
const rounds = Number(options.rounds ?? (quick ? 3 : 5));
const budget = quick ? 20 : 60;
const sweeps = options.sweep?.split(',') ?? (whole ? ['chain-100'] : []);
const unknown = names.find((name) => engines[name] === undefined);
if (unknown !== undefined) throw new Error(`There is no engine ${unknown}; there are ${engineNames.join(', ')}`);

const report = options.from
  ? JSON.parse(readFileSync(fileOf(options.from), 'utf8'))
  : {
      node: process.version,
      cpu: `${cpus().length} × ${cpus()[0].model}`,
      load: 0,
      rounds,
      versions: {},
      scenes: [],
      examples: [],
      sweeps: [],
      scaling: [],
      sizes: [],
      accuracy: { motion: [], long: [], claims: [] },
    };
console.log(`Node ${report.node}, ${report.cpu}; medians of ${rounds} interleaved rounds`);
if (options.constraints)
  for (const [scene, solver, name, ms, times] of constraintTable(rounds))
    console.log(`100 ${scene}, ${solver}: ${name} ${number(ms)} ms, ${times.toFixed(2)} times`);

for (const name of scenes) {
  keep(report.scenes, await compare(makeScene(name), names));
  save();
}
for (const name of sweeps) keep(report.sweeps, await sweep(name));
if (options['auto-table'] || whole) {
  for (const id of await exampleNames()) keep(report.examples, await compare(await sketchOf(id), OURS));
  console.log(`\n'auto', 'direct' and 'iterative'\n${autoTable(report)}`);
}
if (options.scaling || whole) {
  report.scaling = await scale();
  report.sizes = await sizes();
  console.log(`\nBundle, minified and gzipped: what a joint type adds\n${sizeTable()}`);
}
if (options.accuracy || whole) measureAccuracy();
if (report.scenes.length > 0) console.log(`\nGoals\n${goalTable(report)}`);
save();
if (options.readme) fillReadmes();
console.log(`\nLoad up to ${number(report.load)}. Versions: ${versions()}`);

/** In place of what an earlier run had of the same name. */
function keep(list, entry) {
  const index = list.findIndex(({ name }) => name === entry.name);
  list.splice(index < 0 ? list.length : index, 1, entry);
  // Where more is at work than there are processors, times are longer than they need be.
  report.load = Math.max(report.load, loadavg()[0]);
}

/** After every scene, so that a run that is stopped leaves what it has measured. */
function save() {
  if (options.json) writeFileSync(fileOf(options.json), `${JSON.stringify(report, null, 1)}\n`);
  if (options.chart) writeFileSync(fileOf(options.chart), chart(report));
}

/** npm runs a workspace's script in its folder: paths are from where it was called. */
function fileOf(path) {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

function versions() {
  return Object.entries(report.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

/** The tables that this run has measured, to where the READMEs show them. */
function fillReadmes() {
  const main = new URL('../README.md', import.meta.url);
  const own = new URL('README.md', import.meta.url);
  const run = `${report.cpu}, load up to ${number(report.load)}, Node ${report.node}, medians of ${report.rounds} rounds; ${versions()}.`;
  if (report.scenes.length === sceneNames.length && report.versions['box2d3-wasm']) {
    fill(main, 'bench-summary', headline(report));
    fill(own, 'bench-scenes', `${summary(report)}\n\n${run}`);
    fill(own, 'bench-goals', goalTable(report));
  }
  if (report.examples.length > 0) fill(own, 'bench-auto', autoTable(report));
  if (report.scaling.length > 0) fill(own, 'bench-scaling', `${scalingTable()}\n\n${sizeTable()}`);
  const { motion, long, claims } = report.accuracy;
  if (motion.length === 0) return;
  fill(own, 'bench-motion', motionTable({ motion }));
  fill(own, 'bench-long', longTable({ long }));
  fill(own, 'bench-claims', claimTable({ claims }));
}

function measureAccuracy() {
  const { accuracy } = report;
  accuracy.motion = accuracySceneNames.map(motion);
  console.log(`\nOne direct step per frame at 60 Hz, five seconds; goals in brackets\n${motionTable(accuracy)}`);
  accuracy.claims = [gainClaim(accuracy.motion), ...singleClaims(), ...growthClaims()];
  console.log(`\n${claimTable(accuracy)}`);
  save();
  accuracy.long = Object.keys(TEN_MINUTES).map((name) => long(name, quick ? 1 : 10));
  console.log(`\nTen minutes\n${longTable(accuracy)}`);
}

/** What has to be known here of an example, which only its own process can load. */
async function sketchOf(id) {
  const name = `example:${id}`;
  const contestant = new Contestant('tenon-auto', name);
  const sketch = await contestant.ask('describe', {});
  contestant.end();
  if (sketch.failure) throw new Error(`${name}: ${sketch.failure}`);
  return { ...sketch, name, example: true };
}

/** All engines on one scene: accuracy once, then time in rounds, then allocations. */
async function compare(scene, engineList) {
  const { name } = scene;
  const reference = await solutionOf(scene);
  const contestants = engineList.map((engine) => new Contestant(engine, name));
  const results = [];
  for (const contestant of contestants) results.push(await judge(contestant, scene, reference));
  const times = contestants.map(() => []);
  const spent = contestants.map(() => 0);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contestant] of contestants.entries()) {
      // Who takes that long is timed once or twice only.
      if (results[i].unsupported || results[i].failure || spent[i] > 6000) continue;
      const start = performance.now();
      const task = round < 0 ? 'warmUp' : 'time';
      const { ms, failure } = await contestant.ask(task, { frames: scene.frames, budget });
      if (failure) results[i].failure = failure;
      else if (round >= 0) times[i].push(ms);
      spent[i] += performance.now() - start;
    }
  }
  for (const [i, contestant] of contestants.entries()) {
    results[i].ms = median(times[i]);
    if (times[i].length > 0 && !scene.example) results[i].bytes = (await contestant.ask('allocations', {})).bytes;
    contestant.end();
  }
  console.log(
    `\n${scene.title}: ${scene.bodies.length} bodies, ${scene.joints.length} joints, ${scene.frames} frames; ${reference.says}`,
  );
  console.log(
    table(
      ['engine', 'ms/step', 'joint error RMS', 'max (m)', 'motion 1 s (m)', 'energy', 'gain', 'bytes/step', ''],
      results.map(line),
    ),
  );
  return {
    name,
    title: scene.title,
    bodies: scene.bodies.length,
    joints: scene.joints.length,
    reference: { error: reference.error, says: reference.says },
    results,
  };
}

async function judge(contestant, scene, reference, settings = {}) {
  const result = await contestant.ask('accuracy', { frames: Math.max(60, scene.frames), settings });
  const { engine } = contestant;
  if (result.version) report.versions[engine.startsWith('tenon') ? 'tenon' : engine] = result.version;
  const motion =
    result.centres && reference.centres ? distanceFrom(reference.centres, scene, unpack(result.centres)) : null;
  const wild =
    result.finite === false
      ? 'not finite'
      : result.gain > 1 && !scene.driven
        ? 'gains energy'
        : result.rms > 1
          ? 'joints torn apart'
          : undefined;
  return {
    engine,
    settings: { ...engines[engine].settings, ...settings },
    ...result,
    centres: undefined,
    driven: scene.driven || scene.rests,
    motion,
    wild,
  };
}

/** Where the bodies are after one second, how well that is known, and by whom. */
async function solutionOf(scene) {
  if (scene.rests) {
    const state = startState(scene);
    return {
      centres: scene.bodies.flatMap((_, i) => Array.from(state.subarray(6 * i, 6 * i + 3))),
      error: 0,
      says: 'rigid: the converged solution rests',
    };
  }
  if (scene.smooth) {
    const solution = converge(scene);
    return {
      ...solution,
      says: `converged to ${number(solution.error)} m (${solution.by}, ${solution.steps} steps per frame)`,
    };
  }
  if (scene.collide) return { centres: null, error: Infinity, says: 'bodies collide' };
  // Stops, caps and soft laws are not smooth: our own steps, refined; that which changes least by its last refinement.
  const refined = [
    await refine(scene, 'tenon-iterative', (substeps) => ({ substeps })),
    await refine(scene, 'tenon-direct', (directSubsteps) => ({ directSubsteps, tolerance: 1e-9 })),
  ];
  return refined.reduce((best, one) => (one.error < best.error ? one : best));
}

async function refine(scene, engine, settings) {
  const contestant = new Contestant(engine, scene.name);
  const [coarse, fine] = [
    await contestant.ask('accuracy', { frames: 60, settings: settings(32) }),
    await contestant.ask('accuracy', { frames: 60, settings: settings(64) }),
  ];
  contestant.end();
  if (!fine.centres || !coarse.centres || !fine.finite)
    return { centres: null, error: Infinity, says: 'no converged solution' };
  const error = distanceFrom(coarse.centres, scene, unpack(fine.centres));
  return {
    centres: fine.centres,
    error,
    says: `${engine} with 64 steps per frame as reference, ${number(error)} m from that with 32`,
  };
}

/** Error against time: each engine with its row of settings. */
async function sweep(name) {
  const scene = makeScene(name);
  const reference = await solutionOf(scene);
  const results = [];
  for (const engine of names) {
    const contestant = new Contestant(engine, name);
    for (const settings of engines[engine].sweep) {
      const result = await judge(contestant, scene, reference, settings);
      if (result.unsupported || result.failure) {
        results.push(result);
        break;
      }
      const times = [];
      await contestant.ask('warmUp', { frames: 120, settings });
      for (let round = 0; round < 3; round++)
        times.push((await contestant.ask('time', { frames: 120, budget: 20, settings })).ms);
      results.push({ ...result, ms: median(times) });
    }
    contestant.end();
  }
  console.log(`\nError against time, ${scene.title}; ${reference.says}`);
  console.log(
    table(
      ['engine', 'settings', 'ms/step', 'joint error RMS', 'motion 1 s (m)', ''],
      results.map((r) => [r.engine, show(r.settings), ...figures(r, ['ms', 'rms', 'motion'])]),
    ),
  );
  return { name, results };
}

/** Cost per joint from 10² to 10⁵ joints, in chains of ten links; memory; start-up and first step. */
async function scale() {
  const results = [];
  for (const engine of [...OURS, 'box2d3-wasm'].filter((name) => names.includes(name))) {
    for (const joints of [100, 1000, 10_000, 100_000]) {
      const contestant = new Contestant(engine, `chains:${joints / 10}`);
      const { failure, ...start } = await contestant.ask('startUp', {}, 200_000);
      const times = [];
      if (!failure) await contestant.ask('warmUp', { frames: 30 }, 200_000);
      for (let round = 0; round < 3 && !failure; round++)
        times.push((await contestant.ask('time', { frames: 30, budget: 100 }, 200_000)).ms);
      contestant.end();
      const nanoseconds = failure ? undefined : (Math.min(...times) * 1e6) / joints;
      // What WebAssembly keeps is not in the heap; and our solvers share their records.
      const memory = engine === 'tenon-auto' ? await memoryOf(engine, `chains:${joints / 10}`) : {};
      results.push({ engine, joints, nanoseconds, ...start, ...memory, failure });
    }
  }
  report.scaling = results;
  console.log(`\nScaling: chains of ten links\n${scalingTable()}`);
  return results;
}

async function memoryOf(engine, name) {
  const contestant = new Contestant(engine, name);
  const { perBody, perJoint } = await contestant.ask('memory', {}, 200_000);
  contestant.end();
  return { perBody, perJoint };
}

function scalingTable() {
  return table(
    ['engine', 'joints', 'ns/joint', 'load ms', 'build ms', 'first step ms', 'bytes/body', 'bytes/joint', ''],
    report.scaling.map((r) => [
      r.engine,
      r.joints,
      ...figures(r, ['nanoseconds', 'load', 'build', 'firstStep', 'perBody', 'perJoint']),
    ]),
  );
}

function sizeTable() {
  return table(
    ['bundle', 'bytes'],
    report.sizes.map(({ name, bytes }) => [name, bytes]),
  );
}

/** From 10³ to 10⁵ joints the cost of one must stay. */
function growthClaims() {
  const cost = (engine, count) =>
    report.scaling.find((one) => one.engine === engine && one.joints === count)?.nanoseconds;
  return OURS.slice(1).flatMap((engine) => {
    const value = cost(engine, 100_000) / cost(engine, 1000);
    return Number.isNaN(value) ? [] : [{ claim: `cost per joint, 10⁵ joints over 10³, ${engine}`, bound: 1.5, value }];
  });
}

function line(result) {
  const { engine, driven } = result;
  return [
    engine,
    ...figures(driven ? { ...result, energy: undefined, gain: undefined } : result, [
      'ms',
      'rms',
      'max',
      'motion',
      'energy',
      'gain',
      'bytes',
    ]),
  ];
}

function figures(result, keys) {
  const trouble = result.unsupported ?? result.failure ?? result.wild ?? '';
  return [
    ...keys.map((key) => (result.unsupported || typeof result[key] !== 'number' ? '–' : number(result[key]))),
    trouble,
  ];
}

function show(settings) {
  return Object.entries(settings)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
}

function unpack(centres) {
  return Float64Array.from({ length: 2 * centres.length }, (_, i) =>
    i % 6 < 3 ? centres[3 * Math.floor(i / 6) + (i % 6)] : 0,
  );
}

function median(values) {
  return values.length === 0 ? undefined : [...values].sort((a, b) => a - b)[values.length >> 1];
}
