/**
 * Sine, cosine, arc tangent, exponential and logarithm from + − × ÷ alone: the same bits in every engine,
 * which `Math.sin` does not promise. Errors are below 1 ulp or so on |x| < 10⁶.
 */

/**
 * Writes cos(angle) to `out[o]` and sin(angle) to `out[o + 1]`: both Taylor series on |x| ≤ π/4, to x¹⁷ and x¹⁶ (the first left
 * out are 5e-20 and 2e-18). Summed in pairs and pairs of pairs, which an engine computes beside each other, not one after another;
 * π/2 in three parts of 33 bits, so that k times the first two is exact for |k| < 2²⁰; literals, because a constant of the module
 * is a load.
 */
export function cosSin(angle: number, out: Float64Array, o: number): void {
  pair[0] = angle;
  cosSinAt(pair, 0, out, o);
}

/** The same of `angles`[i]: an angle that is handed over would be allocated where the call is not inlined. */
export function cosSinAt(angles: Float64Array, i: number, out: Float64Array, o: number): void {
  const angle = angles[i];
  const k = Math.floor(angle * 0.63661977236758134308 + 0.5);
  const x = angle - k * 1.57079632673412561417 - k * 6.0771005063039659766e-11 - k * 2.02226624879595063154e-21;
  const z = x * x;
  const z2 = z * z;
  const z4 = z2 * z2;
  const s =
    x +
    x *
      z *
      (-1 / 6 +
        z * (1 / 120) +
        z2 * (-1 / 5040 + z * (1 / 362880)) +
        z4 * (-1 / 39916800 + z * (1 / 6227020800) + z2 * (-1 / 1307674368000 + z * (1 / 355687428096000))));
  const c =
    1 -
    z / 2 +
    z2 *
      (1 / 24 +
        z * (-1 / 720) +
        z2 * (1 / 40320 + z * (-1 / 3628800)) +
        z4 * (1 / 479001600 + z * (-1 / 87178291200) + z2 * (1 / 20922789888000)));
  const quarter = k & 3;
  out[o] = quarter === 0 ? c : quarter === 1 ? -s : quarter === 2 ? -c : s;
  out[o + 1] = quarter === 0 ? s : quarter === 1 ? c : quarter === 2 ? -s : -c;
}

const pair = new Float64Array(2);

/** Sine of `angle` (rad); the same bits in every engine, as force functions need them. */
export function sin(angle: number): number {
  cosSin(angle, pair, 0);
  return pair[1];
}

/** Cosine of `angle` (rad); the same bits in every engine. */
export function cos(angle: number): number {
  cosSin(angle, pair, 0);
  return pair[0];
}

/** atan(k/8), k = 0…8. */
const ATAN_EIGHTHS = [
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
];

/** Goes through here to `arcTangentOfUnit` and back: handed to a call, doubles may be allocated. */
const unit = new Float64Array(1);

/** Arc tangent of what lies in [0, 1]: the nearest eighth from a table, the rest (|t| ≤ 1/16) by its series. */
function arcTangentOfUnit(): void {
  const x = unit[0];
  let t = x;
  let nearest = 0;
  // Most turns of a step are smaller: a division less, and the same bits.
  if (x >= 1 / 16) {
    const k = Math.round(x * 8);
    const c = k / 8;
    t = (x - c) / (1 + x * c);
    nearest = ATAN_EIGHTHS[k];
  }
  const z = t * t;
  const z2 = z * z;
  // In pairs, which wait for each other less than terms one by one.
  const sum = -1 / 3 + z * (1 / 5) + z2 * (-1 / 7 + z * (1 / 9) + z2 * (-1 / 11 + z * (1 / 13)));
  unit[0] = nearest + (t + t * z * sum);
}

/** `values[i]` becomes its arc tangent. */
export function atanAt(values: Float64Array, i: number): void {
  const x = values[i];
  const size = Math.abs(x);
  unit[0] = size <= 1 ? size : 1 / size;
  arcTangentOfUnit();
  const angle = size <= 1 ? unit[0] : Math.PI / 2 - unit[0];
  values[i] = x < 0 ? -angle : angle;
}

/** `values[i]` becomes the angle of the vector (values[i + 1], values[i]), −π to π; 0 for the zero vector. */
export function atan2At(values: Float64Array, i: number): void {
  const y = values[i];
  const x = values[i + 1];
  if (x === 0 && y === 0) return;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  unit[0] = ay <= ax ? ay / ax : ax / ay;
  arcTangentOfUnit();
  let angle = ay <= ax ? unit[0] : Math.PI / 2 - unit[0];
  if (x < 0) angle = Math.PI - angle;
  values[i] = y < 0 ? -angle : angle;
}

/** What a function of one number hands to the one that works in place: a double in a call would be allocated. */
const number = new Float64Array(1);

/** Arc tangent, −π/2 to π/2 (rad); the same bits in every engine. */
export function atan(x: number): number {
  number[0] = x;
  atanAt(number, 0);
  return number[0];
}

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** `values[i]` becomes its exponential. */
export function expAt(values: Float64Array, i: number): void {
  const x = values[i];
  if (x > 709.8 || x < -745.2) {
    values[i] = x > 0 ? Infinity : 0;
    return;
  }
  const k = Math.round(x / Math.LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1;
  for (let n = 16; n > 0; n--) sum = 1 + (r / n) * sum;
  // In two exact halves, so that the power itself neither overflows nor vanishes.
  const half = Math.trunc(k / 2);
  values[i] = sum;
  multiplyByPowerOfTwo(values, i, half | 0);
  multiplyByPowerOfTwo(values, i, (k - half) | 0);
}

function multiplyByPowerOfTwo(values: Float64Array, i: number, k: number): void {
  let power = 1;
  const factor = k < 0 ? 0.5 : 2;
  for (let n = Math.abs(k); n > 0; n--) power *= factor;
  values[i] *= power;
}

/** eˣ; the same bits in every engine. */
export function exp(x: number): number {
  number[0] = x;
  expAt(number, 0);
  return number[0];
}

/** `values[i]` becomes its natural logarithm. */
export function logAt(values: Float64Array, i: number): void {
  const x = values[i];
  if (!(x > 0) || x === Infinity) {
    values[i] = x === 0 ? -Infinity : x > 0 ? Infinity : NaN;
    return;
  }
  let k = 0;
  let m = x;
  while (m > Math.SQRT2) {
    m /= 2;
    k++;
  }
  while (m < Math.SQRT1_2) {
    m *= 2;
    k--;
  }
  // ln m = 2 artanh((m − 1)/(m + 1)), |t| ≤ 0.172.
  const t = (m - 1) / (m + 1);
  const z = t * t;
  let sum = 0;
  for (let n = 23; n >= 3; n -= 2) sum = z * (1 / n + sum);
  values[i] = k * LN2_HIGH + (2 * (t + t * sum) + k * LN2_LOW);
}

/** Natural logarithm; −Infinity at 0, NaN below; the same bits in every engine. */
export function log(x: number): number {
  number[0] = x;
  logAt(number, 0);
  return number[0];
}
