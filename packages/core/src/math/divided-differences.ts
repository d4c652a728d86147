import { atan2At, cosSin, exp } from './trig';

/**
 * Slopes of functions between two numbers, (f(x₁) − f(x₀))/(x₁ − x₀), written such that nothing cancels where both are near; the
 * derivative where they are the same. The slope of an inverse is one over that of its function.
 */

const pair = new Float64Array(2);

function sin(x: number): number {
  cosSin(x, pair, 0);
  return pair[1];
}

function cos(x: number): number {
  cosSin(x, pair, 0);
  return pair[0];
}

/** The angle of (x, y), rad; 0 at the origin. */
export function atan2(y: number, x: number): number {
  pair[0] = y;
  pair[1] = x;
  atan2At(pair, 0);
  return pair[0];
}

/** sin(x)/x. */
export function sinc(x: number): number {
  return x === 0 ? 1 : sin(x) / x;
}

export function sinSlope(x0: number, x1: number): number {
  return cos((x0 + x1) / 2) * sinc((x1 - x0) / 2);
}

export function cosSlope(x0: number, x1: number): number {
  return -sin((x0 + x1) / 2) * sinc((x1 - x0) / 2);
}

export function tanSlope(x0: number, x1: number): number {
  return sinc(x1 - x0) / (cos(x0) * cos(x1));
}

/** Half a difference below which sinh(x)/x is taken by its series: the difference of two exponentials would lose digits. */
const NEAR = 0.25;

export function expSlope(x0: number, x1: number): number {
  const d = (x1 - x0) / 2;
  if (Math.abs(d) > NEAR) return (exp(x1) - exp(x0)) / (x1 - x0);
  const z = d * d;
  return exp((x0 + x1) / 2) * (1 + (z / 6) * (1 + (z / 20) * (1 + (z / 42) * (1 + (z / 72) * (1 + z / 110)))));
}

/** 0 at 0. */
export function absSlope(x0: number, x1: number): number {
  const sum = Math.abs(x0) + Math.abs(x1);
  return sum === 0 ? 0 : (x0 + x1) / sum;
}

/** The angle between two vectors over their cross product; 0 where one of them is 0. */
export function turnOverCross(cross: number, dot: number): number {
  return cross === 0 ? (dot > 0 ? 1 / dot : 0) : atan2(cross, dot) / cross;
}
