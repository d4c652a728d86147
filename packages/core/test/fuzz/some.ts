import type { SolverChoice } from '@tenon/core';
import { fuzz } from './fuzz';

/** So many random operations by one solver: prints what was done, or ends with the first failure. */
const [, , count, solver] = process.argv;
process.stdout.write(JSON.stringify(fuzz(Number(count), 1, () => {}, [solver as SolverChoice])));
