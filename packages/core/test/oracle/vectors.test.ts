import { readdirSync, readFileSync } from 'node:fs';
import { type Body, TenonError, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { describe, expect, test } from 'vitest';
import { mappingOf } from './joints';

/** Golden vectors, `tenon-joint-vectors/1`; any further file of this form in the folder is run, too. */
const folder = new URL('../fixtures/vectors/', import.meta.url);

type GoldenBody = readonly [
  mass: number | null,
  inertia: number | null,
  x: number,
  y: number,
  angle: number,
  vx: number,
  vy: number,
  omega: number,
];

interface Vector {
  readonly id: string;
  readonly bodies: readonly GoldenBody[];
  readonly slots?: readonly number[];
  readonly params: Record<string, unknown>;
  readonly dt: number;
  readonly degenerate?: string;
  readonly expect?: string;
  readonly expected: null | {
    readonly c: readonly (number | null)[];
    readonly w: readonly number[];
    readonly C: readonly (number | null)[];
    readonly J: readonly (readonly number[])[];
    readonly Jv: readonly number[];
    readonly bias: readonly number[];
    readonly K: readonly (readonly number[])[];
    readonly impulse: readonly (readonly number[])[];
  };
}

interface VectorFile {
  readonly schema: string;
  readonly joint: string;
  readonly rows: readonly string[];
  readonly rowKinds: readonly string[];
  readonly lambdaTest: readonly number[];
  readonly vectors: readonly Vector[];
}

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as VectorFile)
  .filter(({ schema }) => schema === 'tenon-joint-vectors/1');

/** Relative to the size of what is compared, at least 1. */
const TOLERANCE = 1e-9;

function addBody(world: World, [mass, inertia, x, y, angle, vx, vy, omega]: GoldenBody): Body {
  const fixed = mass === null;
  const still = vx === 0 && vy === 0 && omega === 0;
  return world.addBody({
    type: fixed ? (still ? 'static' : 'kinematic') : 'dynamic',
    position: [x, y],
    angle,
    velocity: [vx, vy],
    angularVelocity: omega,
    ...(fixed ? {} : { mass, inertia }),
  });
}

function build(file: VectorFile, { bodies: given, slots, params }: Vector) {
  const world = new World({ solver: 'iterative', sleeping: false });
  const bodies = given.map((body) => addBody(world, body));
  const mapping = mappingOf(file.joint, params);
  const named = Object.fromEntries(
    Object.entries(mapping.bodies).map(([key, n]) => [key, bodies[slots?.[n - 1] ?? n - 1]]),
  );
  const joint = world.joints.createNamed(mapping.type, { ...mapping.options, ...named });
  return { world, bodies, joint, mapping };
}

function near(actual: number, golden: number, size: number, what: string): void {
  expect(Math.abs(actual - golden), `${what}: ${actual} against ${golden}`).toBeLessThanOrEqual(
    TOLERANCE * Math.max(1, Math.abs(golden), size),
  );
}

describe.each(files)('$joint', (file) => {
  const regular = file.vectors.filter(
    ({ expected, degenerate }) =>
      expected !== null && (degenerate === undefined || degenerate === 'anchors-coincide-but-regular'),
  );
  const degenerate = file.vectors.filter((vector) => !regular.includes(vector));

  test.each(regular)('$id', (vector) => {
    const { bodies, joint, mapping } = build(file, vector);
    const { expected } = vector;
    if (expected === null) return;
    const inspection = inspect(joint);
    const column = bodies.map((body) => inspection.bodies.indexOf(body));
    const index = file.rows.map((name) => {
      const match = mapping.rows.find(({ golden }) => golden === name);
      const found = inspection.rows.findIndex((row) => row.name === match?.row);
      expect(found, `a row for ${name}`).toBeGreaterThanOrEqual(0);
      return { i: found, match };
    });
    index.forEach(({ i, match }, r) => {
      const row = inspection.rows[i];
      const { c, C, J, Jv, bias, K, w } = expected;
      const golden = c[r];
      if (golden !== null) near(match?.countsFromRest === true ? row.C : row.c, golden, 10, `c ${file.rows[r]}`);
      // A spring or motor has its own idea of error; what is locked or at a bound has the golden one.
      const error = C[r];
      if (
        error !== null &&
        w[r] !== 0 &&
        ['locked', 'lower', 'upper', 'equal', 'spring', 'ratchet'].includes(row.state)
      )
        near(
          ['lower', 'upper', 'ratchet'].includes(row.state) ? row.C : Math.abs(row.C),
          Math.abs(error),
          10,
          `C ${file.rows[r]}`,
        );
      if (file.rowKinds[r] === 'lim' && w[r] === 0 && error !== null) near(row.C, 0, 1, `C ${file.rows[r]} inside`);
      let size = 0;
      bodies.forEach((body, b) => {
        for (let k = 0; k < 3; k++) {
          const actual = column[b] < 0 ? 0 : row.J[3 * column[b] + k];
          near(actual, J[r][3 * b + k], 1, `J ${file.rows[r]} body ${b} ${k}`);
          size += Math.abs(J[r][3 * b + k] * [body.velocity.x, body.velocity.y, body.angularVelocity][k]);
        }
      });
      near(row.Jv, Jv[r], size, `Jv ${file.rows[r]}`);
      if (row.state === 'motor' || file.rowKinds[r] !== 'vel') near(row.bias, bias[r], 1, `bias ${file.rows[r]}`);
      index.forEach((other, s) => near(inspection.K[i][other.i], K[r][s], Math.sqrt(K[r][r] * K[s][s]), `K ${r} ${s}`));
    });
    // Impulses: Jᵀλ for the file's λ.
    bodies.forEach((_, b) => {
      for (let k = 0; k < 3; k++) {
        const impulse = index.reduce(
          (sum, { i }, r) => sum + (column[b] < 0 ? 0 : inspection.rows[i].J[3 * column[b] + k]) * file.lambdaTest[r],
          0,
        );
        near(impulse, expected.impulse[b][k], 1, `impulse on body ${b}`);
      }
    });
  });

  if (degenerate.length > 0) {
    test.each(degenerate)('$id: $degenerate', (vector) => {
      if (vector.expect === 'reject') {
        expect(() => build(file, vector)).toThrow(TenonError);
        return;
      }
      // Anything goes that is finite; what nothing can move stays as it was.
      const { world, bodies, joint } = build(file, vector);
      const before = bodies.map(({ velocity: { x, y }, angularVelocity }) => [x, y, angularVelocity]);
      for (const { C, J, Jv } of inspect(joint).rows)
        for (const number of [C, Jv, ...J]) expect(number).toSatisfy(Number.isFinite);
      world.step(vector.dt);
      for (const { x, y, angle, velocity, angularVelocity } of bodies)
        for (const number of [x, y, angle, velocity.x, velocity.y, angularVelocity])
          expect(number).toSatisfy(Number.isFinite);
      if (vector.degenerate === 'two-static-bodies')
        expect(bodies.map(({ velocity: { x, y }, angularVelocity }) => [x, y, angularVelocity])).toEqual(before);
    });
  }
});
