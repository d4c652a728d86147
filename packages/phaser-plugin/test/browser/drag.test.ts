import { TenonError } from '@tenon/core';
import type { JointsPlugin } from '@tenon/phaser-plugin';
import { describe, expect, it } from 'vitest';
import { openScene, type JointsScene, type Stage } from './support/stage';

interface Spot {
  stage: Stage;
  x: number;
  y: number;
}

interface MouseOptions {
  target?: EventTarget;
  button?: number;
  buttons?: number;
}

/** A mouse event of the browser at a place of the canvas. */
function mouse(
  type: 'mousedown' | 'mousemove' | 'mouseup',
  { stage, x, y }: Spot,
  { target = stage.game.canvas, button = 0, buttons = type === 'mouseup' ? 0 : 1 }: MouseOptions = {},
) {
  const { left, top } = stage.game.canvas.getBoundingClientRect();
  target.dispatchEvent(
    new MouseEvent(type, { clientX: left + x, clientY: top + y, button, buttons, bubbles: true, cancelable: true }),
  );
}

function finger(type: 'touchstart' | 'touchmove' | 'touchend', { stage, x, y }: Spot, identifier: number) {
  const { left, top } = stage.game.canvas.getBoundingClientRect();
  const { canvas } = stage.game;
  const touch = new Touch({
    identifier,
    target: canvas,
    clientX: left + x,
    clientY: top + y,
    pageX: left + x,
    pageY: top + y,
  });
  canvas.dispatchEvent(new TouchEvent(type, { changedTouches: [touch], bubbles: true, cancelable: true }));
}

async function draggable() {
  const at = await openScene({ gravity: [0, 0] }, { input: { touch: true } });
  const sprite = at.scene.add.rectangle(100, 100, 40, 40);
  const body = at.joints.attach(sprite, { linearDamping: 2 });
  return { ...at, sprite, body };
}

const drags = (joints: JointsPlugin) => [...joints.world.joints].filter(({ type }) => type === 'drag').length;

