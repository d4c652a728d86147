import type { SolverChoice } from '@tenon/core';
import { fuzz } from './fuzz';

/** So many random operations by one solver: prints what was done, or ends with the first failure. */
const [, , count, solver, seed = '1', stops, bodies] = process.argv;
process.stdout.write(
  JSON.stringify(
    fuzz(Number(count), Number(seed), () => {}, [solver as SolverChoice], stops !== 'hard', bodies === 'collide'),
  ),
);
