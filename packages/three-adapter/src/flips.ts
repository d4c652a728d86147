import type { Object3D } from 'three';
import type { Plane } from './plane';

/** Which directions of the plane scales below 0 mirror: −1. That is seen in the picture and is no part of the angle. */
export interface Flips {
  x: 1 | -1;
  y: 1 | -1;
}

/** Those of an object and of everything it is in, as against the plane's. */
export function flipsOf(object: Object3D | null, plane: Plane, out: Flips): Flips {
  out.x = out.y = 1;
  for (let o = object; o !== null; o = o.parent) flip(out, o, plane, out);
  for (let o: Object3D | null = plane.frame; o !== null; o = o.parent) flip(out, o, plane, out);
  return out;
}

/** Adds those of an object to those of what it is in. */
export function flip({ x, y }: Readonly<Flips>, { scale }: Object3D, { up }: Plane, out: Flips): Flips {
  out.x = x * scale.x < 0 ? -1 : 1;
  out.y = y * scale[up] < 0 ? -1 : 1;
  return out;
}
