/**
 * npm run bench -- [--scene chain-100,bridge] [--engines tenon-auto,box2d3-wasm] [--rounds 5] [--quick]
 *                  [--sweep chain-100] [--scaling] [--json out.json] [--chart out.svg]
 *
 * Every engine runs every scene in a process of its own; rounds are interleaved, so that a slow moment of the machine
 * meets all alike. Without options: all scenes and engines, one sweep, scaling.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chart } from './chart.mjs';
import { Contestant } from './contestant.mjs';
import { engineNames, engines } from './engines.mjs';
import { distanceFrom, startState } from './measure.mjs';
import { converge } from './reference.mjs';
import { makeScene, sceneNames } from './scenes.mjs';
import { number, table } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    scene: { type: 'string' },
    engines: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    sweep: { type: 'string' },
    scaling: { type: 'boolean', default: false },
    json: { type: 'string' },
    chart: { type: 'string' },
  },
});

const chosen = options.scene !== undefined || options.sweep !== undefined || options.scaling;
const scenes =
  options.scene?.split(',') ??
  (chosen ? [] : options.quick ? ['chain-100', 'heavy-1000', 'bridge', 'four-bar'] : sceneNames);
const names = options.engines?.split(',') ?? engineNames;
const rounds = Number(options.rounds ?? (options.quick ? 3 : 5));
const budget = options.quick ? 20 : 60;
const sweeps = options.sweep?.split(',') ?? (chosen || options.quick ? [] : ['chain-100']);
const unknown = names.find((name) => engines[name] === undefined);
if (unknown !== undefined) throw new Error(`There is no engine ${unknown}; there are ${engineNames.join(', ')}`);

const report = {
  node: process.version,
  cpu: cpus()[0].model,
  rounds,
  versions: {},
  scenes: [],
  sweeps: [],
  scaling: [],
};
console.log(`Node ${report.node}, ${report.cpu}; medians of ${rounds} interleaved rounds`);

for (const name of scenes) {
  report.scenes.push(await compare(name));
  save();
}
for (const name of sweeps) report.sweeps.push(await sweep(name));
if (options.scaling || (!chosen && !options.quick)) report.scaling = await scale();
save();
console.log(
  `\nVersions: ${Object.entries(report.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}`,
);

/** After every scene, so that a run that is stopped leaves what it has measured. */
function save() {
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
  if (options.chart) writeFileSync(options.chart, chart(report));
}

/** All engines on one scene: accuracy once, then time in rounds, then allocations. */
async function compare(name) {
  const scene = makeScene(name);
  const reference = await solutionOf(scene);
  const contestants = names.map((engine) => new Contestant(engine, name));
  const results = [];
  for (const contestant of contestants) results.push(await judge(contestant, scene, reference));
  const times = contestants.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contestant] of contestants.entries()) {
      if (results[i].unsupported || results[i].failure) continue;
      const { ms, failure } = await contestant.ask('time', { frames: scene.frames, budget });
      if (failure) results[i].failure = failure;
      else if (round >= 0) times[i].push(ms);
    }
  }
  for (const [i, contestant] of contestants.entries()) {
    results[i].ms = median(times[i]);
    if (times[i].length > 0) results[i].bytes = (await contestant.ask('allocations', {})).bytes;
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
    reference: { ...reference, centres: undefined },
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
      : result.gain > 1
        ? 'gains energy'
        : result.rms > 1
          ? 'joints torn apart'
          : undefined;
  return {
    engine,
    settings: { ...engines[engine].settings, ...settings },
    ...result,
    centres: undefined,
    driven: scene.driven,
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
  // Stops are not smooth: our own engine, refined until two steps agree.
  const contestant = new Contestant('tenon-iterative', scene.name);
  const [coarse, fine] = [
    await contestant.ask('accuracy', { frames: 60, settings: { substeps: 32 } }),
    await contestant.ask('accuracy', { frames: 60, settings: { substeps: 64 } }),
  ];
  contestant.end();
  if (!fine.centres) return { centres: null, error: Infinity, says: `no converged solution: ${fine.failure}` };
  const error = distanceFrom(coarse.centres, scene, unpack(fine.centres));
  return {
    centres: fine.centres,
    error,
    says: `tenon-iterative with 64 substeps as reference, ${number(error)} m from that with 32`,
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

/** Cost per joint from 10² to 10⁵ joints, in chains of ten links; memory per link; start-up and first step. */
async function scale() {
  const results = [];
  for (const engine of names.filter((name) => name.startsWith('tenon') || name === 'box2d3-wasm')) {
    for (const joints of [100, 1000, 10_000, 100_000]) {
      const contestant = new Contestant(engine, `chains:${joints / 10}`);
      const { build, firstStep, bytes, failure } = await contestant.ask('startUp', {});
      const { ms } = failure ? {} : await contestant.ask('time', { frames: joints > 1e4 ? 10 : 60, budget: 200 });
      contestant.end();
      results.push({
        engine,
        joints,
        nanoseconds: ms && (ms * 1e6) / joints,
        build,
        firstStep,
        bytesPerLink: bytes && bytes / joints,
        failure,
      });
    }
  }
  console.log('\nScaling: chains of ten links (a link is one body and one joint)');
  console.log(
    table(
      ['engine', 'joints', 'ns per joint and step', 'build ms', 'first step ms', 'bytes per link', ''],
      results.map((r) => [r.engine, r.joints, ...figures(r, ['nanoseconds', 'build', 'firstStep', 'bytesPerLink'])]),
    ),
  );
  return results;
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
