// Cuts the golden trajectories (schema tenon-trajectory/1) down to fixtures:
//
//   node packages/core/test/oracle/prune-trajectories.mjs <folder with the full files>
//
// Kept are the models, and of the samples at most 101: times, poses, total energy, reactions and their condition. Numbers stay as they are.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Usage: prune-trajectories.mjs <folder>');
const target = fileURLToPath(new URL('../fixtures/trajectories/', import.meta.url));
mkdirSync(target, { recursive: true });

for (const name of readdirSync(source)
  .filter((file) => file.endsWith('.json'))
  .sort()) {
  const file = JSON.parse(readFileSync(`${source}/${name}`, 'utf8'));
  const { t, bodies, energy, reactions, reactionConditionNumber } = file.samples;
  const stride = t.length > 101 && !file.events ? Math.ceil((t.length - 1) / 100) : 1;
  const thin = (list) => list.filter((_, i) => i % stride === 0);
  const poses = ({ x, y, angle }) => ({ x: thin(x), y: thin(y), angle: thin(angle) });
  const samples = {
    t: thin(t),
    bodies: Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, poses(body)])),
    energy: { total: thin(energy.total) },
    reactions: Object.fromEntries(
      Object.entries(reactions ?? {}).map(([id, { rows, values }]) => [id, { rows, values: thin(values) }]),
    ),
    reactionConditionNumber: thin(reactionConditionNumber),
  };
  writeFileSync(target + name, `${JSON.stringify({ ...file, samples })}\n`);
}
