import { ARC, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { pushesTo, STOP_BOUND } from '../../coordinates/laws/stop-fields';
import { NOTED } from '../../islands/ties';
import { foundRate, measureRate, strikeAgain, struck } from './blow';

/**
 * A stop, and the locks around it, give way by their load times the inverse mass of their own bodies alone: under a heavy arm on light links
 * by half a radian. And what is solved after a stop takes its coordinate on again. So stops that are passed, and are going on that way when
 * all is solved, strike once more before anything moves, as one block with the locks around them (blow.ts). Only they pay for it.
 */

/** How far, times lengthUnit or rad, a bound may be passed when a substep ends; and from how far beyond it that is looked at. */
export const MOST_PASSED = 0.01;
export const NEARLY_PASSED = 0.005;
/** What goes on no faster than this share of a blow stands: with a tenth a load crept on, 0.4 rad in a minute. */
export const GOES_ON = 0.001;
/** A blow may take another stop on: they are looked at once more. */
const ROUNDS = 3;

/** Lets all stops that were noted in this pass strike that are going on. */
export function strikePassed(ctx: StepContext): void {
  const { numbers, length } = ctx.ties.passed;
  for (let round = 0, any = true; any && round < ROUNDS; round++) {
    any = false;
    for (let i = 0; i < length; i += NOTED)
      if (strikeIfPassed(numbers[i], numbers[i + 1], numbers[i + 2], ctx)) any = true;
  }
}

function strikeIfPassed(index: number, o: number, stop: number, ctx: StepContext): boolean {
  const { type, rows: d, laws: w, stride, lawsStride } = ctx.ties.batches[index];
  const j = (o / stride) | 0;
  let c = 0;
  while (type.coordinates[c].at !== o - j * stride) c++;
  const { kind, at, law } = type.coordinates[c];
  // Their rows can have next to no direction: a blow along them would throw bodies about.
  if (kind.ofMany === true || kind.kind === 'path') return false;
  measureRate(ctx.ties.batches[index], j, type.coordinates[c], ctx.motion);
  const rate = foundRate[0] + d[o + ARC] * ctx.perSecond;
  const p = j * lawsStride + law;
  const way = pushesTo(stop, w, p);
  const beyond = way * (w[p + STOP_BOUND[stop]] - d[o + VALUE]);
  const closing = -way * rate;
  ctx.setUnit(kind.unit === 'angle');
  if (!(closing > GOES_ON * ctx.leastBlow * ctx.correctionScale && beyond + closing * ctx.h > MOST_PASSED * ctx.unit))
    return false;
  ctx.visited = index;
  struck[0] = way * closing;
  struck[1] = way;
  return strikeAgain(j, at, stop, ctx);
}
