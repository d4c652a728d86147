import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedRows } from './bounded-rows';

/** Points as normal and tangent, by masses and random directions: A = G M⁻¹ Gᵀ with `bodies` bodies. */
function fill(rows: BoundedRows, directions: readonly (readonly number[])[], asked: readonly number[]): void {
  const count = directions.length;
  rows.reserve(count);
  for (let i = 0; i < count; i++) {
    rows.rate[i] = asked[i];
    rows.impulse[i] = 0;
    rows.normal[i] = i % 2 === 0 ? -1 : i - 1;
    rows.share[i] = i % 2 === 0 ? 0 : 0.6;
    for (let j = 0; j < count; j++) {
      let sum = i === j ? 1e-3 : 0;
      for (let k = 0; k < directions[i].length; k++) sum += directions[i][k] * directions[j][k];
      rows.matrix[i * rows.stride + j] = sum;
    }
  }
}

/** What the impulses add to the energy, where rates are those asked. */
function energyOf({ count, impulse, matrix, stride }: BoundedRows, asked: readonly number[]): number {
  let energy = 0;
  for (let i = 0; i < count; i++) {
    energy += asked[i] * impulse[i];
    for (let j = 0; j < count; j++) energy += (impulse[i] * matrix[i * stride + j] * impulse[j]) / 2;
  }
  return energy;
}

const number = fc.double({ min: -1, max: 1, noNaN: true });

test('normals that push leave no rate, those that do not part; by any points and any rates', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }).chain((points) =>
        fc.tuple(
          fc.array(fc.array(number, { minLength: 9, maxLength: 9 }), {
            minLength: 2 * points,
            maxLength: 2 * points,
          }),
          fc.array(number, { minLength: 2 * points, maxLength: 2 * points }),
        ),
      ),
      ([directions, asked]) => {
        const rows = new BoundedRows();
        // Without friction, whose bounds may have no fixed point.
        fill(rows, directions, asked);
        rows.share.fill(0);
        rows.solve();
        // Rows that repeat each other share what they give by a ten-millionth of it.
        const left = 1e-6 * (1 + rows.impulse.reduce((sum, impulse) => sum + Math.abs(impulse), 0));
        for (let i = 0; i < rows.count; i++) {
          let rate = asked[i];
          for (let j = 0; j < rows.count; j++) rate += rows.matrix[i * rows.stride + j] * rows.impulse[j];
          if (i % 2 === 1) expect(rows.impulse[i]).toBeCloseTo(0, 12);
          else if (rows.impulse[i] > 0) expect(Math.abs(rate)).toBeLessThan(left);
          else {
            expect(rows.impulse[i]).toBeCloseTo(0, 12);
            expect(rate).toBeGreaterThan(-left);
          }
        }
      },
    ),
  );
});

test('friction gives no more than its share of the normal, and that against what slips', () => {
  const rows = new BoundedRows();
  for (const slip of [0.1, 5, -5]) {
    // A body of 2 kg that falls at 1 m/s on a floor, and slips.
    fill(rows, [[Math.SQRT1_2, 0], [0, Math.SQRT1_2]], [-1, slip]); // prettier-ignore
    rows.matrix[0] = rows.matrix[rows.stride + 1] = 0.5;
    rows.solve();
    expect(rows.impulse[0]).toBeCloseTo(2, 6);
    expect(rows.impulse[1]).toBeCloseTo(-Math.sign(slip) * Math.min(2 * Math.abs(slip), 1.2), 6);
  }
});

test('points at one place share what they give, since each yields a little', () => {
  const rows = new BoundedRows();
  fill(rows, [[1], [0], [1], [0]], [-1, 0, -1, 0]);
  rows.solve();
  expect(rows.impulse[0]).toBeCloseTo(1 / 2.001, 5);
  expect(rows.impulse[2]).toBeCloseTo(1 / 2.001, 5);
});

test('what is thrown back makes no energy, however its bodies are connected', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(number, { minLength: 5, maxLength: 5 }), { minLength: 12, maxLength: 12 }),
      fc.array(number, { minLength: 12, maxLength: 12 }),
      fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 6, maxLength: 6 }),
      (directions, met, bounces) => {
        const rows = new BoundedRows();
        fill(rows, directions, met);
        bounces.forEach((bounce, point) => {
          rows.bounce[2 * point] = bounce;
          rows.bounce[2 * point + 1] = 0;
        });
        rows.solveBounce();
        expect(energyOf(rows, met)).toBeLessThan(1e-9);
        for (let i = 0; i < 12; i += 2) expect(rows.impulse[i]).toBeGreaterThan(-1e-9);
      },
    ),
  );
});

test('one point is thrown back as fast as it is to be', () => {
  const rows = new BoundedRows();
  fill(rows, [[1], [0]], [-2, 0]);
  rows.bounce.set([1, 0]);
  rows.solveBounce();
  expect(rows.impulse[0] * rows.matrix[0] - 2).toBeCloseTo(1, 9);
});

test('a heap of more points than its bodies have ways to move is solved, from whatever it begins with', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(number, { minLength: 6, maxLength: 6 }), { minLength: 40, maxLength: 40 }),
      fc.array(number, { minLength: 40, maxLength: 40 }),
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 40, maxLength: 40 }),
      (directions, asked, begin) => {
        const rows = new BoundedRows();
        fill(rows, directions, asked);
        begin.forEach((impulse, i) => (rows.impulse[i] = impulse));
        rows.solve();
        expect(energyOf(rows, asked)).toBeLessThan(1e-9);
      },
    ),
  );
});
