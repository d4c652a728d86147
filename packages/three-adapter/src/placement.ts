/** A pose in the plane: world units, rad, and the angle's cosine and sine. */
export interface Pose {
  x: number;
  y: number;
  angle: number;
  cos: number;
  sin: number;
}

export function createPose(): Pose {
  return { x: 0, y: 0, angle: 0, cos: 1, sin: 0 };
}

/** Object.assign would allocate. */
export function copyPose(from: Pose, to: Pose): void {
  to.x = from.x;
  to.y = from.y;
  to.angle = from.angle;
  to.cos = from.cos;
  to.sin = from.sin;
}

/** Numbers of a matrix by index, column after column, four to a column. */
interface Elements {
  [index: number]: number;
}

/**
 * Writes the matrix  plane · translation(x, y) · rotation(angle) · rest  at `at` of `out`:
 * where something is whose place on its body is `rest`.
 */
export function placeFully(out: Elements, at: number, plane: readonly number[], pose: Pose, rest: Elements): void {
  const { x, y, cos, sin } = pose;
  for (let row = 0; row < 3; row++) {
    const px = plane[row];
    const py = plane[4 + row];
    const pz = plane[8 + row];
    const ux = px * cos + py * sin;
    const uy = py * cos - px * sin;
    for (let column = 0; column < 16; column += 4) {
      out[at + column + row] = ux * rest[column] + uy * rest[column + 1] + pz * rest[column + 2];
    }
    out[at + 12 + row] += px * x + py * y + plane[12 + row];
  }
  out[at + 3] = out[at + 7] = out[at + 11] = 0;
  out[at + 15] = 1;
}

/** The same for matrices that keep to the plane: only the six numbers that a motion in it can change. */
export function placeFlatly(out: Elements, at: number, plane: readonly number[], pose: Pose, rest: Elements): void {
  const { x, y, cos, sin } = pose;
  const ax = plane[0] * cos + plane[4] * sin;
  const ay = plane[4] * cos - plane[0] * sin;
  const bx = plane[1] * cos + plane[5] * sin;
  const by = plane[5] * cos - plane[1] * sin;

  out[at] = ax * rest[0] + ay * rest[1];
  out[at + 1] = bx * rest[0] + by * rest[1];
  out[at + 4] = ax * rest[4] + ay * rest[5];
  out[at + 5] = bx * rest[4] + by * rest[5];
  out[at + 12] = ax * rest[12] + ay * rest[13] + plane[0] * x + plane[4] * y + plane[12];
  out[at + 13] = bx * rest[12] + by * rest[13] + plane[1] * x + plane[5] * y + plane[13];
}

/** True if x and y do not mix with z. */
export function isFlat(matrix: Elements): boolean {
  return matrix[2] === 0 && matrix[6] === 0 && matrix[8] === 0 && matrix[9] === 0;
}

/** Length of the longest column: how much the matrix enlarges at most (of matrices without shear). */
export function largestScale(matrix: Elements): number {
  let most = 0;
  for (let c = 0; c < 12; c += 4) {
    const square = matrix[c] * matrix[c] + matrix[c + 1] * matrix[c + 1] + matrix[c + 2] * matrix[c + 2];
    if (square > most) most = square;
  }
  return Math.sqrt(most);
}
