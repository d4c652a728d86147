import { type Body, refuse, type World } from '@tenon/core';
import { addGround, type GroundOptions } from '@tenon/core/adapter';
import type * as Phaser from 'phaser';
import { type Affine, determinantOf, innerSpace } from './affine';
import { isPlacedObject, nameOf, type PlacedObject } from './game-object';
import { outlinesOf } from './tile-outlines';

/** What the ground of a tilemap may be told: everything that a body takes. */
export type TilemapOptions = Omit<GroundOptions, 'closed' | 'id'>;

/** A layer of a tilemap, of any kind. */
export type TileLayer = PlacedObject & { readonly layer: Phaser.Tilemaps.LayerData };

/** Of Phaser's kinds of maps, the one with rows and columns at right angles. */
const ORTHOGONAL = 0;

/** Bodies that are the outlines of a layer's colliding tiles; see `addTilemap` of `JointsPlugin`. */
export function addTilemap(world: World, layer: TileLayer, options: TilemapOptions): Body[] {
  const { data, orientation, baseTileWidth, baseTileHeight } = readLayer(layer);
  const outlines = outlinesOf(data);
  if (outlines.length === 0)
    fault('have tiles that collide: call setCollision, setCollisionByProperty or setCollisionByExclusion first', layer);
  if (orientation !== ORTHOGONAL) fault('be of an orthogonal map', layer);

  const space = innerSpace(layer, { flipX: 1, a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 });
  const made: Body[] = [];
  try {
    for (const { points, closed } of outlines) {
      const line = points.map(([x, y]) => placeOf(space, x * baseTileWidth, y * baseTileHeight));
      if (determinantOf(space) < 0) line.reverse(); // mirrored, it runs round the other way
      made.push(addGround(world, line, { ...options, closed }, 1));
    }
  } catch (error) {
    for (const body of made) body.remove();
    throw error;
  }
  return made;
}

function placeOf({ a, b, c, d, tx, ty }: Affine, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + tx, b * x + d * y + ty];
}

function readLayer(layer: TileLayer): Phaser.Tilemaps.LayerData {
  const data = isPlacedObject(layer) ? (layer.layer as Phaser.Tilemaps.LayerData | undefined) : undefined;
  if (!Array.isArray(data?.data)) return fault('be a layer of a tilemap, such as map.createLayer returns', layer);
  return data;
}

function fault(requirement: string, layer: unknown): never {
  return refuse('param-invalid', 'addTilemap.layer', requirement, nameOf(layer));
}
