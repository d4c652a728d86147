import { Matrix4, type Object3D, Quaternion } from 'three';
import { type Flips, flipsOf } from './flips';
import { isFlat } from './placement';
import { type Plane, refreshWorldMatrix } from './plane';

/** How the plane lies in a parent's coordinates. Read anew in every frame, because parents move. */
export class ParentSpace {
  readonly parent: Object3D | null;
  /** plane → parent */
  readonly matrix = new Matrix4();
  /** parent → plane */
  readonly inverse = new Matrix4();
  /** the turn of `matrix`, where it is even */
  readonly rotation = new Quaternion();
  /** True if the map turns, moves and scales evenly: then a position and a quaternion say all. */
  even = true;
  readonly flips: Flips = { x: 1, y: 1 };
  flat = true;
  /** False where something is scaled to 0 and no pose can be shown. */
  usable = true;
  /** Counts the changes of the map. */
  version = 0;
  /** Pass in which it was last read. */
  pass = -1;

  constructor(parent: Object3D | null) {
    this.parent = parent;
  }

  refresh(plane: Plane): void {
    previous.copy(this.matrix);
    if (this.parent === null) {
      this.matrix.copy(plane.frame.matrixWorld);
      this.inverse.copy(plane.inverse);
    } else {
      refreshWorldMatrix(this.parent);
      this.inverse.multiplyMatrices(plane.inverse, this.parent.matrixWorld);
      this.matrix.copy(this.parent.matrixWorld).invert().multiply(plane.frame.matrixWorld);
    }
    if (this.version > 0 && this.matrix.equals(previous)) return;
    this.version++;
    this.usable = this.inverse.determinant() !== 0;
    flipsOf(this.parent, plane, this.flips);
    this.even = isEven(this.matrix.elements);
    this.flat = isFlat(this.matrix.elements);
    if (this.even) this.rotation.setFromRotationMatrix(turn.extractRotation(this.matrix));
  }
}

const previous = new Matrix4();
const turn = new Matrix4();

/** Columns of one length, at right angles, not mirrored. */
function isEven(e: readonly number[]): boolean {
  const xx = dot(e, 0, 0);
  const slack = 1e-9 * xx;
  return (
    Math.abs(dot(e, 4, 4) - xx) <= slack &&
    Math.abs(dot(e, 8, 8) - xx) <= slack &&
    Math.abs(dot(e, 0, 4)) <= slack &&
    Math.abs(dot(e, 0, 8)) <= slack &&
    Math.abs(dot(e, 4, 8)) <= slack &&
    e[0] * (e[5] * e[10] - e[6] * e[9]) - e[4] * (e[1] * e[10] - e[2] * e[9]) + e[8] * (e[1] * e[6] - e[2] * e[5]) > 0
  );
}

function dot(e: readonly number[], a: number, b: number): number {
  return e[a] * e[b] + e[a + 1] * e[b + 1] + e[a + 2] * e[b + 2];
}
