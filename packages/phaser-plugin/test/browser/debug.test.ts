import * as Phaser from 'phaser';
import { TenonError, World } from '@tenon/core';
import { PhaserSurface } from '@tenon/phaser-plugin';
import { describe, expect, it, vi } from 'vitest';
import { openScene, type JointsScene } from './support/stage';

/** A crank on the world, with limits and a motor, and a rod on it. */
function linkage(scene: JointsScene) {
  const { joints } = scene;
  const crank = scene.add.rectangle(150, 100, 100, 20).setVisible(false);
  const rod = scene.add.rectangle(250, 100, 100, 20).setVisible(false);
  joints.attach(crank);
  joints.attach(rod);
  const hinge = joints.create('pivot', {
    bodyB: crank,
    anchor: [100, 100],
    angle: { limits: [-1, 1], motor: { speed: 1, maxTorque: 5 } },
  });
  joints.create('pivot', { bodyA: crank, bodyB: rod, anchor: [200, 100] });
  return { hinge, crank };
}

/** Pixels of the canvas that are not black, in a part of it. */
function lit(scene: JointsScene, x = 0, y = 0, width = 400, height = 300): number {
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [400, 300];
  const context = copy.getContext('2d');
  if (context === null) return NaN;
  context.drawImage(scene.game.canvas, 0, 0);
  const { data } = context.getImageData(x, y, width, height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] > 60) count++;
  return count;
}

const overlays = (scene: JointsScene) => scene.children.list.filter(({ name }) => name === 'tenon-debug');

const texts = (scene: JointsScene) => overlays(scene).filter((object) => object instanceof Phaser.GameObjects.Text);

/** WebGL clears its canvas when the browser takes the picture: keep it for reading. */
const webgl: Phaser.Types.Core.GameConfig = { type: Phaser.WEBGL, render: { preserveDrawingBuffer: true } };

describe.each([
  ['canvas', {}],
  ['WebGL', webgl],
])('the overlay in %s', (_, config) => {
  it('draws joints and bodies where they are', async () => {
    const { stage, scene, joints } = await openScene({ debug: true }, config);
    linkage(scene);
    joints.pause();
    stage.frames(2);
    expect(lit(scene, 80, 60, 250, 90)).toBeGreaterThan(300);
    expect(lit(scene, 0, 200, 400, 100)).toBe(0);
  });

  // One read per game: Phaser's 2D canvas is not cleared as it should be after it was read (measured in Chromium 156).
  it('draws nothing when it is off again', async () => {
    const { stage, scene, joints } = await openScene({ debug: { labels: 'all' } }, config);
    linkage(scene);
    stage.frames(2);
    joints.debug = false;
    stage.frames(2);
    expect(lit(scene)).toBe(0);
  });

  it('names joints beside them if wanted', async () => {
    const { stage, scene, joints } = await openScene({ debug: { labels: 'all', showBodies: false } }, config);
    joints.attach(scene.add.rectangle(100, 200, 10, 10).setVisible(false), { type: 'static' });
    const weld = joints.create('weld', {
      bodyB: joints.attach(scene.add.circle(100, 100, 5).setVisible(false)),
      anchor: [100, 100],
      id: 'hip',
    });
    stage.frames(2);
    expect(lit(scene, 115, 80, 120, 60)).toBeGreaterThan(40);
    expect(texts(scene).map(({ text }) => text)).toContain('weld hip');
    weld.remove();
    stage.frames(1);
    expect(texts(scene).filter(({ visible }) => visible)).toEqual([]);
  });

  it('has lines as wide on the screen at every zoom', async () => {
    const { stage, scene, joints } = await openScene({ debug: { showBodies: false } }, config);
    linkage(scene);
    scene.cameras.main.setZoom(0.25);
    stage.frames(2);
    expect(joints.debug?.counts.joints).toBe(2);
    expect(lit(scene)).toBeGreaterThan(10);
  });
});

