import { box } from '@tenon/core';
import { BoxGeometry, Color, Mesh, MeshBasicMaterial, PerspectiveCamera, PlaneGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { JointsHelper, type JointsHelperOptions, ThreeJoints } from '../../src/index';
import { createStage, type Stage } from './stage';

const DARK = 0x11161d;

/** An arm hinged to the world at the origin, with a motor and limits. */
function hinged(stage: Stage, options: JointsHelperOptions = {}) {
  const joints = new ThreeJoints({ gravity: [0, 0] });
  const arm = new Mesh(new BoxGeometry(2, 0.4, 0.4), new MeshBasicMaterial({ color: 0x224466 }));
  arm.position.set(1, 0, 0);
  stage.scene.add(arm);
  joints.attach(arm, { shape: box(2, 0.4) });
  const hinge = joints.create('pivot', {
    bodyB: arm,
    anchor: [0, 0],
    angle: { limits: [-1, 1], motor: { speed: 2, maxTorque: 40 } },
  });
  const helper = new JointsHelper(joints, options);
  stage.scene.add(helper);
  return { joints, arm, hinge, helper };
}

function inked(pixels: number[], ...plain: number[]): number {
  return pixels.filter((pixel) => !plain.includes(pixel)).length;
}

describe('the helper', () => {
  it('draws the joint where it is, and moves with it', () => {
    const stage = createStage();
    const { joints, hinge, helper, arm } = hinged(stage);
    arm.visible = false;
    stage.render();
    stage.render();
    expect(inked(stage.around(0, 0, 15), DARK)).toBeGreaterThan(40);
    expect(stage.around(-2, -2, 15).every((pixel) => pixel === DARK)).toBe(true);
    hinge.remove();
    joints.create('pivot', { bodyB: arm, anchor: [-2, -2] });
    joints.update(1 / 60);
    stage.render();
    expect(inked(stage.around(-2, -2, 15), DARK)).toBeGreaterThan(20);
    // The outline of the arm is still there, the hinge is not.
    expect(inked(stage.around(-0.2, 0, 6), DARK)).toBe(0);
    expect(helper.geometry.drawRange.count).toBeGreaterThan(0);
  });

  it('is drawn over opaque and transparent things in front of it, in the exact colours of its palette', () => {
    const stage = createStage();
    const { helper } = hinged(stage);
    for (const [z, material] of [
      [3, new MeshBasicMaterial({ color: 0x555555 })],
      [4, new MeshBasicMaterial({ color: 0x999999, transparent: true, opacity: 0.5 })],
    ] as const) {
      const wall = new Mesh(new PlaneGeometry(8, 6), material);
      wall.position.z = z;
      stage.scene.add(wall);
    }
    stage.render();
    stage.render();
    const colors = new Set(stage.around(0, 0, 60));
    const palette = new Set(helper.debug.palette.rgb);
    const exact = [...colors].filter((color) => palette.has(color));
    expect(exact.length).toBeGreaterThanOrEqual(2);
    // One flat colour behind, and nothing else that the palette does not have but for a rounding of linear bytes.
    for (const color of colors) {
      const isNear = [...palette].some((known) => channelsDiffer(known, color) <= 6);
      expect(isNear || color === stage.pixel(-3, -2)).toBe(true);
    }
  });

  it('takes its theme from the background, unless it is given one', () => {
    const light = createStage({ background: 0xf4f6f8 });
    const { helper } = hinged(light);
    light.render();
    expect(helper.debug.theme).toBe('light');
    light.render();
    const palette = new Set(helper.debug.palette.rgb);
    expect(light.around(0, 0, 15).filter((color) => palette.has(color)).length).toBeGreaterThan(20);
    light.scene.background = new Color(0x203040);
    light.render();
    expect(helper.debug.theme).toBe('dark');
    light.scene.background = null;
    light.renderer.setClearColor(0xffffff);
    light.render();
    light.render();
    expect(helper.debug.theme).toBe('light');
    helper.debug.theme = 'dark';
    light.render();
    expect(helper.debug.theme).toBe('dark');
    const given = hinged(light, { theme: 'dark' });
    light.render();
    light.render();
    expect(given.helper.debug.theme).toBe('dark');
  });

  it('gives signs one size on the screen, in whatever camera', () => {
    const stage = createStage({ width: 400, height: 400 });
    const { helper } = hinged(stage, { showBodies: false });
    const sizes: number[] = [];
    const wide = new PerspectiveCamera(50, 1, 0.1, 200);
    const narrow = new PerspectiveCamera(30, 1, 0.1, 200);
    const zoomed = new PerspectiveCamera(50, 1, 0.1, 200);
    zoomed.zoom = 2;
    zoomed.updateProjectionMatrix();
    for (const camera of [stage.camera, wide, narrow, zoomed]) {
      // All of them show 6 units, so a pixel is as large in each.
      if (camera instanceof PerspectiveCamera) {
        camera.position.z = (3 * camera.zoom) / Math.tan((camera.fov * Math.PI) / 360);
      }
      // The camera that draws is learned from its first picture.
      stage.renderer.render(stage.scene, camera);
      stage.renderer.render(stage.scene, camera);
      sizes.push(pixelsOf(helper, 6 / 400));
    }
    expect(sizes[0]).toBeGreaterThan(10);
    for (const size of sizes) expect(size).toBeCloseTo(sizes[0], 3);
    const small = createStage({ width: 400, height: 200 });
    small.renderer.render(stage.scene, stage.camera);
    small.renderer.render(stage.scene, stage.camera);
    // Half as many pixels for 6 units: signs are twice as large in the world.
    expect(pixelsOf(helper, 6 / 200)).toBeCloseTo(sizes[0], 3);
  });

  it('has its legend in the picture of a tilted camera and of a turned one', () => {
    const stage = createStage({ width: 800, height: 500 });
    const { helper } = hinged(stage, { legend: true, showBodies: false });
    const camera = new PerspectiveCamera(50, 1.6, 0.1, 100);
    const onScreen = new Vector3();
    for (const [x, y, z, up] of [
      [0, 0, 13, 0],
      [4, 3, 13, 0],
      [-9, 2, 9, 0],
      [0, 0, 13, Math.PI / 4],
      [0, 0, 13, 2],
    ]) {
      camera.up.set(Math.sin(up), Math.cos(up), 0);
      camera.position.set(x, y, z);
      camera.lookAt(0, 0, 0);
      stage.renderer.render(stage.scene, camera);
      stage.renderer.render(stage.scene, camera);
      const { position } = helper.geometry.attributes;
      let farthest = 0;
      for (let i = 0; i < helper.geometry.drawRange.count; i++) {
        onScreen.fromBufferAttribute(position, i).project(camera);
        farthest = Math.max(farthest, Math.abs(onScreen.x), Math.abs(onScreen.y));
      }
      expect(farthest).toBeLessThan(1);
      expect(helper.geometry.drawRange.count).toBeGreaterThan(500);
    }
  });

  it('uploads nothing when nothing has changed, only what is in use when something has, and nothing while hidden', () => {
    const stage = createStage();
    const { joints, helper } = hinged(stage, { camera: stage.camera, pixelHeight: () => 300 });
    stage.render();
    const uploads = countUploads(stage);
    stage.render();
    stage.render();
    expect(uploads.bytes).toBe(0);
    joints.update(1 / 60);
    stage.render();
    stage.render();
    const vertices = helper.geometry.drawRange.count;
    expect(uploads.bytes).toBe(vertices * (12 + 4));
    expect(vertices).toBeLessThan(4096);
    helper.visible = false;
    joints.update(1 / 60);
    stage.render();
    expect(uploads.bytes).toBe(vertices * (12 + 4));
  });

  it('grows as it must, and after dispose no geometry and no buffer is left', () => {
    const stage = createStage();
    const { memory } = stage.renderer.info;
    const buffers = countBuffers(stage);
    const { joints, helper, arm } = hinged(stage, { capacity: 16, camera: stage.camera, pixelHeight: () => 300 });
    stage.render();
    for (let i = 0; i < 100; i++) joints.create('pivot', { bodyB: arm, anchor: [(i % 20) / 10, i / 100] });
    joints.update(1 / 60);
    stage.render();
    expect(helper.geometry.drawRange.count).toBeGreaterThan(500);
    expect(inked(stage.around(1, 0.5, 20), DARK, 0x224466)).toBeGreaterThan(20);
    expect(memory.geometries).toBe(2);
    helper.dispose();
    helper.dispose();
    arm.removeFromParent();
    arm.geometry.dispose();
    arm.material.dispose();
    joints.dispose();
    stage.render();
    expect(memory.geometries).toBe(0);
    expect(memory.textures).toBe(0);
    expect(buffers.alive).toBe(0);
    expect(stage.renderer.info.programs?.length).toBe(0);
    expect(joints.world.joints.size).toBe(0);
  });

  it('is hit by no ray', () => {
    const stage = createStage();
    const { helper } = hinged(stage);
    stage.render();
    expect(() => helper.raycast()).not.toThrow();
  });

  it('for the eye: a hinge, a rope, a spring and a rail in one picture', async () => {
    const stage = createStage({ width: 800, height: 500, worldHeight: 8 });
    const joints = new ThreeJoints();
    const crate = (x: number, y: number, color: number) => {
      const mesh = new Mesh(new BoxGeometry(1, 0.6, 0.6), new MeshBasicMaterial({ color }));
      mesh.position.set(x, y, 0);
      stage.scene.add(mesh);
      joints.attach(mesh, { shape: box(1, 0.6) });
      return mesh;
    };
    const hinged = crate(-3.5, 2, 0x2b4a6f);
    joints.create('pivot', {
      bodyB: hinged,
      anchor: [-4.5, 2],
      angle: { limits: [-0.8, 0.8], motor: { speed: 1, maxTorque: 5 } },
    });
    const roped = crate(-1, 0, 0x6f4a2b);
    joints.create('distance', { bodyB: roped, localAnchorA: [-1, 3], length: { limits: [0, 2.5] } });
    const sprung = crate(1.5, 1, 0x2b6f4a);
    joints.create('distance', {
      bodyB: sprung,
      localAnchorA: [1.5, 3],
      length: { spring: { hertz: 1, dampingRatio: 0.3 } },
    });
    const railed = crate(4, 0, 0x5a2b6f);
    joints.create('prismatic', { bodyB: railed, anchor: [4, 0], axis: [0, 1], slide: { limits: [-1.5, 1.5] } });
    const helper = new JointsHelper(joints, { camera: stage.camera, pixelHeight: () => 500 });
    stage.scene.add(helper);
    for (let i = 0; i < 90; i++) joints.update(1 / 60);
    stage.render();
    expect(helper.debug.counts.drawn).toBe(4);
    await page.viewport(800, 500);
    await page.screenshot({ path: '../../node_modules/.eye/three-helper.png' });
  });
});

/** Height of what is drawn, in pixels. */
function pixelsOf({ geometry }: JointsHelper, unitsPerPixel: number): number {
  const { position } = geometry.attributes;
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < geometry.drawRange.count; i++) {
    least = Math.min(least, position.getY(i));
    most = Math.max(most, position.getY(i));
  }
  return (most - least) / unitsPerPixel;
}

