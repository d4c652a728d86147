import { complement, invert, MOST, solvePicked } from './complementarity';

/*
 * What happens at the stops of one island in a step in which some of them are met, as a motion of their rows alone: each comes nearer at its
 * rate, which it gains evenly, until it is at its stop. There a blow takes the approach, by what stands at its stop then; what a blow would
 * pull away leaves. All is counted away from the stops: rooms and impulses are at least 0, rates below 0 are approaches.
 */

/** Stops of the island at hand. */
export const stops = {
  count: 0,
  /** Length of the step, and its θ: ½, or 1 in a last resort, in which all goes with the rate that it ends with. */
  h: 0,
  theta: 0.5,
  /** Energy that the stops have taken out of the motion in the step, where all hold. */
  energy: 0,
  /** Of each: impulses that change the rates of the stops by a unit, where the locks hold; rows of `MOST`. */
  impulsesOf: new Float64Array(MOST * MOST),
  /** 1 where the row comes from elsewhere; 0 where it stands at its stop. */
  comes: new Uint8Array(MOST),
  /** Room and rate at the start. */
  room: new Float64Array(MOST),
  start: new Float64Array(MOST),
  /** What the stop gives in the step, by its position, and in all if all end at their stops. */
  own: new Float64Array(MOST),
  total: new Float64Array(MOST),
  /** When the last blow was that each had a part in. */
  struckAt: new Float64Array(MOST),
  /** Rate with which each ends: 0, or that of leaving. */
  leaving: new Float64Array(MOST),
};

const ratesOf = new Float64Array(MOST * MOST);
const rate = new Float64Array(MOST);
const gain = new Float64Array(MOST);
const changed = new Float64Array(MOST);
/** Changes times when they were. */
const changedAt = new Float64Array(MOST);
const taken = new Float64Array(MOST);
const impulse = new Float64Array(MOST);
const asked = new Float64Array(MOST);
const waits = new Uint8Array(MOST);
const isThere = new Uint8Array(MOST);
/** Time and rate of the next that is met. */
const next = new Float64Array(2);

/** Finds with which rates the stops are left; false if they all hold. */
export function findLeaving(): boolean {
  const { count, impulsesOf, total, struckAt, leaving } = stops;
  if (!invert(count, impulsesOf, ratesOf) || !findGains()) return false;
  for (let i = 0; i < count; i++) rate[i] = changed[i] = changedAt[i] = taken[i] = struckAt[i] = 0;
  for (let first = findNext(); first >= 0; first = findNext()) if (!strike(first)) return false;
  for (let i = 0; i < count; i++) {
    // What stood at its stop all along and was knocked off keeps what it has given.
    if (stops.comes[i] === 0 && rate[i] > 0 && taken[i] === 0) taken[i] = stops.own[i];
    asked[i] = total[i] - taken[i];
    isThere[i] = 1;
  }
  if (!complement(count, impulsesOf, isThere, asked, leaving)) return false;
  return boundLeaving();
}

/** What leaves takes no more energy along than the stops took. True if anything leaves. */
function boundLeaving(): boolean {
  const { count, impulsesOf, leaving } = stops;
  let energy = 0;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) energy += (leaving[i] * impulsesOf[i * MOST + j] * leaving[j]) / 2;
  if (!(energy > 0)) return false;
  const share = Math.sqrt(Math.min(1, Math.max(0, stops.energy) / energy));
  for (let i = 0; i < count; i++) leaving[i] *= share;
  return share > 0;
}

/**
 * What rows gain of rate in the step to get where they would have ended, had no stop that is met pushed: evenly, as impulses half way do; all of it
 * as the step begins where that is of first order.
 */
function findGains(): boolean {
  const { count, impulsesOf, comes, room, start, own, h, theta } = stops;
  if (!solvePicked(count, impulsesOf, comes, own, gain)) return false;
  for (let i = 0; i < count; i++) {
    waits[i] = comes[i];
    gain[i] = comes[i] === 1 ? -(room[i] / h + start[i]) / theta - gain[i] : 0;
    if (theta !== 1) continue;
    start[i] += gain[i];
    gain[i] = 0;
  }
  return true;
}

/** The stop that is met next of those that wait, its time and rate in `next`; −1 if there is none. */
function findNext(): number {
  const { count, room, start, h } = stops;
  let first = -1;
  next[0] = Infinity;
  for (let i = 0; i < count; i++) {
    if (waits[i] === 0) continue;
    const speed = start[i] + changed[i];
    const way = Math.max(0, room[i] - changedAt[i]);
    const acceleration = gain[i] / h;
    const square = speed * speed - 2 * acceleration * way;
    const end = -Math.sqrt(Math.max(0, square));
    const time =
      square < 0 || (speed >= 0 && acceleration >= 0)
        ? h
        : speed < 0
          ? (-2 * way) / (speed + end)
          : (end - speed) / acceleration;
    if (first >= 0 && !(time < next[0])) continue;
    first = i;
    next[0] = Math.min(h, time);
    next[1] = time < h ? end : speed + gain[i];
  }
  return first;
}

/** The blow at a stop that is met; false if nothing answers it. */
function strike(first: number): boolean {
  const { count, struckAt } = stops;
  const time = next[0];
  const speed = next[1];
  waits[first] = 0;
  for (let i = 0; i < count; i++) if (waits[i] === 0) struckAt[i] = time;
  rate[first] = speed;
  // Others may have turned it round before.
  if (speed >= 0) return true;
  for (let i = 0; i < count; i++) isThere[i] = 1 - waits[i];
  if (!complement(count, ratesOf, isThere, rate, impulse)) return false;
  for (let i = 0; i < count; i++) {
    taken[i] += impulse[i];
    let change = 0;
    for (let j = 0; j < count; j++) change += ratesOf[i * MOST + j] * impulse[j];
    if (waits[i] === 0) rate[i] += change;
    else {
      changed[i] += change;
      changedAt[i] += change * time;
    }
  }
  return true;
}
