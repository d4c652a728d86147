import { box, capsule, compound, disc } from '@tenon/core';
import { type PlacedShape, placePolygon, placeTogether } from '@tenon/core/adapter';
import type { BufferGeometry, ExtrudeGeometryOptions, Mesh, Object3D, Shape as Outline } from 'three';
import { Matrix4, Vector3 } from 'three';
import { hullOf, type Point, roundnessOf } from './hull';

/**
 * The outline of what an object draws, seen along the normal of the plane: as it is where it is drawn from an outline or is a capsule, else
 * the convex hull of its corners, a disc where that is round; of an object that draws nothing itself, of all below it. `frame`: the
 * object's matrix in the frame of the body. Null where nothing is drawn, or seen edge-on.
 */
export function drawnShape(object: Object3D, frame: Matrix4): PlacedShape | null {
  const geometry = geometryOf(object);
  if (geometry === null) return convex(cornersBelow(object, frame));
  return bar(geometry, frame) ?? outlined(geometry, frame) ?? convex(cornersIn(geometry, frame));
}

function geometryOf(object: Object3D): BufferGeometry | null {
  return (object as Partial<Mesh>).geometry ?? null;
}

function cornersBelow({ children }: Object3D, frame: Matrix4): Point[] {
  return children.flatMap((child) => {
    if (child.matrixAutoUpdate) child.updateMatrix();
    const own = new Matrix4().multiplyMatrices(frame, child.matrix);
    const geometry = geometryOf(child);
    const below = cornersBelow(child, own);
    return geometry === null ? below : cornersIn(geometry, own).concat(below);
  });
}

function cornersIn(geometry: BufferGeometry, frame: Matrix4): Point[] {
  const position = geometry.attributes['position'];
  if (position === undefined) return [];
  return Array.from({ length: position.count }, (_, i) => {
    const { x, y } = corner.fromBufferAttribute(position, i).applyMatrix4(frame);
    return { x, y };
  });
}

const corner = new Vector3();

function convex(corners: readonly Point[]): PlacedShape | null {
  const hull = hullOf(corners);
  if (hull.length < 3) return null;
  const round = roundnessOf(hull);
  if (round !== null) return { shape: disc(round.radius), centre: round.centre };
  return boxOf(hull) ?? placePolygon(hull);
}

/** Of four corners that lie along the axes of the body. */
function boxOf(hull: readonly Point[]): PlacedShape | null {
  const [xs, ys] = [hull.map(({ x }) => x), hull.map(({ y }) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const slack = 1e-6 * Math.max(right - left, high - low);
  const isOnSide = ({ x, y }: Point) => Math.min(x - left, right - x) <= slack && Math.min(y - low, high - y) <= slack;
  if (hull.length !== 4 || !hull.every(isOnSide)) return null;
  return { shape: box(right - left, high - low), centre: { x: (left + right) / 2, y: (low + high) / 2 } };
}

/** What a geometry was made from, if it was made by one of three's own classes. */
function parametersOf(geometry: BufferGeometry): Readonly<Record<string, unknown>> {
  return (geometry as { parameters?: Record<string, unknown> }).parameters ?? {};
}

/** A capsule whose axis lies in the plane: it rolls on round ends. */
function bar(geometry: BufferGeometry, frame: Matrix4): PlacedShape | null {
  if (geometry.type !== 'CapsuleGeometry') return null;
  const { radius, height, length = height } = parametersOf(geometry);
  const { elements: e } = frame;
  const scale = evenScale(frame);
  if (typeof radius !== 'number' || typeof length !== 'number' || scale === null || !isNearly(e[6], scale)) return null;
  const shape = capsule(length * scale, radius * scale);
  return {
    shape: compound([{ shape, angle: Math.atan2(e[5], e[4]) }]),
    centre: { x: e[12], y: e[13] },
  };
}

/** How much a matrix enlarges; null if not the same in all directions. */
function evenScale({ elements: e }: Matrix4): number | null {
  const [x, y, z] = [0, 4, 8].map((c) => Math.hypot(e[c], e[c + 1], e[c + 2]));
  return isNearly(y - x, x) && isNearly(z - x, x) ? x : null;
}

/** True of 0, beside `size`. */
function isNearly(difference: number, size: number): boolean {
  return Math.abs(difference) <= 1e-6 * size;
}

/** Outlines that are drawn flat or extruded, in the plane: they may be concave. Holes in them are filled. */
function outlined(geometry: BufferGeometry, frame: Matrix4): PlacedShape | null {
  if (geometry.type !== 'ShapeGeometry' && geometry.type !== 'ExtrudeGeometry') return null;
  const { elements: e } = frame;
  const scale = Math.hypot(e[0], e[1], e[2]);
  if (!isNearly(e[2], scale) || !isNearly(e[6], scale)) return null;
  const {
    shapes,
    curveSegments,
    options = {},
  } = parametersOf(geometry) as {
    shapes?: Outline | Outline[];
    curveSegments?: number;
    options?: ExtrudeGeometryOptions;
  };
  if (options.extrudePath !== undefined) return null;
  const outlines = shapes === undefined ? [] : [shapes].flat();
  const radius = geometry.type === 'ExtrudeGeometry' ? scale * bevelOf(options) : 0;
  const parts = outlines.map((outline) => {
    const { shape } = outline.extractPoints(options.curveSegments ?? curveSegments ?? 12);
    const corners = shape.map(({ x, y }) => ({ x: e[0] * x + e[4] * y + e[12], y: e[1] * x + e[5] * y + e[13] }));
    return placePolygon(corners, radius);
  });
  return placeTogether(parts.filter((part) => part !== null));
}

/** How far the edges of what is extruded stand out, with the defaults of three. */
function bevelOf({ bevelEnabled = true, bevelThickness = 0.2, bevelSize, bevelOffset = 0 }: ExtrudeGeometryOptions) {
  return bevelEnabled ? Math.max(0, (bevelSize ?? bevelThickness - 0.1) + bevelOffset) : 0;
}
