import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  type Material,
  Mesh,
  ShapeUtils,
  Vector2,
} from 'three';
import { type Cord, cordColor, cordFill, cordWidth } from '../figures/cords';
import type { Point } from '../figures/figure';
import type { Cast } from './cast';
import { shownPose } from './shown-pose';

/** All cords of an example as flat ribbons in one mesh, each before what it encloses. */
export class CordMesh extends Mesh<BufferGeometry, Material> {
  readonly #cast: Cast;
  readonly #position: BufferAttribute;

  constructor(cast: Cast, material: Material) {
    super(new BufferGeometry(), material);
    this.#cast = cast;
    const vertices = cast.cords.reduce((sum, cord) => sum + inside(cord) + along(cord), 0);
    this.#position = new BufferAttribute(new Float32Array(vertices * 3), 3).setUsage(DynamicDrawUsage);
    const colors = new Float32Array(vertices * 3);
    let at = 0;
    for (const cord of cast.cords) {
      at = paint(colors, at, inside(cord), cordFill(cord) ?? 0);
      at = paint(colors, at, along(cord), cordColor(cord));
    }
    this.geometry.setAttribute('position', this.#position);
    this.geometry.setAttribute('color', new BufferAttribute(colors, 3));
    this.frustumCulled = false;
  }

  /** Nobody takes hold of a cord. */
  override raycast(): void {}

  /** Puts the ribbons where the bodies are shown; joints that have left have none. */
  draw(exact: boolean): void {
    const { cords, frame } = this.#cast;
    const xyz = this.#position.array as Float32Array;
    xyz.fill(0);
    let at = 0;
    for (const cord of cords) {
      const points = cord.joint.world === null ? [] : cord.points(frame, shownPose(exact));
      if (inside(cord) > 0) area(points, xyz, at * 3);
      at += inside(cord);
      ribbon(points, cordWidth(cord, frame.scale) / 2, cord.most, xyz, at * 3);
      at += along(cord);
    }
    this.#position.needsUpdate = true;
  }
}

/** Vertices of what a cord encloses. */
function inside(cord: Cord): number {
  return cordFill(cord) === null ? 0 : cord.most * 3;
}

/** Vertices of its ribbon. */
function along({ most }: Cord): number {
  return most * 6;
}

/** Returns where the next colours begin. */
function paint(colors: Float32Array, from: number, count: number, hex: number): number {
  const color = new Color(hex);
  for (let v = from; v < from + count; v++) color.toArray(colors, v * 3);
  return from + count;
}

/** Writes the triangles of what a closed line encloses. */
function area(points: readonly Point[], out: Float32Array, start: number): void {
  const outline = points.slice(1).map(([x, y]) => new Vector2(x, y));
  // Triangles that face the camera whichever way round the outline runs.
  if (ShapeUtils.isClockWise(outline)) outline.reverse();
  ShapeUtils.triangulateShape(outline, [])
    .flat()
    .forEach((corner, i) => {
      out[start + 3 * i] = outline[corner].x;
      out[start + 3 * i + 1] = outline[corner].y;
    });
}

/** Writes two triangles for every segment of a line. */
function ribbon(points: readonly Point[], half: number, most: number, out: Float32Array, start: number): void {
  let at = start;
  const corner = (x: number, y: number) => {
    out[at++] = x;
    out[at++] = y;
    at++;
  };
  for (let i = 0; i + 1 < points.length && i < most; i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[i + 1];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const nx = (-(by - ay) / length) * half;
    const ny = ((bx - ax) / length) * half;
    corner(ax - nx, ay - ny);
    corner(bx - nx, by - ny);
    corner(bx + nx, by + ny);
    corner(ax - nx, ay - ny);
    corner(bx + nx, by + ny);
    corner(ax + nx, ay + ny);
  }
}
