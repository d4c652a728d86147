/**
 * The exact solution of velocity rows with bounds on their impulses: a mixed linear complementarity problem.
 *
 *   w = J (v + W Jᵀ λ) + bias + softness·λ,   lower ≤ λ ≤ upper
 *   w = 0 where λ is free,  w ≥ 0 where λ = lower,  w ≤ 0 where λ = upper
 *
 * Active set: solve the free rows with one factorisation, let rows that left their bounds be held at them and held rows
 * that pull the wrong way go free, until nothing changes.
 */

import { rankOf, solve } from './factor/ldlt';
import { applyImpulses, factoriseRows, ratesOf, type RowSystem } from './factor/row-system';

/** Per row in the order of the system, except where it says otherwise. */
export interface RowProblem {
  bias: Float64Array;
  /** Impulse bounds, ±Infinity for none. */
  lower: Float64Array;
  upper: Float64Array;
  softness: Float64Array;
  /** Inverse mass, inverse mass, inverse inertia: 3 per body. */
  weight: Float64Array;
  /** In: velocities before; out: after. 3 per body. */
  velocity: Float64Array;
  /** In: a start value, such as the impulses of the last solve; out: the impulses. */
  impulse: Float64Array;
  /** In: where each row starts, such as where it ended last time; out: where it ended. `FREE`, `AT_LOWER`, … */
  hold: Int8Array;
}

/** The row is solved for w = 0. */
export const FREE = 0;
export const AT_LOWER = -1;
export const AT_UPPER = 1;
/** The row moves nothing that can be moved: K = 0. */
export const DROPPED = 2;

export interface RowSolution {
  /** Free rows that are independent. */
  rank: number;
  factorisations: number;
  backSolves: number;
  /** False when free rows contradict each other or the set of free rows did not settle. */
  converged: boolean;
}

/** Rounds in which all wrong rows are exchanged although that left no fewer of them than ever before. */
const PATIENCE = 3;
/** Three back-solves are usual; more only when redundant rows contradict each other a little. */
const MOST_BACK_SOLVES = 12;
/** Rounding of rates, relative to the largest sum of the terms of a row. */
const ROUNDING = 1e-14;
/** A residual that counts as solved, in units of that rounding. */
const SOLVED = 1e5;

/** Working memory of `solveRows`, one per system. */
export interface RowRoom {
  /** Velocities before the impulses. */
  before: Float64Array;
  /** w of the newest impulses, the largest of a free row, and the size below which it is rounding. */
  rate: Float64Array;
  largest: number;
  noise: number;
  /** Σ w²/S_ii of the free rows, and whether each w is no more than rounding of what the impulses add up to. */
  error: number;
  rounded: boolean;
  /** |v| + W |Jᵀ λ| before they are added up, 3 per body. */
  terms: Float64Array;
  increment: Float64Array;
  held: Uint8Array;
}

export function createRowRoom(system: RowSystem): RowRoom {
  return {
    before: new Float64Array(3 * system.bodies),
    rate: new Float64Array(system.rows),
    largest: 0,
    noise: 0,
    error: 0,
    rounded: false,
    terms: new Float64Array(3 * system.bodies),
    increment: new Float64Array(system.rows),
    held: new Uint8Array(system.rows),
  };
}

/** Solves the rows in place, without allocation. */
export function solveRows(system: RowSystem, problem: RowProblem, room: RowRoom, solution: RowSolution): void {
  solution.factorisations = 0;
  solution.backSolves = 0;
  solution.converged = false;
  room.before.set(problem.velocity);
  prepareHolds(system, problem);

  let fewest = system.rows + 1,
    patience = PATIENCE;
  // One row at a time ends after at most 2ⁿ rounds (Murty), in practice after a few more than n.
  for (let round = 0; round < 20 + 4 * system.rows; round++) {
    solveFreeRows(system, problem, room, solution);
    const wrong = countWrongRows(system, problem, room);
    if (wrong === 0) return;
    solution.converged = false;
    if (wrong < fewest) {
      fewest = wrong;
      patience = PATIENCE;
    } else patience--;
    exchangeRows(system, problem, room, patience >= 0 ? wrong : 1);
  }
}

/** A row without effective mass would divide by zero and takes no impulse; a hold at a bound that is gone ends. */
function prepareHolds(system: RowSystem, { weight, impulse, hold, lower, upper }: RowProblem): void {
  for (let row = 0; row < system.rows; row++) {
    if (!movesAnything(system, weight, row)) {
      hold[row] = DROPPED;
      impulse[row] = 0;
    } else if (hold[row] === DROPPED) hold[row] = FREE;
    if ((hold[row] === AT_LOWER && lower[row] === -Infinity) || (hold[row] === AT_UPPER && upper[row] === Infinity))
      hold[row] = FREE;
  }
}

function movesAnything({ entryStart, body, jacobian }: RowSystem, weight: Float64Array, row: number): boolean {
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
    for (let d = 0; d < 3; d++) if (weight[3 * body[e] + d] > 0 && jacobian[3 * e + d] !== 0) return true;
  return false;
}

