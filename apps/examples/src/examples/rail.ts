import type { Path } from '@tenon/core';
import type { SceneVec } from '@tenon/core/scene';

/** Points along a curve, `aside` to the left of it: eight for each of its pieces. */
export function railOf(curve: Path, aside = 0): SceneVec[] {
  const count = curve.pieces * 8;
  return Array.from({ length: count + 1 }, (_, i) => {
    const piece = Math.min(curve.pieces - 1, Math.floor(i / 8));
    const { point, angle } = placeAt(curve, piece, i / 8 - piece);
    return [point[0] - aside * Math.sin(angle), point[1] + aside * Math.cos(angle)];
  });
}

/** Where a curve is after `travel` metres from its first point. */
export function railAt(curve: Path, travel: number): SceneVec {
  let from = 0;
  let to = curve.pieces;
  for (let i = 0; i < 50; i++) {
    const middle = (from + to) / 2;
    if (curve.travelAt(Math.floor(middle), middle % 1) < travel) from = middle;
    else to = middle;
  }
  return placeAt(curve, Math.floor(from), from % 1).point;
}

/** A point of a curve and the angle of its tangent. */
function placeAt(curve: Path, piece: number, t: number): { readonly point: SceneVec; readonly angle: number } {
  const place = new Float64Array(6);
  curve.at(piece, t, place);
  const [x, y, dx, dy] = place;
  return { point: [x, y], angle: Math.atan2(dy, dx) };
}
