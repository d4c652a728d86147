import { atan2At, cosSin, exp, log } from '../math/trig';

/**
 * What an expression graph calls beside + − × ÷, the same in every back end. Slopes are divided differences: of f between x₀ and
 * x₁, (f(x₁) − f(x₀))/(x₁ − x₀), written such that nothing cancels where both are near.
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

/** 0 at the origin. */
function atan2(y: number, x: number): number {
  pair[0] = y;
  pair[1] = x;
  atan2At(pair, 0);
  return pair[0];
}

/** sin(x)/x. */
const sinc = (x: number): number => (x === 0 ? 1 : sin(x) / x);

/** eˣ where x is near enough to 0 for the difference of two to lose digits: sinh(x)/x by its series. */
const NEAR = 0.25;

export const functions = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  sign: Math.sign,
  min: (a: number, b: number): number => Math.min(a, b),
  max: (a: number, b: number): number => Math.max(a, b),
  sin,
  cos,
  tan: (x: number): number => {
    cosSin(x, pair, 0);
    return pair[1] / pair[0];
  },
  asin: (x: number): number => atan2(x, Math.sqrt((1 - x) * (1 + x))),
  acos: (x: number): number => atan2(Math.sqrt((1 - x) * (1 + x)), x),
  atan: (x: number): number => atan2(x, 1),
  atan2,
  exp,
  log,
  /** To (−π, π]. */
  wrap: (x: number): number => {
    const y = x - 2 * Math.PI * Math.ceil(x / (2 * Math.PI) - 0.5);
    return y;
  },

  sinSlope: (x0: number, x1: number): number => cos((x0 + x1) / 2) * sinc((x1 - x0) / 2),
  cosSlope: (x0: number, x1: number): number => -sin((x0 + x1) / 2) * sinc((x1 - x0) / 2),
  tanSlope: (x0: number, x1: number): number => sinc(x1 - x0) / (cos(x0) * cos(x1)),
  expSlope: (x0: number, x1: number): number => {
    const d = (x1 - x0) / 2;
    if (Math.abs(d) > NEAR) return (exp(x1) - exp(x0)) / (x1 - x0);
    const z = d * d;
    return exp((x0 + x1) / 2) * (1 + (z / 6) * (1 + (z / 20) * (1 + (z / 42) * (1 + (z / 72) * (1 + z / 110)))));
  },
  /** Of |x|; 0 at 0. */
  absSlope: (x0: number, x1: number): number => {
    const sum = Math.abs(x0) + Math.abs(x1);
    return sum === 0 ? 0 : (x0 + x1) / sum;
  },
  /** Of min(x, 0), 1 at 0: how much of the way from x₀ to x₁ lies at or below 0. */
  below: (x0: number, x1: number): number =>
    x0 <= 0 === x1 <= 0 ? (x0 <= 0 ? 1 : 0) : Math.min(x0, x1) / (Math.min(x0, x1) - Math.max(x0, x1)),
  /** `share` of a, the rest of b; what has no share is not looked at. */
  mix: (share: number, a: number, b: number): number =>
    share === 1 ? a : share === 0 ? b : share * a + (1 - share) * b,
  /** 1/x of what is not negative; 0 at 0, and where its square would be lost. */
  inverse: (x: number): number => (x < 1e-300 ? 0 : 1 / x),
  /** 1/length; 0 where it is below the threshold. */
  inverseLength: (length: number, threshold: number): number => (length < threshold ? 0 : 1 / length),
  /** Slope of the angle against 2·tan(angle/2), between the turns a and b. */
  turnSlope: (a: number, b: number): number => (cos(a / 2) * cos(b / 2)) / sinc((a - b) / 2),
};

export type FunctionName = keyof typeof functions;

/** In this order in the code of an interpreter. */
export const FUNCTION_NAMES: readonly FunctionName[] = Object.keys(functions).filter(isFunctionName);

function isFunctionName(name: string): name is FunctionName {
  return name in functions;
}
