import type { JointView } from '@tenon/core/view';
import type { Role } from '../../src/ink';
import { Overlay } from '../../src/overlay';
import type { OverlayOptions } from '../../src/overlay-options';
import { on, Sketch } from '../../src/sketch';
import { MadeUpWorld } from './made-up-world';
import { RecordingSurface } from './recording-surface';

/** An arm of 30 px, hinged to the world. */
export function hinge(x: number, y: number, fields: Partial<JointView> = {}): JointView {
  const sketch = new Sketch('pivot', fields).world().body([x + 30, y], { radius: 16 });
  on(sketch.coordinate('angle', 'angle', [x, y], [x, y], { value: 0.5 }).laws.limits, { lower: -1, upper: 1 });
  on(sketch.coordinate('point', 'point', [x, y], [x, y]).laws.lock, { force: 410, cap: 500 });
  return sketch.view;
}

/** An overlay over these joints, with its world and what it drew. */
export function overlay(views: JointView[], options: OverlayOptions = {}, surface = new RecordingSurface()) {
  const world = new MadeUpWorld(views);
  return { world, surface, debug: new Overlay(world, surface, options) };
}

/** Segments of a role that were drawn. */
export const countOf = (surface: RecordingSurface, role: Role) =>
  surface.segments.filter((s) => s.role === role).length;
