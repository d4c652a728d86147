import { FRICTION_SUM, LIMITS_SUM, MOTOR_CAPPED, MOTOR_SUM, RATCHET_SUM } from '../../coordinates/laws/law-fields';
import { wantedOf } from '../../coordinates/laws/motor';
import { P_FRICTION_CAP, P_FRICTION_ROW, V_SUM_X, V_SUM_Y } from '../../coordinates/points/point-fields';
import { FLAGS } from '../../coordinates/scalar';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import type { StepContext } from '../../coordinates/step-context';
import { own, readOwnImpulse } from '../points/book-point';
import { beside, measureBeside, OWN } from '../rows/book-row';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { pushRows } from '../mean-pose';
import { writeRate, writeRates } from '../motion/measure-rows';
import { askPins } from '../pins/pins';
import { leaveUnborne } from '../factor/redundant-rows';
import { AT_UPPER, DRIVEN, isTooth, POSITION, RATE_ROW, ROUNDED, wayOf } from '../rows/row-modes';
import { IMPULSE_OF, isStopping, stopCap } from '../rows/stop-caps';

/*
 * Gaps are closed without force, but a stop with a cap draws back no more than that suffices for: what it draws along rubs, in all joints. With
 * the motion that closes the gaps known, friction and brakes that hold are to give their caps against it; what locks and stops answer to
 * that is what each stop needs, and what all of them give while it draws back.
 */

/** A smaller share of the fastest rate is rounding. */
const NONE = 1e-9;

/** True of a row with a gap that a stop with a cap is to close. */
export function slips({ gap, heldBy }: DirectIsland, { row, o, joint, scalar }: DirectCoordinate): boolean {
  if (!scalar || gap[row] === 0 || wayOf(heldBy[row]) === 0) return false;
  return stopCap(joint.batch.rows[o + FLAGS] | 0, heldBy[row], 0) !== NO_FIELD;
}

/**
 * Lets stops with caps leave gaps that they cannot close, by the motion `du` that closes all; true if one does. Leaves in `rubbed` what is given
 * beside while the others close theirs.
 */
export function leaveGaps(island: DirectIsland, ctx: StepContext): boolean {
  const { coordinates, rubbed, dImpulse: more, borne: answer, u: pushed, du, before, rate } = island;
  const { held, lawRows, system, attempt } = island;
  rubbed.fill(0);
  more.fill(0);
  writeRates(island, du);
  if (rubAll(island, ctx)) {
    pushed.fill(0);
    pushRows(island, more, pushed);
    askPins(island, before, before, pushed, answer);
    // Those too that let go: they are none of the rows that act.
    for (let k = 0; k < lawRows.length; k++) {
      writeRate(island, lawRows[k], pushed);
      answer[lawRows[k]] = -rate[lawRows[k]];
    }
    for (let row = 0; row < answer.length; row++) if (held[row] === 1) answer[row] = 0;
    solve(system.factor, answer);
    if (attempt.redundant) leaveUnborne(island, answer);
    for (let row = 0; row < answer.length; row++) rubbed[row] = more[row] + (held[row] === 1 ? 0 : answer[row]);
  }
  let any = false;
  for (let i = 0; i < coordinates.length; i++)
    if (slips(island, coordinates[i]) && leaveGap(island, coordinates[i], ctx)) any = true;
  if (any) rubbed.fill(0);
  return any;
}

/** Writes to `dImpulse` how much more friction and brakes that hold give where they yield to the motion; false if none does. */
function rubAll(island: DirectIsland, ctx: StepContext): boolean {
  const { coordinates, rate, dImpulse: more, lawRows } = island;
  let fastest = 0;
  for (let k = 0; k < lawRows.length; k++) fastest = Math.max(fastest, Math.abs(rate[lawRows[k]]));
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    const { row } = c;
    const y = c.scalar ? 0 : rate[row + 1];
    const size = Math.sqrt(rate[row] * rate[row] + y * y);
    if (!(size > NONE * fastest) || !readHolding(island, c, ctx)) continue;
    more[row] = -(holding[0] * rate[row]) / size - holding[1];
    if (!c.scalar) more[row + 1] = -(holding[0] * y) / size - holding[2];
    any = true;
  }
  return any;
}

