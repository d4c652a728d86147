import { type Body, capsule, type Joint, polygon, type Shape, type World } from '@tenon/core';
import type { LoadOptions, Scene, SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import type { Frame } from '../frame';
import type { Sign } from '../sign';
import type { Control, Steering } from '../steering';

/** The part of the world that a picture shows, m. */
export interface View {
  readonly centre: SceneVec;
  readonly width: number;
  readonly height: number;
}

/** A word beside a mechanism. */
export interface Caption {
  /** Its middle, m. */
  readonly at: SceneVec;
  readonly text: string;
  /** Said below it, smaller. */
  readonly note?: string;
}

/** What a script is given at every step: the world it runs in, and how metres, y up, are said there. */
export interface Stagehand {
  readonly world: World;
  readonly frame: Frame;
  readonly body: (id: string) => Body;
  /** The joint of that id, or null once it has broken. */
  readonly joint: (id: string) => Joint | null;
  readonly steering: Steering;
  readonly sign: Sign;
}

/** Moves what is driven. `time`: s, at the end of the step to come. */
export type Script = (time: number, dt: number) => void;

/** Sliders for one law of some joints, all set together. */
export interface Sliders {
  readonly label: string;
  readonly joints: readonly string[];
  readonly coordinate: string;
  readonly law: 'lock' | 'limits' | 'spring' | 'motor' | 'friction';
}

/** One mechanism, described once, in metres and with y up, for every engine. */
export interface Example {
  /** As in the address. */
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in a sentence. */
  readonly text: string;
  readonly view: View;
  /** Id of a body with which the view goes. */
  readonly follow?: string;
  /** What one steers it by. */
  readonly controls?: readonly Control[];
  readonly captions?: readonly Caption[];
  /** A text in the symbolic language, shown beside the picture with what the compiler makes of it. */
  readonly program?: string;
  /** The same example for a picture of this width : height, if one view does not suit all; equal ones are one object. */
  readonly arranged?: (aspect: number) => Example;
  /** Joint types of its own that the scene has. */
  readonly types?: LoadOptions['types'];
  readonly scene: () => Scene;
  /** Called once per loaded scene; what it returns runs before every step. */
  readonly script?: (stagehand: Stagehand) => Script;
  readonly sliders: readonly Sliders[];
  /** Largest gap of a locked coordinate that ten seconds may show: m, rad. */
  readonly budget: { readonly length: number; readonly angle: number };
}

/** A scene in the earth's gravity. */
export function sceneOf(
  bodies: readonly SceneBody[],
  joints: readonly SceneJoint[],
  settings: Partial<Scene> = {},
): Scene {
  return { schema: 'tenon-scene/1', gravity: [0, -9.81], ...settings, bodies, joints };
}

/** The motor of a joint's coordinate of that name, else of its first; null where it has none, or the joint has left. */
export function motorOf(joint: Joint | null, name = joint?.coordinates[0]?.name) {
  const coordinate = joint?.coordinates.find((one) => one.name === name);
  return coordinate !== undefined && 'motor' in coordinate ? coordinate.motor : null;
}

/** True while a pointer pulls it. */
export function isInHand({ joints }: Body): boolean {
  return [...joints].some(({ type }) => type === 'drag');
}

/** A polygon with its corners where they are given: a shape's origin is its centre of mass. */
export function polygonAt(
  corners: readonly SceneVec[],
  radius = 0,
): { readonly position: SceneVec; readonly shape: Shape } {
  const shape = polygon(corners, radius);
  const [x, y] = shape.type === 'polygon' ? shape.vertices[0] : [0, 0];
  return { position: [corners[0][0] - x, corners[0][1] - y], shape };
}

/** A bar with round ends from one point to another. */
export function barAt([ax, ay]: SceneVec, [bx, by]: SceneVec, radius: number) {
  return {
    position: [(ax + bx) / 2, (ay + by) / 2] as const,
    angle: Math.atan2(by - ay, bx - ax),
    shape: capsule(Math.hypot(bx - ax, by - ay), radius),
  };
}