describe('the overlay', () => {
  it('is no draw object and no listener when it is off', async () => {
    const { stage, scene, joints } = await openScene();
    linkage(scene);
    const on = vi.spyOn(World.prototype, 'on');
    const listeners = () => [...scene.events.eventNames()].map((event) => [event, scene.events.listenerCount(event)]);
    const [before, objects] = [listeners(), scene.children.length];
    expect(joints.debug).toBeNull();
    joints.debug = true;
    const stops = on.mock.results.map(({ value }) => value as () => void);
    on.mockRestore();
    expect([overlays(scene).length, stops.length > 0]).toEqual([1, true]);
    stage.frames(2);
    joints.debug = false;
    expect([listeners(), scene.children.length, joints.debug]).toEqual([before, objects, null]);
    stage.frames(2);
  });

  it('lies over everything, and comes back when the display list was emptied', async () => {
    const { stage, scene, joints } = await openScene({ debug: true });
    linkage(scene);
    scene.add.rectangle(200, 150, 400, 300, 0x000000).setDepth(1e6);
    stage.frames(2);
    expect(lit(scene)).toBeGreaterThan(300);
    scene.children.removeAll();
    stage.frames(2);
    expect(overlays(scene).length).toBe(1);
    expect(lit(scene)).toBeGreaterThan(300);
    overlays(scene)[0].destroy();
    stage.frames(2);
    expect(overlays(scene).length).toBe(1);
    expect(lit(scene)).toBeGreaterThan(300);
    expect(joints.debug?.counts.drawn).toBe(2);
  });

  it('draws all that a turned camera sees, and its legend where that camera sees it', async () => {
    const { stage, scene, joints } = await openScene({ debug: { legend: true } }, { width: 600, height: 400 });
    const pin = (x: number, y: number) => {
      const dot = scene.add.circle(x, y, 5).setVisible(false);
      joints.create('pivot', { bodyB: joints.attach(dot), anchor: [x, y] });
    };
    pin(300, 480);
    pin(20, 480);
    const camera = scene.cameras.main.setRotation(Math.PI / 2);
    stage.frames(2);
    // Turned by a quarter, the picture reaches from x = 100 to 500 and from y = −100 to 500.
    expect(joints.debug?.counts).toMatchObject({ joints: 2, drawn: 1 });
    for (const rotation of [0, 0.4, Math.PI / 2, -2]) {
      camera.setRotation(rotation);
      stage.frames(2);
      const written = texts(scene).filter(({ visible }) => visible);
      expect(written.length).toBeGreaterThan(3);
      for (const { x, y, text } of written) {
        const fromMiddle = new Phaser.Math.Vector2(x - 300, y - 200).rotate(rotation);
        expect([text, Math.abs(fromMiddle.x) < 300, Math.abs(fromMiddle.y) < 200]).toEqual([text, true, true]);
      }
    }
  });

  it('has its legend in the corner that it is told, in a quarter of the width', async () => {
    const { stage, scene, joints } = await openScene(
      { debug: { legend: 'bottom-right' } },
      { width: 600, height: 400 },
    );
    joints.create('pivot', { bodyB: joints.attach(scene.add.circle(100, 100, 5)), anchor: [100, 100] });
    stage.frames(2);
    const written = texts(scene).filter(({ visible }) => visible);
    expect(written.length).toBeGreaterThan(3);
    for (const { x, y, text, displayWidth } of written)
      expect([text, x > 442 && x + displayWidth < 600, y > 250 && y < 400]).toEqual([text, true, true]);
    joints.debug = { legend: 'top-left' };
    stage.frames(2);
    for (const { x, y, displayWidth } of texts(scene).filter(({ visible }) => visible))
      expect([x > 0 && x + displayWidth < 158, y > 0 && y < 150]).toEqual([true, true]);
  });

  it('has its legend in one place of the picture, however the camera moves', async () => {
    const { stage, scene, joints } = await openScene({ gravity: [0, 0], debug: { legend: true, labels: 'none' } });
    const sprite = scene.add.rectangle(200, 150, 40, 40);
    const body = joints.attach(sprite, { velocity: [600, 120] });
    joints.create('prismatic', { bodyB: body, axis: [5, 1] });
    const camera = scene.cameras.main;
    const head = () => {
      const corner = camera.getWorldPoint(0, 0);
      const [{ x, y }] = texts(scene).filter(({ visible }) => visible);
      return [Math.round((x - corner.x) * camera.zoom), Math.round((y - corner.y) * camera.zoom)];
    };
    stage.frames(2);
    const place = head();
    const moves: Record<string, () => void> = {
      'scrolled by hand': () => camera.setScroll(300, -100),
      zoomed: () => camera.setZoom(2),
      'zoomed about its corner': () => camera.setOrigin(0, 0).setZoom(0.5),
      following: () => camera.setOrigin(0.5, 0.5).setZoom(1).startFollow(sprite),
      'following late': () => camera.startFollow(sprite, false, 0.2, 0.2),
      'following within bounds': () => camera.setBounds(0, 0, 600, 400),
      'within bounds': () => camera.stopFollow().setScroll(1e4, 1e4),
    };
    for (const [name, move] of Object.entries(moves)) {
      move();
      stage.frames(2);
      for (let i = 0; i < 3; i++) {
        stage.frames(1);
        expect([name, ...head()]).toEqual([name, ...place]);
      }
    }
  });

  it('is on again after a restart if the options say so', async () => {
    const { stage, scene, joints } = await openScene({ debug: { labels: 'none' } });
    scene.scene.restart();
    stage.frames(2);
    expect([overlays(scene).length, joints.debug?.labels]).toEqual([1, 'none']);
  });

  it('shows the joint under the pointer, and refuses a colour that is none', async () => {
    const { stage, scene, joints } = await openScene({ debug: true });
    const { hinge } = linkage(scene);
    stage.frames(1);
    const { left, top } = stage.game.canvas.getBoundingClientRect();
    stage.game.canvas.dispatchEvent(
      new MouseEvent('mousemove', { clientX: left + 100, clientY: top + 96, bubbles: true }),
    );
    stage.frames(2);
    expect(joints.debug?.hovered).toBe(hinge);
    for (const none of [1, null, { labells: 'all' }]) {
      expect(() => (joints.debug = none as never)).toThrow(TenonError);
      expect(joints.debug?.hovered).toBe(hinge);
    }
    expect(() => (joints.debug = { theme: { spring: 'reddish' } })).toThrow(/reddish/);
    expect(overlays(scene)).toEqual([]);
  });

  it('moves with the pictures between two steps', async () => {
    const { stage, scene, joints } = await openScene({
      gravity: [0, 0],
      fixedStep: 1 / 10,
      debug: { theme: { body: '#ff0000' } },
    });
    const sprite = scene.add.rectangle(50, 150, 40, 40).setVisible(false);
    joints.attach(sprite, { velocity: [100, 0] });
    stage.frames(33);
    const left = sprite.x - 20;
    expect(lit(scene, Math.round(left) - 2, 140, 4, 20)).toBeGreaterThan(15);
    expect(lit(scene, Math.round(left) - 12, 140, 8, 20)).toBe(0);
  });
});

describe('a surface of one’s own', () => {
  it.each([
    ['undefined', () => undefined],
    ["Rectangle 'lamp'", (scene: JointsScene) => scene.add.rectangle(0, 0, 9, 9).setName('lamp')],
  ])('refuses %s for a Graphics, when it is made and when it is set', async (came, make) => {
    const { scene } = await openScene();
    const other = make(scene) as never;
    const graphics = scene.add.graphics();
    const surface = new PhaserSurface(graphics);
    for (const call of [() => new PhaserSurface(other), () => (surface.graphics = other)]) {
      expect(call).toThrow(`PhaserSurface.graphics must be a Graphics of Phaser, got ${came}`);
      expect(call).toThrow(TenonError);
    }
    expect(surface.graphics).toBe(graphics);
    surface.graphics = scene.add.graphics();
    expect(surface.graphics).not.toBe(graphics);
  });

  it('has no field that can be misspelt or overwritten', async () => {
    const surface = new PhaserSurface((await openScene()).scene.add.graphics());
    for (const name of ['budget', 'weights', 'down', 'grafics'])
      expect(() => Object.assign(surface, { [name]: 1 })).toThrow(name);
  });
});
