import { AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y, type Path, SPOT_SIZE } from './path';

/**
 * Numbers of a tip, where a smooth curve turns back within next to nothing: where it is, also along the path; how the curve comes and goes, some
 * radii before and after it.
 */
export const TIP_X = 0,
  TIP_Y = 1,
  TIP_S = 2,
  COMES_X = 3,
  COMES_Y = 4,
  GOES_X = 5,
  GOES_Y = 6,
  TIP_SIZE = 7;

/** Looked at so often a piece. */
const SAMPLES = 64;
/** How far off a tip the curve is seen to come and go, in what it takes to turn by 45°. */
const AWAY = 8;

const spot = new Float64Array(SPOT_SIZE);

/** Paths are shared by many joints: the tips that were found last, and the radius. */
const found = new WeakMap<Path, { readonly most: number; readonly tips: Float64Array }>();

/** The tips of a smooth curve of less than a radius, one after the other: where it is slowest, and turns by more than 90°. */
export function findTips(path: Path, most: number): Float64Array {
  const last = found.get(path);
  if (last?.most === most) return last.tips;
  const tips = Float64Array.from(listTips(path, most));
  found.set(path, { most, tips });
  return tips;
}

function listTips(path: Path, most: number): number[] {
  const tips: number[] = [];
  for (let piece = 0; piece < path.pieces; piece++) {
    let before = gainAt(path, piece, 0);
    // At a point of the path the second derivative jumps.
    if (before > 0 && (piece > 0 || path.closed) && gainAt(path, piece, -1e-9) < 0) addTip(path, piece, 0, most, tips);
    for (let k = 1; k <= SAMPLES; k++) {
      const gain = gainAt(path, piece, k / SAMPLES);
      if (before < 0 && gain >= 0)
        addTip(path, piece, slowestIn(path, piece, (k - 1) / SAMPLES, k / SAMPLES), most, tips);
      before = gain;
    }
  }
  return tips;
}

/** r′·r″: how fast the curve gains speed. */
function gainAt(path: Path, piece: number, t: number): number {
  locate(path, piece, t);
  return spot[D_X] * spot[DD_X] + spot[D_Y] * spot[DD_Y];
}

/** Where between two parameters it is slowest. */
function slowestIn(path: Path, piece: number, from: number, to: number): number {
  let low = from;
  let high = to;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (gainAt(path, piece, middle) < 0) low = middle;
    else high = middle;
  }
  return high;
}

function addTip(path: Path, piece: number, t: number, most: number, tips: number[]): void {
  locate(path, piece, t);
  const x = spot[AT_X];
  const y = spot[AT_Y];
  const bends = Math.sqrt(spot[DD_X] * spot[DD_X] + spot[DD_Y] * spot[DD_Y]);
  const square = spot[D_X] * spot[D_X] + spot[D_Y] * spot[D_Y];
  if (!(square < most * bends)) return;
  const away = (AWAY * Math.sqrt(square)) / bends;
  const [comesX, comesY] = wayAt(path, piece, t - away);
  const [goesX, goesY] = wayAt(path, piece, t + away);
  if (comesX * goesX + comesY * goesY < 0) tips.push(x, y, path.travelAt(piece, t), comesX, comesY, goesX, goesY);
}

function wayAt(path: Path, piece: number, t: number): readonly [x: number, y: number] {
  locate(path, piece, t);
  const speed = Math.sqrt(spot[D_X] * spot[D_X] + spot[D_Y] * spot[D_Y]);
  return [spot[D_X] / speed, spot[D_Y] / speed];
}

/** Locates a place that may be on a neighbour of the piece. */
function locate(path: Path, piece: number, t: number): void {
  const { pieces, closed } = path;
  const step = t < 0 ? -1 : t > 1 ? 1 : 0;
  const next = piece + step;
  const isThere = closed || (next >= 0 && next < pieces);
  path.at(isThere ? (next + pieces) % pieces : piece, isThere ? Math.max(0, Math.min(1, t - step)) : t, spot);
}