/** λ of the free rows from w = 0, by increments, so that the floor costs back-solves and not accuracy. */
function solveFreeRows(system: RowSystem, problem: RowProblem, room: RowRoom, solution: RowSolution): void {
  const { increment, held, rate } = room;
  const { impulse } = problem;
  const free = setHeldRows(system, problem, held);
  factoriseRows(system, problem.weight, problem.softness, held);
  solution.factorisations++;
  solution.rank = free - (system.rows - rankOf(system.factor));

  measureRates(system, problem, room);
  for (let k = 0; k < MOST_BACK_SOLVES && room.largest > room.noise; k++) {
    for (let row = 0; row < system.rows; row++) increment[row] = held[row] === 1 ? 0 : -rate[row];
    solve(system.factor, increment);
    solution.backSolves++;
    for (let row = 0; row < system.rows; row++) impulse[row] += increment[row];

    const last = room.error;
    measureRates(system, problem, room);
    if (room.error > 0.25 * last) break;
  }
  solution.converged = room.largest <= SOLVED * room.noise || room.rounded;
}

/** Puts held rows at their bounds; returns the number of free ones. */
function setHeldRows({ rows }: RowSystem, { impulse, hold, lower, upper }: RowProblem, held: Uint8Array): number {
  let free = 0;
  for (let row = 0; row < rows; row++) {
    held[row] = hold[row] === FREE ? 0 : 1;
    free += 1 - held[row];
    if (hold[row] === AT_LOWER) impulse[row] = lower[row];
    else if (hold[row] === AT_UPPER) impulse[row] = upper[row];
  }
  return free;
}

/**
 * Velocities and w that belong to the impulses, and how far the free rows are from solved. Rows of metres and of radians are weighed by
 * S_ii: that sum falls with every back-solve, where the largest w may grow at first.
 */
function measureRates(system: RowSystem, problem: RowProblem, room: RowRoom): void {
  const { entryStart, body, jacobian, factor } = system;
  const { before, rate, held, terms } = room;
  const { velocity, impulse, bias, softness, weight } = problem;
  velocity.set(before);
  applyImpulses(system, weight, impulse, velocity);
  ratesOf(system, velocity, rate);
  sumTerms(system, problem, room);

  let size = 0;
  room.largest = 0;
  room.error = 0;
  room.rounded = true;
  for (let row = 0; row < system.rows; row++) {
    const soft = softness[row] * impulse[row];
    rate[row] += bias[row] + soft;
    let given = Math.abs(bias[row]),
      moved = given + Math.abs(soft);
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let d = 0; d < 3; d++) {
        given += Math.abs(jacobian[3 * e + d] * before[3 * body[e] + d]);
        moved += Math.abs(jacobian[3 * e + d]) * terms[3 * body[e] + d];
      }
    size = Math.max(size, given);
    if (held[row] === 1) continue;
    room.largest = Math.max(room.largest, Math.abs(rate[row]));
    room.error += (rate[row] * rate[row]) / factor.scale[row];
    if (Math.abs(rate[row]) > ROUNDING * moved) room.rounded = false;
  }
  room.noise = ROUNDING * size;
}

function sumTerms(
  { rows, entryStart, body, jacobian }: RowSystem,
  { weight, impulse }: RowProblem,
  room: RowRoom,
): void {
  const { before, terms } = room;
  for (let k = 0; k < terms.length; k++) terms[k] = Math.abs(before[k]);
  for (let row = 0; row < rows; row++)
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let d = 0; d < 3; d++) {
        const k = 3 * body[e] + d;
        terms[k] += weight[k] * Math.abs(jacobian[3 * e + d] * impulse[row]);
      }
}

function countWrongRows({ rows }: RowSystem, problem: RowProblem, room: RowRoom): number {
  let wrong = 0;
  for (let row = 0; row < rows; row++) if (rightHold(problem, room, row) !== problem.hold[row]) wrong++;
  return wrong;
}

/** Moves the first `most` wrong rows to where they belong. */
function exchangeRows({ rows }: RowSystem, problem: RowProblem, room: RowRoom, most: number): void {
  for (let row = 0, moved = 0; row < rows && moved < most; row++) {
    const right = rightHold(problem, room, row);
    if (right === problem.hold[row]) continue;
    problem.hold[row] = right;
    moved++;
  }
}

/** Where a row should be, judged by its impulse when free and by its rate when held. */
function rightHold({ hold, impulse, lower, upper }: RowProblem, { rate, noise }: RowRoom, row: number): number {
  const now = hold[row];
  if (now === FREE) {
    if (impulse[row] < lower[row]) return AT_LOWER;
    return impulse[row] > upper[row] ? AT_UPPER : FREE;
  }
  if (now === DROPPED || lower[row] === upper[row]) return now;
  const pull = now === AT_LOWER ? -rate[row] : rate[row];
  return pull > noise ? FREE : now;
}
