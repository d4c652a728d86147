import type { CoordinateView, JointView } from '@tenon/core/view';
import type { Detail } from '../detail';
import type { Pen } from '../pen';

/** Draws one coordinate of a joint, with its laws. */
export type Glyph = (pen: Pen, c: CoordinateView, view: JointView, detail: Detail) => void;