/** Largest impulse of what holds a row by friction or a brake, and its impulse. */
const holding = new Float64Array(3);

/** Reads them; false where nothing does. */
function readHolding(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { mode, frictionCap, motorCap } = island;
  const { row, p, scalar, joint } = c;
  if (mode[row] !== RATE_ROW && mode[row] !== DRIVEN) return false;
  if (!scalar) {
    readOwnImpulse(island, row, ctx);
    holding[0] = joint.batch.laws[p + P_FRICTION_CAP] * ctx.h;
    holding[1] = own[0];
    holding[2] = own[1];
    return true;
  }
  if (isStopping(island, row) || (mode[row] === DRIVEN && !brakes(island, c, ctx))) return false;
  measureBeside(island, c, ctx);
  holding[0] = ctx.h * (mode[row] === DRIVEN ? motorCap[row] : frictionCap[row]);
  holding[1] = beside[OWN];
  return true;
}

/** Reads what friction and a brake of the stop's own row give against it, which rest while it holds. */
function readOwnHolding(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { mode, frictionCap, motorCap } = island;
  const { row } = c;
  holding[0] = mode[row] === POSITION ? frictionCap[row] * ctx.h : 0;
  holding[1] = mode[row] === POSITION && brakes(island, c, ctx) ? motorCap[row] * ctx.h : 0;
}

/** True of a motor with a cap that is to stand. */
function brakes({ after }: DirectIsland, { row, o, p, joint }: DirectCoordinate, ctx: StepContext): boolean {
  const flags = joint.batch.rows[o + FLAGS] | 0;
  return (flags & MOTOR_CAPPED) !== 0 && wantedOf(after, row, joint.batch.laws, p, flags, ctx) === 0;
}

/** Leaves the gap of a stop that would need more than its cap: it pushes with that from the next step on. True if it does. */
function leaveGap(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { heldBy, gap, rubbed } = island;
  const { row, o, p, joint } = c;
  const { rows: d, laws: w } = joint.batch;
  const stop = heldBy[row];
  const way = wayOf(stop);
  const most = w[stopCap(d[o + FLAGS] | 0, stop, p)] * ctx.h;
  measureBeside(island, c, ctx);
  readOwnHolding(island, c, ctx);
  if (way * (beside[OWN] + rubbed[row]) + holding[0] + holding[1] <= ROUNDED * most) return false;
  gap[row] = 0;
  // As bookRow writes it.
  w[p + IMPULSE_OF[stop]] = stop === AT_UPPER ? most : way * most;
  return true;
}

/** Adds what friction and brakes gave while gaps were closed, and the stops against those of their own rows, to the read-outs. */
export function bookDrawnBack(island: DirectIsland, ctx: StepContext): void {
  const { coordinates, rubbed, mode, heldBy } = island;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    const { row, p, scalar, joint } = c;
    const { laws: w } = joint.batch;
    if (!scalar) {
      if (mode[row] !== RATE_ROW) continue;
      w[p + P_FRICTION_ROW + V_SUM_X] += rubbed[row];
      w[p + P_FRICTION_ROW + V_SUM_Y] += rubbed[row + 1];
      continue;
    }
    const isRubbing = mode[row] === RATE_ROW || mode[row] === DRIVEN;
    const at = p + (mode[row] === DRIVEN ? MOTOR_SUM : FRICTION_SUM);
    if (!slips(island, c)) {
      if (isRubbing) w[at] += rubbed[row];
      continue;
    }
    const way = wayOf(heldBy[row]);
    const sum = p + (isTooth(heldBy[row]) ? RATCHET_SUM : LIMITS_SUM);
    if (isRubbing && readHolding(island, c, ctx)) {
      const more = -way * holding[0] - holding[1];
      w[at] += more;
      w[sum] += rubbed[row] - more;
      continue;
    }
    readOwnHolding(island, c, ctx);
    w[p + FRICTION_SUM] -= way * holding[0];
    w[p + MOTOR_SUM] -= way * holding[1];
    w[sum] += way * (holding[0] + holding[1]) + (mode[row] === POSITION ? 0 : rubbed[row]);
  }
}
