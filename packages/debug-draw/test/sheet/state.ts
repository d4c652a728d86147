import type { JointView } from '@tenon/core/view';
import type { Outline } from '../../src/draw-body';

/** A body behind a joint: its outline and its pose. */
export interface Shape {
  outline: Outline;
  x: number;
  y: number;
  angle: number;
}

/** One picture of the sheet: a joint in some state, with the bodies behind it. Pixels, y down, about ±50 × ±40. */
export interface State {
  label: string;
  view: JointView;
  shapes: Shape[];
  mark?: 'hovered' | 'selected';
}

export interface Row {
  name: string;
  states: State[];
}

export function box(x: number, y: number, width: number, height: number, angle = 0): Shape {
  return { outline: { type: 'box', width, height }, x, y, angle };
}

export function disc(x: number, y: number, radius: number, angle = 0): Shape {
  return { outline: { type: 'disc', radius }, x, y, angle };
}

/** A point at `distance` from another, in a direction. */
export function polar(from: readonly [number, number], distance: number, angle: number): [number, number] {
  return [from[0] + distance * Math.cos(angle), from[1] + distance * Math.sin(angle)];
}
