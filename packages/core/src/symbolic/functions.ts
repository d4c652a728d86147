import { absSlope, atan2, cosSlope, expSlope, sinc, sinSlope, tanSlope } from '../math/divided-differences';
import { cos, exp, log, sin } from '../math/trig';

/** What an expression graph calls beside + − × ÷, the same in every back end. */
export const functions = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  sign: Math.sign,
  min: (a: number, b: number): number => Math.min(a, b),
  max: (a: number, b: number): number => Math.max(a, b),
  sin,
  cos,
  tan: (x: number): number => sin(x) / cos(x),
  asin: (x: number): number => atan2(x, Math.sqrt((1 - x) * (1 + x))),
  acos: (x: number): number => atan2(Math.sqrt((1 - x) * (1 + x)), x),
  atan: (x: number): number => atan2(x, 1),
  atan2,
  exp,
  log,
  /** To (−π, π]. */
  wrap: (x: number): number => x - 2 * Math.PI * Math.ceil(x / (2 * Math.PI) - 0.5),
  sinSlope,
  cosSlope,
  tanSlope,
  expSlope,
  absSlope,
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
