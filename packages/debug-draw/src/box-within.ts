import type { Box } from './surface';

/**
 * The largest upright box within a picture of the world and around its middle, where its diagonals meet; returns `out`.
 * `corners`: x, y of the picture's four corners, in their order round it.
 */
export function boxWithin(corners: ArrayLike<number>, out: Box): Box {
  const x = meet(corners, 0);
  const y = meet(corners, 1);
  for (let i = 0; i < 4; i++) {
    const next = (2 * i + 2) % 8;
    const along = corners[next] - corners[2 * i];
    const up = corners[next + 1] - corners[2 * i + 1];
    // An edge leaves room for half of a width and half of a height: wide[i] · w + high[i] · h ≤ room[i].
    wide[i] = Math.abs(up);
    high[i] = Math.abs(along);
    room[i] = Math.abs((x - corners[2 * i]) * up - (y - corners[2 * i + 1]) * along);
  }

  let largest = -1;
  const offer = (w: number, h: number) => {
    if (!(w * h > largest) || !fits(w, h)) return;
    largest = w * h;
    out.minX = x - w;
    out.maxX = x + w;
    out.minY = y - h;
    out.maxY = y + h;
  };
  out.minX = out.maxX = x;
  out.minY = out.maxY = y;
  for (let i = 0; i < 4; i++) {
    // The most along one edge, or where two edges end it.
    offer(room[i] / wide[i] / 2, room[i] / high[i] / 2);
    for (let k = 0; k < i; k++) {
      const determinant = wide[i] * high[k] - high[i] * wide[k];
      offer(
        (room[i] * high[k] - high[i] * room[k]) / determinant,
        (wide[i] * room[k] - room[i] * wide[k]) / determinant,
      );
    }
  }
  return out;
}

const wide = new Float64Array(4);
const high = new Float64Array(4);
const room = new Float64Array(4);

/** Rounding may not keep a box out. */
const slack = 1 + 1e-9;

function fits(w: number, h: number): boolean {
  for (let i = 0; i < 4; i++) if (!(w > 0 && h > 0 && wide[i] * w + high[i] * h <= room[i] * slack)) return false;
  return true;
}

/** Where the diagonals meet: x (axis 0) or y (axis 1). */
function meet(c: ArrayLike<number>, axis: 0 | 1): number {
  const dx = c[4] - c[0];
  const dy = c[5] - c[1];
  const ex = c[6] - c[2];
  const ey = c[7] - c[3];
  const share = ((c[2] - c[0]) * ey - (c[3] - c[1]) * ex) / (dx * ey - dy * ex);
  return c[axis] + share * (axis === 0 ? dx : dy);
}
