// Cuts the golden joint vectors (schema tenon-joint-vectors/1, some 200 records a joint type) down to fixtures:
//
//   node packages/core/test/oracle/prune-vectors.mjs <folder with the full files> [records a type, 60]
//
// Kept are all degenerate records, then records that bring a tag, a combination of tags or a time step not seen yet,
// then the first of the rest. Deterministic: the same input gives the same files.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [source, wanted = '60'] = process.argv.slice(2);
if (!source) throw new Error('Usage: prune-vectors.mjs <folder> [records]');
const target = fileURLToPath(new URL('../fixtures/vectors/', import.meta.url));
mkdirSync(target, { recursive: true });

for (const name of readdirSync(source)
  .filter((file) => file.endsWith('.json'))
  .sort()) {
  const file = JSON.parse(readFileSync(`${source}/${name}`, 'utf8'));
  const vectors = prune(file.vectors, Number(wanted));
  const head = JSON.stringify({ ...file, vectors: [] }).slice(0, -2);
  writeFileSync(target + name, `${head}\n${vectors.map((v) => JSON.stringify(v)).join(',\n')}\n]}\n`);
  console.log(name, `${vectors.length} of ${file.vectors.length}`);
}

function prune(vectors, count) {
  const kept = new Set(vectors.filter((v) => v.degenerate));
  const seen = new Set();
  // What a parameter near 0 does is a case of its own.
  const small = ({ params }) =>
    Object.keys(params)
      .filter((key) => params[key] > 0 && params[key] < 0.01)
      .map((key) => `small ${key}`);
  const features = [(v) => [...v.tags, ...small(v)], (v) => [v.tags.join('+')], (v) => [`${v.tags[0]} dt ${v.dt}`]];
  for (const featuresOf of features)
    for (const v of vectors) {
      const fresh = featuresOf(v).filter((feature) => !seen.has(feature));
      if (fresh.length === 0 || (kept.size >= count && featuresOf !== features[0])) continue;
      fresh.forEach((feature) => seen.add(feature));
      kept.add(v);
    }
  for (const v of vectors) if (kept.size < count) kept.add(v);
  return vectors.filter((v) => kept.has(v));
}
