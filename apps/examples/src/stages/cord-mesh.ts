import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, type Material, Mesh } from 'three';
import { cordColor, cordPoints, cordWidth } from '../figures/cords';
import type { Point } from '../figures/figure';
import type { Cast } from './cast';
import { shownPose } from './shown-pose';

/** Most segments that one cord has. */
const SEGMENTS = 24;

/** All cords of an example as flat ribbons in one mesh. */
export class CordMesh extends Mesh<BufferGeometry, Material> {
  readonly #cast: Cast;
  readonly #position: BufferAttribute;

  constructor(cast: Cast, material: Material) {
    const vertices = cast.cords.length * SEGMENTS * 6;
    super(new BufferGeometry(), material);
    this.#cast = cast;
    this.#position = new BufferAttribute(new Float32Array(vertices * 3), 3).setUsage(DynamicDrawUsage);
    const colors = new Float32Array(vertices * 3);
    cast.cords.forEach((cord, i) => {
      const color = new Color(cordColor(cord));
      for (let v = i * SEGMENTS * 6; v < (i + 1) * SEGMENTS * 6; v++) color.toArray(colors, v * 3);
    });
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
    cords.forEach((cord, i) => {
      if (cord.joint.world === null) return;
      const points = cordPoints(cord, frame, shownPose(exact));
      ribbon(points, cordWidth(cord, frame.scale) / 2, xyz, i * SEGMENTS * 18);
    });
    this.#position.needsUpdate = true;
  }
}

/** Writes two triangles for every segment of a line. */
function ribbon(points: readonly Point[], half: number, out: Float32Array, start: number): void {
  let at = start;
  const corner = (x: number, y: number) => {
    out[at++] = x;
    out[at++] = y;
    at++;
  };
  for (let i = 0; i + 1 < points.length && i < SEGMENTS; i++) {
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
