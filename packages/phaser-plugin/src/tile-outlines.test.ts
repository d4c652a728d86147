import { describe, expect, it } from 'vitest';
import { outlinesOf, type TileSides } from './tile-outlines';

const solid: TileSides = { collideUp: true, collideRight: true, collideDown: true, collideLeft: true };
const plate: TileSides = { collideUp: true, collideRight: false, collideDown: false, collideLeft: false };

/** `#` is solid, `-` is met from above only. */
const rowsOf = (...lines: string[]) =>
  lines.map((line) => Array.from(line, (letter) => (letter === '#' ? solid : letter === '-' ? plate : null)));

describe('the outlines of tiles', () => {
  it('of one are its corners, clockwise where y points down', () => {
    expect(outlinesOf(rowsOf('#'))).toEqual([{ points: [[0, 0], [1, 0], [1, 1], [0, 1]], closed: true }]); // prettier-ignore
  });

  it('of a row are as few segments as of one', () => {
    expect(outlinesOf(rowsOf('     ', ' ####'))).toEqual([
      { points: [[1, 1], [5, 1], [5, 2], [1, 2]], closed: true },
    ]); // prettier-ignore
  });

  it('of a ring run round it inside, too, the other way', () => {
    const [outer, inner] = outlinesOf(rowsOf('###', '# #', '###'));
    expect(outer.points).toEqual([[0, 0], [3, 0], [3, 3], [0, 3]]); // prettier-ignore
    expect([...inner.points].sort()).toEqual([[1, 1], [1, 2], [2, 1], [2, 2]]); // prettier-ignore
    expect(Math.sign(areaOf(inner.points))).toBe(-Math.sign(areaOf(outer.points)));
  });

  it('of tiles that are met from above only are lines, which go straight on along what is solid', () => {
    expect(outlinesOf(rowsOf('--'))).toEqual([{ points: [[0, 0], [2, 0]], closed: false }]); // prettier-ignore
    const outlines = outlinesOf(rowsOf('--##--'));
    expect(outlines).toContainEqual({ points: [[0, 0], [6, 0]], closed: false }); // prettier-ignore
  });

  it('of what is solid go round it where it stands on what is met from above only', () => {
    const square = { points: [[0, 0], [1, 0], [1, 1], [0, 1]], closed: true }; // prettier-ignore
    expect(outlinesOf(rowsOf('#', '-'))).toContainEqual(square);
  });

  it('of two that share a corner are one line that stays on the open side', () => {
    const outlines = outlinesOf(rowsOf('# ', ' #'));
    expect(outlines).toHaveLength(1);
    expect(outlines[0].points).toHaveLength(8);
  });

  it('of any tiles enclose as much as these are, with every side once', () => {
    let seed = 1;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let round = 0; round < 200; round++) {
      const grid = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => chance() < 0.5));
      const outlines = outlinesOf(grid.map((row) => row.map((isSolid) => (isSolid ? solid : null))));
      expect(outlines.every(({ closed }) => closed)).toBe(true);
      expect(outlines.reduce((sum, { points }) => sum + areaOf(points), 0)).toBe(grid.flat().filter(Boolean).length);
      expect(outlines.reduce((sum, { points }) => sum + lengthOf(points), 0)).toBe(sidesOf(grid));
      for (const { points } of outlines) {
        // No two segments in a row are in one line.
        points.forEach(([x, y], i) => {
          const [bx, by] = points[(i + 1) % points.length];
          const [cx, cy] = points[(i + 2) % points.length];
          expect((bx - x) * (cy - by) - (by - y) * (cx - bx)).not.toBe(0);
        });
      }
    }
  });
});

type Points = readonly (readonly [x: number, y: number])[];

const areaOf = (points: Points) =>
  points.reduce((sum, [x, y], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    return sum + (x * by - bx * y) / 2;
  }, 0);

const lengthOf = (points: Points) =>
  points.reduce((sum, [x, y], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    return sum + Math.abs(bx - x) + Math.abs(by - y);
  }, 0);

/** Sides between a solid tile and none. */
function sidesOf(grid: readonly (readonly boolean[])[]): number {
  const at = (x: number, y: number) => grid[y]?.[x] ?? false;
  let count = 0;
  grid.forEach((row, y) => {
    row.forEach((isSolid, x) => {
      if (!isSolid) return;
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) if (!at(x + dx, y + dy)) count++; // prettier-ignore
    });
  });
  return count;
}
