import { fitCamera, JointsHelper, ThreeJoints } from '@tenon/three-adapter';
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  Scene,
  ShapeUtils,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { World } from '@tenon/core';
import type { Example } from '../examples/example';
import type { Figure } from '../figures/figure';
import { background } from '../figures/paint';
import type { Frame } from '../frame';
import { Sign } from '../sign';
import { Steering } from '../steering';
import { type Cast, loadCast } from './cast';
import { CordMesh } from './cord-mesh';
import { followSize, type Size } from './follow-size';
import { shownPose } from './shown-pose';
import { errorOf, PULL, type Stage } from './stage';

/** Metres, y up: as the examples are written. */
const frame: Frame = { scale: 1, flipY: false };

/** An example in three.js: a mesh per body, moved by `ThreeJoints`. */
export class ThreeStage implements Stage {
  readonly engine = 'three';
  readonly frame = frame;
  readonly steering = new Steering();
  readonly sign = new Sign();
  readonly #renderer = new WebGLRenderer({ antialias: true });
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #material = new MeshBasicMaterial({
    vertexColors: true,
    depthTest: false,
    depthWrite: false,
    transparent: true,
    toneMapped: false,
  });
  readonly #unfollow: () => void;
  #example: Example | null = null;
  #cast: Cast | null = null;
  #joints: ThreeJoints | null = null;
  #helper: JointsHelper | null = null;
  #cords: CordMesh | null = null;
  #size: Size = { width: 1, height: 1, pixelRatio: 1 };
  #overlay = false;
  #paused = false;

  constructor(parent: HTMLElement) {
    this.#scene.background = new Color(background);
    this.#camera.position.z = 10;
    const { domElement } = this.#renderer;
    parent.append(domElement);
    this.#unfollow = followSize(parent, (size) => this.#resize(size));
  }

  get world(): World {
    return this.#shown.world;
  }

  get paused(): boolean {
    return this.#paused;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    if (this.#joints === null) return;
    this.#joints.paused = paused;
    this.#joints.interpolate = !paused; // a world at rest is shown as it is
  }

  get overlay(): boolean {
    return this.#overlay;
  }

  set overlay(wanted: boolean) {
    this.#overlay = wanted;
    this.#helper?.dispose();
    this.#helper = null;
    if (!wanted || this.#joints === null) return;
    this.#helper = new JointsHelper(this.#joints, {
      camera: this.#camera,
      pixelHeight: () => this.#size.height,
      lengthName: 'm',
    });
    this.#scene.add(this.#helper);
  }

  show(example: Example): Promise<void> {
    this.#clear();
    try {
      this.#fill(example);
    } catch (error) {
      this.#clear();
      return Promise.reject(errorOf(error));
    }
    this.#renderer.setAnimationLoop(() => this.#draw());
    return Promise.resolve();
  }

  #fill(example: Example): void {
    const cast = loadCast(example, frame, undefined, this.steering, this.sign);
    const joints = new ThreeJoints({ world: cast.world });
    this.#example = example;
    this.#cast = cast;
    this.#joints = joints;
    joints.drag.enable({ camera: this.#camera, domElement: this.#renderer.domElement, weights: PULL });
    this.#cords = new CordMesh(cast, this.#material);
    const meshes = [...cast.back, this.#cords, ...cast.front].map((part): Object3D => {
      if (part instanceof CordMesh) return part;
      const mesh = new Mesh(geometryOf(part.figure), this.#material);
      mesh.name = part.body.id;
      mesh.position.set(part.body.x, part.body.y, 0);
      mesh.rotation.z = part.body.angle;
      this.#scene.add(mesh);
      joints.attach(mesh, { body: part.body });
      return mesh;
    });
    this.#scene.add(this.#cords);
    for (const [order, mesh] of meshes.entries()) mesh.renderOrder = order;
    this.paused = this.#paused;
    this.overlay = this.#overlay;
    this.#fit();
  }

  step(): void {
    this.#shown.step();
  }

  drawnAt(id: string): readonly [x: number, y: number] | null {
    const mesh = this.#scene.getObjectByName(id);
    if (mesh === undefined) return null;
    const { x, y } = place.copy(mesh.position).project(this.#camera);
    return [((x + 1) / 2) * this.#size.width, ((1 - y) / 2) * this.#size.height];
  }

  dispose(): void {
    this.#unfollow();
    this.#clear();
    this.#material.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.#renderer.domElement.remove();
  }

  get #shown(): ThreeJoints {
    if (this.#joints === null) throw new Error('no example is shown');
    return this.#joints;
  }

  /** Nothing is shown and nothing runs. */
  #clear(): void {
    this.#renderer.setAnimationLoop(null);
    this.#helper?.dispose();
    this.#helper = null;
    this.#joints?.dispose();
    this.#joints = null;
    this.#cords = null;
    this.#cast?.world.destroy();
    this.#cast = null;
    for (const child of [...this.#scene.children]) {
      if (child instanceof Mesh) (child.geometry as BufferGeometry).dispose();
      child.removeFromParent();
    }
  }

  #draw(): void {
    try {
      this.#joints?.update();
    } catch (error) {
      this.#renderer.setAnimationLoop(null); // said once, not in every frame
      throw error;
    }
    this.#cords?.draw(this.#paused);
    this.#look();
    this.#renderer.render(this.#scene, this.#camera);
  }

  #resize(size: Size): void {
    this.#size = size;
    this.#renderer.setPixelRatio(size.pixelRatio);
    this.#renderer.setSize(size.width, size.height);
    this.#fit();
  }

  #fit(): void {
    if (this.#example === null) return;
    const { width, height } = this.#example.view;
    fitCamera(this.#camera, { width, height }, this.#size.width / this.#size.height);
    this.#look();
  }

  #look(): void {
    if (this.#cast === null) return;
    const [x, y] = this.#cast.centre.at(shownPose(this.#paused));
    this.#camera.position.set(x, y, this.#camera.position.z);
    this.#camera.updateMatrixWorld();
  }
}

const place = new Vector3();
const color = new Color();

/** The patches of a figure as coloured triangles, the lowest first. */
function geometryOf(figure: Figure): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  for (const patch of figure) {
    const outline = patch.points.map(([x, y]) => new Vector2(x, y));
    // Triangles that face the camera whichever way round the outline runs.
    if (ShapeUtils.isClockWise(outline)) outline.reverse();
    color.setHex(patch.color);
    for (const corner of ShapeUtils.triangulateShape(outline, []).flat()) {
      positions.push(outline[corner].x, outline[corner].y, 0);
      colors.push(color.r, color.g, color.b);
    }
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('color', new Float32BufferAttribute(colors, 3));
}
