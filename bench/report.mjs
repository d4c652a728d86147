/** The tables of a run, as Markdown, and where they stand in the READMEs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { goals, judgeGoal } from './goals.mjs';
import { number, table } from './table.mjs';

const ours = ['tenon-auto', 'tenon-direct', 'tenon-iterative'];

const cell = (value) => (typeof value === 'number' && Number.isFinite(value) ? number(value) : '–');

/** Puts `text` between `<!-- name -->` and `<!-- /name -->`. */
export function fill(file, name, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(file, 'utf8');
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`${file} has no ${open} … ${close}`);
  writeFileSync(file, `${page.slice(0, start + open.length)}\n\n${text}\n\n${page.slice(end)}`);
}

/** Our default beside the fastest peers: time, joint error and error of the motion. */
export function summary({ scenes }) {
  const shown = ['tenon-auto', 'tenon-iterative', 'box2d3-wasm', 'rapier', 'planck'];
  return compare(scenes, shown, ['ms', 'rms', 'motion'], 'ms per step · joint error (m) · error of the motion (m)');
}

/** The same in short, for the first page. */
export function headline({ scenes }) {
  const shown = ['tenon-auto', 'box2d3-wasm', 'rapier', 'planck'];
  const told = ['chain-100', 'heavy-100', 'bridge', 'ragdolls', 'four-bar'];
  const chosen = scenes.filter(({ name }) => told.includes(name));
  return compare(chosen, shown, ['ms', 'motion'], 'ms per step · error of the motion (m)');
}

function compare(scenes, shown, keys, head) {
  const rows = scenes.map(({ title, results }) => [
    title,
    ...shown.map((engine) => {
      const result = results.find((one) => one.engine === engine);
      if (result === undefined || result.unsupported) return '–';
      if (result.failure || result.wild) return result.wild ?? 'failed';
      return keys.map((key) => cell(result[key])).join(' · ');
    }),
  ]);
  return table([head, ...shown], rows);
}

/** What was aimed at, what came out. */
export function goalTable({ scenes }) {
  const judged = goals.map((goal) => judgeGoal(goal, scenes)).filter((goal) => goal !== null);
  const words = { time: 'time', rms: 'joint error', motion: 'motion', gap: 'joint error', distance: 'motion' };
  const show = ({ key, value, bound }, part) =>
    `${words[key]} ${cell(part === 'asked' ? bound : value)}${key === 'gap' || key === 'distance' ? ' m' : ' ×'}`;
  const rows = judged.map(({ scene, engine, against, checks, met }) => [
    scene,
    engine,
    against,
    checks.map((check) => show(check, 'asked')).join(', '),
    checks.map((check) => show(check)).join(', '),
    met ? 'met' : 'missed',
  ]);
  return table(['scene', 'engine', 'against', 'goal, at most', 'measured', ''], rows);
}

/** `auto` beside both solvers: where another choice would be faster and no less right, it says so. */
export function autoTable({ scenes, examples }) {
  const rows = [...scenes, ...examples].flatMap(({ title, results }) => {
    const [auto, ...others] = ours.map((engine) => results.find((one) => one.engine === engine));
    if (auto === undefined || others.includes(undefined)) return [];
    const all = [auto, ...others];
    const say = (key) =>
      all.map((result) => (result.failure ? 'failed' : (result.wild ?? cell(result[key])))).join(' · ');
    return [[title, chosen(auto), say('ms'), say('rms'), say('motion'), beaten(auto, others)]];
  });
  return table(['scene', 'auto takes', 'ms per step', 'joint error (m)', 'error of the motion (m)', ''], rows);
}

function chosen({ solvers }) {
  if (solvers === undefined) return '–';
  const { direct, iterative } = solvers;
  if (iterative === 0) return 'direct';
  return direct === 0 ? 'iterative' : `${direct} direct, ${iterative} iterative`;
}

