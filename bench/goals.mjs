/**
 * What we set out to reach, scene by scene, against another engine in the same run: `time` and `rms` (joint error) and
 * `motion` at most so many times the other's; `gap` (RMS) and `distance` (of the motion) at most so many metres.
 */
const CHAINS = { 'chain-100': 0.005, 'chain-1000': 0.02, 'heavy-1000': 0.05, bridge: 0.005 };

const SWEPT = { 'grid-50': 0.8, 'chain-1000': 0.8, ragdolls: 0.9 };

export const goals = [
  // As it comes, with half of the other's joint error; and with as many substeps as make the errors alike.
  ...Object.entries(SWEPT).flatMap(([scene, time]) =>
    ['tenon-iterative', 'tenon-iterative-3'].map((engine) => ({ scene, engine, against: 'box2d3-wasm', time, rms: 1 })),
  ),
  { scene: 'grid-50', engine: 'tenon-iterative', against: 'planck', time: 0.12 },
  ...Object.entries(CHAINS).flatMap(([scene, distance]) => [
    { scene, engine: 'tenon-auto', against: 'box2d3-wasm', time: 1, gap: 1e-5, distance },
    { scene, engine: 'tenon-fast', against: 'box2d3-wasm', time: 0.7, distance },
  ]),
  ...['slider-cranks', 'ragdolls'].map((scene) => ({
    scene,
    engine: 'tenon-auto',
    against: 'box2d3-wasm',
    time: 3,
    rms: 0.01,
    motion: 0.1,
  })),
  // What collides.
  { scene: 'pyramid', engine: 'tenon-iterative', against: 'box2d3-wasm', time: 3.5 },
  { scene: 'pyramid', engine: 'tenon-iterative', against: 'planck', time: 0.5 },
  { scene: 'heap', engine: 'tenon-iterative', against: 'box2d3-wasm', time: 6 },
  { scene: 'heap', engine: 'tenon-iterative', against: 'planck', time: 0.2 },
  // What is no hinge.
  ...['slider-cranks-pins', 'cars'].flatMap((scene) => [
    { scene, engine: 'tenon-iterative', against: 'box2d3-wasm', time: 3 },
    { scene, engine: 'tenon-auto', against: 'box2d3-wasm', time: 8 },
  ]),
];

/** { what, asked, measured, met } of a goal, or null where the run has not measured both. */
export function judgeGoal({ scene, engine, against, ...asked }, scenes) {
  const results = scenes.find(({ name }) => name === scene)?.results ?? [];
  const ours = results.find((result) => result.engine === engine);
  const other = results.find((result) => result.engine === against);
  if (ours?.ms === undefined || other?.ms === undefined) return null;
  const measured = {
    time: ours.ms / other.ms,
    rms: ours.rms / other.rms,
    motion: ours.motion / other.motion,
    gap: ours.rms,
    distance: ours.motion,
  };
  const checks = Object.entries(asked).map(([key, bound]) => ({ key, bound, value: measured[key] }));
  return { scene, engine, against, checks, met: checks.every(({ value, bound }) => value <= bound) };
}
