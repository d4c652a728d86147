import { describe, expect, test } from 'vitest';
import { Chance } from '../../test/random-world';
import { D_X, D_Y, DD_X, DD_Y, path, type Path, SPOT_SIZE } from './path';
import { COMES_X, COMES_Y, findTips, GOES_X, GOES_Y, TIP_S, TIP_SIZE } from './tips';

/** The smallest radius of a path, and how far along that is. */
function sharpest(line: Path): readonly [radius: number, at: number] {
  const out = new Float64Array(SPOT_SIZE);
  let least = Infinity;
  let at = 0;
  for (let piece = 0; piece < line.pieces; piece++) {
    for (let k = 0; k <= 2000; k++) {
      line.at(piece, k / 2000, out);
      const square = out[D_X] * out[D_X] + out[D_Y] * out[D_Y];
      const radius = (square * Math.sqrt(square)) / Math.abs(out[D_X] * out[DD_Y] - out[D_Y] * out[DD_X]);
      if (radius >= least) continue;
      least = radius;
      at = line.travelAt(piece, k / 2000);
    }
  }
  return [least, at];
}

describe('the tips of a smooth path', () => {
  test('are where it is sharpest, on random paths', () => {
    const chance = new Chance(7);
    let sharp = 0;
    for (let n = 0; n < 400; n++) {
      const points = Array.from({ length: 4 }, () => chance.vec(1));
      const line = path(points, { closed: chance.chance(0.5) });
      const tips = findTips(line, 2e-3);
      const [radius, at] = sharpest(line);
      if (radius > 4e-3) expect(tips.length).toBe(0);
      if (radius > 1e-3) continue;
      sharp++;
      const ways = Array.from({ length: tips.length / TIP_SIZE }, (_, i) => {
        const way = Math.abs(tips[i * TIP_SIZE + TIP_S] - at);
        return line.closed ? Math.min(way, line.length - way) : way;
      });
      expect(Math.min(...ways)).toBeLessThan(2e-3);
    }
    expect(sharp).toBeGreaterThan(5);
  });

  test.each([0, 1])('are found at a point of the path, with the ways that lead there and off it (%i)', (shift) => {
    const points = [[-1e-3, 1], [0, 0], [1e-3, 1], [0, 2]] as const; // prettier-ignore
    const line = path([...points.slice(shift), ...points.slice(0, shift)], { closed: true });
    const tips = findTips(line, 2e-3);
    const i = Array.from(tips.filter((_, k) => k % TIP_SIZE === 1)).findIndex((y) => Math.abs(y) < 1e-6) * TIP_SIZE;
    expect(i).toBeGreaterThanOrEqual(0);
    expect(tips[i + COMES_X]).toBeCloseTo(0, 0);
    expect(tips[i + COMES_Y]).toBeLessThan(-0.9);
    expect(tips[i + GOES_X]).toBeCloseTo(0, 0);
    expect(tips[i + GOES_Y]).toBeGreaterThan(0.9);
  });
});
