import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz';
import { fuzzSnapshots } from './snapshots';

/** `npm run fuzz -- --operations 1e7 --seed 1`: random operations; no NaN, no exception but the documented ones, no growth of memory. */
const { values } = parseArgs({
  options: { operations: { type: 'string', default: '1e6' }, seed: { type: 'string', default: '1' } },
});
/** Mutated snapshots that are restored before. */
const MUTATIONS = 20_000;
const count = Number(values.operations);
const seed = Number(values.seed);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const memory = () => {
  // What arrays were of is let go by the next one.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

const snapshots = fuzzSnapshots(MUTATIONS, seed);

let early = 0;
const half = Math.ceil(count / 2);
const watch = (done: number) => {
  if (early === 0 && done >= count / 10) early = memory();
  if (done > 0 && done % 100_000 === 0) process.stderr.write(`${done} operations\n`);
};
// First of joints alone, then of bodies that collide, too.
fuzz(half, seed, watch);
const report = fuzz(half, seed, watch, undefined, true, true);
const late = memory();

process.stdout.write(
  `${JSON.stringify({ ...report, snapshots }, null, 2)}\nmemory after a tenth ${early.toFixed(1)} MB, at the end ${late.toFixed(1)} MB\n`,
);
if (late > early + 10) {
  process.stderr.write('Memory has grown.\n');
  process.exitCode = 1;
}
