import type { Color, Object3D } from 'three';
import { isObject } from './kinds';

/** White on it has as much contrast as black (WCAG): what is lighter wants dark strokes. */
const MIDDLE = 0.179;

/** The theme that stands out from what an object is drawn on: its scene's colour, else that to which the canvas is cleared. */
export function themeOn(object: Object3D, clear: Color): 'dark' | 'light' {
  let root = object;
  while (root.parent !== null) root = root.parent;
  const background: unknown = 'background' in root ? root.background : null;
  const { r, g, b } = isColor(background) ? background : clear;
  // Colours of three are linear.
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > MIDDLE ? 'light' : 'dark';
}

function isColor(value: unknown): value is Color {
  return isObject(value) && 'isColor' in value;
}