describe('a pointer', () => {
  it('pulls the body that it is pressed on, until it is let go', async () => {
    const { stage, joints, body } = await draggable();
    joints.drag.enable();
    mouse('mousedown', { stage, x: 110, y: 100 });
    stage.frames(2);
    expect([drags(joints), joints.drag.active]).toEqual([1, [body]]);
    mouse('mousemove', { stage, x: 210, y: 150 });
    stage.frames(90);
    const grabbed = body.toWorld([10, 0]);
    expect(Math.hypot(grabbed.x - 210, grabbed.y - 150)).toBeLessThan(1);
    mouse('mouseup', { stage, x: 210, y: 150 });
    stage.frames(2);
    expect([drags(joints), joints.drag.active]).toEqual([0, []]);
  });

  it('takes nothing beside a body, and nothing before enable or after disable', async () => {
    const { stage, joints } = await draggable();
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(2);
    mouse('mouseup', { stage, x: 100, y: 100 });
    stage.frames(2);
    joints.drag.enable();
    mouse('mousedown', { stage, x: 200, y: 200 });
    stage.frames(2);
    expect(drags(joints)).toBe(0);
    mouse('mouseup', { stage, x: 200, y: 200 });
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(2);
    expect(drags(joints)).toBe(1);
    joints.drag.disable();
    expect([drags(joints), joints.drag.enabled]).toEqual([0, false]);
  });

  it('finds the body under a camera that is scrolled, zoomed and turned, and follows a camera that moves', async () => {
    const { stage, scene, joints, body } = await draggable();
    joints.drag.enable();
    scene.cameras.main.setScroll(30, -20).setZoom(1.5).setRotation(0.3);
    stage.frames(1);
    const { x, y } = onScreen(scene, body.x, body.y);
    mouse('mousedown', { stage, x, y });
    stage.frames(1);
    expect(drags(joints)).toBe(1);
    scene.cameras.main.setScroll(80, -20);
    stage.frames(90);
    expect(body.x).toBeCloseTo(150, 0);
  });

  it.each([0, 0.5])(
    'finds what scrolls by a factor of %d where it is seen, and takes it where the pointer goes',
    async (factor) => {
      const { stage, scene, joints, sprite, body } = await draggable();
      sprite.setScrollFactor(factor, 1);
      joints.drag.enable();
      scene.cameras.main.setScroll(200, 0);
      stage.frames(1);
      mouse('mousedown', { stage, x: 100 - factor * 200, y: 100 });
      stage.frames(1);
      expect(joints.drag.active).toEqual([body]);
      mouse('mousemove', { stage, x: 150 - factor * 200, y: 120 });
      scene.cameras.main.setScroll(260, 0);
      stage.frames(90);
      expect([body.x, body.y]).toEqual([expect.closeTo(150 + factor * 60, 0), expect.closeTo(120, 0)]);
    },
  );

  it('knows that a container scrolls along what lies in it', async () => {
    const { stage, scene, joints, sprite, body } = await draggable();
    scene.add.container(0, 0, [sprite.setScrollFactor(0.5)]).setScrollFactor(0.5);
    joints.drag.enable();
    scene.cameras.main.setScroll(160, 80);
    stage.frames(1);
    mouse('mousedown', { stage, x: 60, y: 80 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([body]);
  });

  it('takes the picture that is on top, within a filter', async () => {
    const { stage, scene, joints, body } = await draggable();
    const above = joints.attach(scene.add.rectangle(100, 100, 30, 30));
    const deep = joints.attach(scene.add.rectangle(100, 100, 30, 30).setDepth(-1));
    joints.drag.enable();
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([above]);
    mouse('mouseup', { stage, x: 100, y: 100 });
    joints.drag.enable({ filter: (candidate) => candidate !== above });
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([body]);
    expect(deep.type).toBe('dynamic');
    mouse('mouseup', { stage, x: 100, y: 100 });
    joints.drag.enable({ filter: (() => undefined) as never }); // nothing is no
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([]);
  });

  it('takes what is drawn last in containers and layers, and passes through what is hidden', async () => {
    const { stage, scene, joints, sprite, body } = await draggable();
    const add = () => scene.add.rectangle(100, 100, 40, 40);
    const [inContainer, childBelow, inLayer] = [add(), add(), add()];
    const above = joints.attach(inContainer);
    joints.attach(childBelow);
    const container = scene.add.container(0, 0, [childBelow, inContainer]);
    const highest = joints.attach(inLayer);
    const layer = scene.add.layer([inLayer]);
    joints.drag.enable();
    const taken = () => {
      mouse('mousedown', { stage, x: 100, y: 100 });
      stage.frames(1);
      const { active } = joints.drag;
      mouse('mouseup', { stage, x: 100, y: 100 });
      stage.frames(1);
      return active;
    };
    expect(taken()).toEqual([highest]);
    layer.setVisible(false);
    expect(taken()).toEqual([above]);
    container.setVisible(false);
    expect(taken()).toEqual([body]);
    sprite.setVisible(false);
    expect(taken()).toEqual([]);
  });

  it('takes with the main button of a mouse, or the one that it was told', async () => {
    const { stage, joints, body } = await draggable();
    joints.drag.enable();
    const spot = { stage, x: 100, y: 100 };
    mouse('mousedown', spot, { button: 2, buttons: 2 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([]);
    mouse('mouseup', spot, { button: 2 });
    mouse('mousedown', spot);
    mouse('mousedown', spot, { button: 2, buttons: 3 });
    mouse('mouseup', spot, { button: 2, buttons: 1 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([body]);
    mouse('mouseup', spot);
    joints.drag.enable({ button: 2 });
    mouse('mousedown', spot, { button: 2, buttons: 2 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([body]);
  });

  it('lets go when it is released beside the canvas, and when the body leaves', async () => {
    const { stage, joints, sprite } = await draggable();
    joints.drag.enable();
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(1);
    mouse('mouseup', { stage, x: -50, y: 100 }, { target: window.top ?? window }); // where Phaser listens
    stage.frames(2);
    expect(drags(joints)).toBe(0);
    mouse('mousedown', { stage, x: 100, y: 100 });
    stage.frames(1);
    sprite.destroy();
    stage.frames(2);
    expect(joints.drag.active).toEqual([]);
  });

  it('pulls no stronger than some weights, so that a chain that hangs is not torn', async () => {
    const { stage, joints, sprite } = await draggable();
    const pin = joints.create('pivot', { bodyB: sprite, anchor: [100, 80] });
    joints.drag.enable({ weights: 5 });
    mouse('mousedown', { stage, x: 100, y: 110 });
    stage.frames(1);
    mouse('mousemove', { stage, x: 390, y: 290 });
    stage.frames(900); // until it hangs still: a swing would pull, too
    expect(pin.reaction.force).toBeLessThan(5.01 * (joints.bodyOf(sprite)?.mass ?? 0) * 9.81);
    expect(pin.reaction.force).toBeGreaterThan(4.99 * (joints.bodyOf(sprite)?.mass ?? 0) * 9.81);
  });

  it('is refused wrong options when they are given, and goes on with those it had', async () => {
    const { joints } = await draggable();
    const enable = (options: object) => () => joints.drag.enable(options);
    for (const [options, message] of [
      [{ weight: 5 }, "drag.enable.weight is no option. Did you mean 'weights'?"],
      [
        null as unknown as object,
        'drag.enable must be an object of options: weights, hertz, dampingRatio, pointers, button, filter, got null',
      ],
      [{ weights: 'x' }, "DragJoint.weights must be a finite number, got 'x'"],
      [{ weights: -1 }, 'DragJoint.weights must be 0 or more, got -1'],
      [{ hertz: -1 }, 'DragJoint.point.spring.hertz must be above 0, got -1'],
      [{ pointers: 1.5 }, 'drag.enable.pointers must be a whole number above 0, got 1.5'],
      [{ button: 'left' }, "drag.enable.button must be the number of a button, got 'left'"],
      [{ filter: true }, 'drag.enable.filter must be a function, got true'],
    ] as const) {
      expect(enable(options)).toThrow(message);
      expect(enable(options)).toThrow(TenonError);
    }
    expect(joints.drag.enabled).toBe(false);
    joints.drag.enable({ weights: 5 });
    expect(enable({ weight: 5 })).toThrow('weight');
    expect(joints.drag.enabled).toBe(true);
  });

  it('goes on with the options that it was given, whatever becomes of them', async () => {
    const { stage, joints, body } = await draggable();
    const options: Record<string, unknown> = { weights: 5, filter: () => true };
    joints.drag.enable(options);
    Object.assign(options, { weights: 'x', filter: 'none', pointers: 0 });
    mouse('mousedown', { stage, x: 110, y: 100 });
    stage.frames(1);
    expect(joints.drag.active).toEqual([body]);
  });

  it('is of one run of its scene: kept beyond it, it cannot be enabled', async () => {
    const { stage, scene, joints } = await draggable();
    const drag = joints.drag.enable();
    scene.scene.restart();
    stage.frames(2);
    expect(drag.enabled).toBe(false);
    expect(() => drag.enable()).toThrow(expect.objectContaining({ code: 'world-destroyed' }));
    expect(joints.drag.enable().enabled).toBe(true);
  });

  it('drags two bodies with two fingers', async () => {
    const { stage, scene, joints, body } = await draggable();
    const second = joints.attach(scene.add.rectangle(250, 200, 40, 40));
    joints.drag.enable({ pointers: 2 });
    stage.frames(1);
    finger('touchstart', { stage, x: 100, y: 100 }, 1);
    finger('touchstart', { stage, x: 250, y: 200 }, 2);
    stage.frames(2);
    expect(new Set(joints.drag.active)).toEqual(new Set([body, second]));
    finger('touchend', { stage, x: 100, y: 100 }, 1);
    stage.frames(2);
    expect(joints.drag.active).toEqual([second]);
  });

  it('drags with no more fingers than it was told, however many there are', async () => {
    const { stage, scene, joints, body } = await draggable();
    joints.attach(scene.add.rectangle(250, 200, 40, 40));
    scene.input.addPointer(2);
    joints.drag.enable({ pointers: 1 });
    stage.frames(1);
    finger('touchstart', { stage, x: 100, y: 100 }, 1);
    finger('touchstart', { stage, x: 250, y: 200 }, 2);
    stage.frames(2);
    expect(joints.drag.active).toEqual([body]);
  });
});

/** Where a world point is on the canvas. */
function onScreen(scene: JointsScene, worldX: number, worldY: number) {
  const { main } = scene.cameras;
  const origin = main.getWorldPoint(0, 0);
  const right = main.getWorldPoint(100, 0);
  const down = main.getWorldPoint(0, 100);
  const [ax, ay] = [(right.x - origin.x) / 100, (right.y - origin.y) / 100];
  const [bx, by] = [(down.x - origin.x) / 100, (down.y - origin.y) / 100];
  const [dx, dy] = [worldX - origin.x, worldY - origin.y];
  const determinant = ax * by - ay * bx;
  return { x: (dx * by - dy * bx) / determinant, y: (ax * dy - ay * dx) / determinant };
}