/** Says so where another solver is no slower, neither of its errors is larger, and it is a quarter faster or twice as exact. */
export function beaten(auto, others) {
  const sound = others.filter(({ failure, wild }) => !failure && !wild);
  if (auto.failure || auto.wild) return sound.length > 0 ? 'beaten' : '';
  // Below a micrometre nothing is gained any more.
  const [gap, motion] = ['rms', 'motion'].map((key) => (result) => Math.max(result[key] ?? 0, 1e-6));
  const isBeaten = sound.some(
    (other) =>
      // To the bit the same motion is the same choice.
      !(other.rms === auto.rms && other.motion === auto.motion) &&
      other.ms <= auto.ms &&
      gap(other) <= gap(auto) &&
      motion(other) <= motion(auto) &&
      (other.ms < 0.75 * auto.ms || gap(other) < 0.5 * gap(auto) || motion(other) < 0.5 * motion(auto)),
  );
  return isBeaten ? 'beaten' : '';
}

/** One direct step per frame for five seconds; the limit is twice the goal. */
export function motionTable({ motion }) {
  const rows = motion.map(({ title, goal, ...run }) => {
    const pair = (key, value) => `${cell(value)}${goal[key] === undefined ? '' : ` (${number(goal[key])})`}`;
    return [
      title,
      pair('first', run.first),
      pair('fifth', run.fifth),
      pair('factors', run.factors),
      goal.loss === undefined ? cell(run.energy) : `${cell(run.energy)} (${number(-goal.loss)})`,
      cell(run.gap),
      cell(run.reference.error),
      missedMotion({ goal, ...run }),
    ];
  });
  return table(
    ['scene', '0–1 s (m)', '4–5 s (m)', 'factorisations', 'energy', 'gap (m)', 'known to (m)', 'missed'],
    rows,
  );
}

function missedMotion({ goal, first, fifth, factors, energy, chaotic }) {
  const missed = [];
  if (first > 2 * goal.first || fifth > 2 * goal.fifth) missed.push('motion');
  if (chaotic) return [...missed, 'chaotic'].join(', ');
  if (factors > 2 * goal.factors) missed.push('factorisations');
  if (goal.loss !== undefined && -energy > Math.max(2 * goal.loss, 1e-5)) missed.push('energy');
  return missed.join(', ');
}

export function longTable({ long }) {
  const rows = long.map(({ title, energy, goal = {}, ...run }) => [
    title,
    cell(energy.ten),
    cell(energy.sixty),
    `${cell(energy.end)}${goal.loss === undefined ? '' : ` (${number(-goal.loss)})`}`,
    cell(run.gain),
    `${cell(run.factors)}${goal.factors === undefined ? '' : ` (${number(goal.factors)})`}`,
    run.worst,
    run.halvings,
    run.lastResorts,
    cell(run.gap),
    missedLong({ energy, goal, ...run }),
  ]);
  return table(
    [
      'scene',
      'energy 10 s',
      '60 s',
      '10 min',
      'gain',
      'factorisations',
      'worst',
      'halved',
      'last',
      'gap (m)',
      'missed',
    ],
    rows,
  );
}

function missedLong({ energy, goal, gain, gap, finite, factors }) {
  const missed = [];
  if (!finite) missed.push('finite');
  if (gain > 1e-4) missed.push('gain');
  if (gap > 1e-4) missed.push('gap');
  if (goal.chaotic) return [...missed, 'chaotic'].join(', ');
  if (goal.loss !== undefined && -energy.end > Math.max(2 * goal.loss, 1e-5)) missed.push('energy');
  if (factors > 2 * goal.factors) missed.push('factorisations');
  return missed.join(', ');
}

export function claimTable({ claims }) {
  const rows = claims.map(({ claim, bound, value }) => [
    claim,
    cell(bound),
    cell(value),
    value <= bound ? 'holds' : 'does not hold',
  ]);
  return table(['claim', 'at most', 'measured', ''], rows);
}