function channelsDiffer(a: number, b: number): number {
  return Math.max(...[16, 8, 0].map((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255))));
}

/** Bytes that went to vertex buffers from now on. */
function countUploads({ renderer }: Stage): { bytes: number } {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const uploads = { bytes: 0 };
  const bufferData = gl.bufferData.bind(gl) as (...given: unknown[]) => void;
  const bufferSubData = gl.bufferSubData.bind(gl) as (...given: unknown[]) => void;
  Object.assign(gl, {
    bufferData(...given: unknown[]) {
      uploads.bytes += (given[1] as ArrayBufferView).byteLength;
      bufferData(...given);
    },
    bufferSubData(...given: unknown[]) {
      const array = given[2] as Uint8Array;
      uploads.bytes += given[4] === undefined ? array.byteLength : (given[4] as number) * array.BYTES_PER_ELEMENT;
      bufferSubData(...given);
    },
  });
  return uploads;
}

/** Buffers made and not deleted from now on. */
function countBuffers({ renderer }: Stage): { alive: number } {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const buffers = { alive: 0 };
  const createBuffer = gl.createBuffer.bind(gl);
  const deleteBuffer = gl.deleteBuffer.bind(gl);
  Object.assign(gl, {
    createBuffer() {
      buffers.alive++;
      return createBuffer();
    },
    deleteBuffer(buffer: WebGLBuffer | null) {
      if (buffer !== null) buffers.alive--;
      deleteBuffer(buffer);
    },
  });
  return buffers;
}
