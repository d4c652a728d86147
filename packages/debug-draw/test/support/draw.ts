import type { JointView } from '@tenon/core/view';
import { drawJoint, type JointStyle } from '../../src/draw-joint';
import { createPalette } from '../../src/palette';
import { Pen } from '../../src/pen';
import { RecordingSurface, type Segment } from './recording-surface';

const palette = createPalette('dark');

/** The segments of one joint. */
export function drawn(
  view: JointView,
  style: JointStyle = {},
  surface: RecordingSurface = new RecordingSurface(),
): Segment[] {
  const pen = new Pen(surface);
  pen.begin();
  drawJoint(pen, view, style);
  pen.end(palette);
  return surface.segments;
}
