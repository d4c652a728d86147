import type { CoordinateKind } from '@tenon/core/view';
import { drawAngle } from './angle';
import { drawAxis } from './axis';
import { drawGeneral } from './general';
import type { Glyph } from './glyph';
import { drawLength } from './length';
import { drawPath } from './path';
import { drawPoint } from './point';
import { drawPose } from './pose';
import { drawSum } from './sum';

/** The glyph of every kind of coordinate. */
export const glyphs: Readonly<Record<CoordinateKind, Glyph>> = {
  point: drawPoint,
  angle: drawAngle,
  axis: drawAxis,
  length: drawLength,
  path: drawPath,
  sum: drawSum,
  pose: drawPose,
  general: drawGeneral,
};
