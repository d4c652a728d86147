import type { Body } from '@tenon/core';
import type * as Phaser from 'phaser';
import { describe, expect, it } from 'vitest';
import { type JointsScene, openScene } from './support/stage';

/** A layer of a real tilemap: `#` is solid, `-` is met from above only. */
function layerOf(scene: JointsScene, lines: readonly string[], x = 0, y = 0) {
  if (!scene.textures.exists('tiles')) {
    const picture = scene.textures.createCanvas('tiles', 64, 32);
    picture?.context.fillRect(0, 0, 64, 32);
    picture?.refresh();
  }
  const width = Math.max(...lines.map(({ length }) => length));
  const data = lines.map((line) => Array.from({ length: width }, (_, x) => ({ '#': 0, '-': 1 })[line.charAt(x)] ?? -1));
  const map = scene.make.tilemap({ data, tileWidth: 32, tileHeight: 32 });
  const layer = map.createLayer(0, map.addTilesetImage('tiles', 'tiles', 32, 32) ?? [], x, y);
  if (layer === null) throw new Error('no layer');
  layer.setCollision(0);
  layer.forEachTile((tile) => {
    if (tile.index === 1) tile.setCollision(false, false, true, false);
  });
  return layer as Phaser.Tilemaps.TilemapLayer;
}

const cornersOf = (bodies: readonly Body[]) =>
  bodies.map(({ shape }) => (shape?.type === 'chain' ? shape.vertices.map(([x, y]) => `${x} ${y}`).sort() : []));

describe('addTilemap', () => {
  it('lets a box slide over 50 tiles as over one, and a wall stop it', async () => {
    const { stage, scene, joints } = await openScene();
    joints.addTilemap(layerOf(scene, [`${' '.repeat(50)}#`, '#'.repeat(51)]), { collides: { friction: 0 } });
    const box = joints.attach(scene.add.rectangle(30, 21, 20, 20), { collides: true, velocity: [600, 0] });
    let last = box.x;
    const ways: number[] = [];
    for (let i = 0; i < 140; i++) {
      joints.step();
      ways.push(box.x - last);
      last = box.x;
    }
    for (const way of ways) expect(way).toBeCloseTo(10, 6);
    expect(box.y).toBeCloseTo(22, 0);
    stage.frames(60);
    expect(box.x).toBeLessThan(50 * 32 - 9.5);
    expect(Math.abs(box.velocity.x)).toBeLessThan(60); // a tenth of what it came with
  });

  it('lets fall through where there is no tile, and up through what is met from above only', async () => {
    const { stage, scene, joints } = await openScene();
    const ground = joints.addTilemap(layerOf(scene, ['', ' --  ', '', '', '## ##']));
    const drop = (x: number, y: number, up = 0) =>
      joints.attach(scene.add.circle(x, y, 10), { collides: true, velocity: [0, -up] });
    const [held, lost, risen] = [drop(16, 60), drop(80, 60), drop(48, 80, 300)];
    stage.frames(120);
    expect(ground.every(({ type }) => type === 'static')).toBe(true);
    expect(held.y).toBeCloseTo(118, 0);
    expect(risen.y).toBeCloseTo(22, 0);
    expect(lost.y).toBeGreaterThan(300);
  });

  it('is where the layer is drawn, moved, scaled, mirrored, turned and in a container', async () => {
    const { scene, joints } = await openScene();
    const layer = layerOf(scene, ['##'], 50, 20).setScale(-2, 1).setRotation(0.3);
    const container = scene.add.container(100, 40, [layer]).setRotation(0.5).setScale(1.5);
    const drawn = layer.getWorldTransformMatrix();
    const [ground] = joints.addTilemap(layer);
    const corners = ground.shape?.type === 'chain' ? ground.shape.vertices : [];
    for (const [x, y] of [
      [0, 0],
      [64, 0],
      [64, 32],
      [0, 32],
    ]) {
      // prettier-ignore
      const place = drawn.transformPoint(x, y);
      expect(Math.min(...corners.map(([u, v]) => Math.hypot(u - place.x, v - place.y)))).toBeLessThan(1e-3);
    }
    // It is met from outside.
    const middle = drawn.transformPoint(32, -60);
    const inside = drawn.transformPoint(32, 16);
    const hit = joints.world.raycast([middle.x, middle.y], [inside.x, inside.y]);
    expect(hit?.body).toBe(ground);
    container.destroy();
  });

  it('is renewed by hand when tiles change', async () => {
    const { stage, scene, joints } = await openScene();
    const layer = layerOf(scene, ['', '###']);
    let ground = joints.addTilemap(layer);
    const ball = joints.attach(scene.add.circle(48, 20, 10), { collides: true });
    stage.frames(60);
    expect(ball.isSleeping).toBe(true);
    layer.removeTileAt(1, 1);
    for (const body of ground) body.remove();
    ground = joints.addTilemap(layer);
    expect(ground).toHaveLength(2);
    stage.frames(60);
    expect(ball.y).toBeGreaterThan(100);
  });

  it('takes the options of a body, for each outline', async () => {
    const { scene, joints } = await openScene();
    const layer = layerOf(scene, ['# #']);
    const ground = joints.addTilemap(layer, { collides: { friction: 0.2, group: 'rock' }, userData: 'level' });
    expect(ground.map(({ collides, userData }) => [collides?.group, collides?.friction, userData])).toEqual([
      ['rock', 0.2, 'level'],
      ['rock', 0.2, 'level'],
    ]);
    expect(cornersOf(ground)).toEqual([
      ['0 0', '0 32', '32 0', '32 32'],
      ['64 0', '64 32', '96 0', '96 32'],
    ]);
  });

  it('refuses what is no layer, no orthogonal one, or has no tile that collides', async () => {
    const { scene, joints } = await openScene();
    expect(() => joints.addTilemap(null as never)).toThrow(/what map\.createLayer returns|map\.createLayer returns/);
    expect(() => joints.addTilemap(scene.add.rectangle(0, 0, 1, 1) as never)).toThrow(/a layer of a tilemap/);
    const layer = layerOf(scene, ['##']).setCollision(0, false);
    expect(() => joints.addTilemap(layer)).toThrow(/setCollisionByExclusion first/);
    layer.setCollision(0);
    expect(() => joints.addTilemap(layer, { colides: true } as object)).toThrow(/collides/);
    layer.layer.orientation = 1;
    expect(() => joints.addTilemap(layer)).toThrow(/be of an orthogonal map/);
    layer.destroy();
    expect(() => joints.addTilemap(layer)).toThrow(/a layer of a tilemap/);
    expect(joints.world.bodies.size).toBe(0);
  });
});
