export type { Detail } from './detail';
export type { Debug, Drawable } from './draw-hooks';
export { drawJoint, type JointStyle } from './draw-joint';
export type { Glyph } from './glyphs/glyph';
export { inkCount, inkOf, inkWidth, roles, type Dim, type Ink, type Role, type Weight } from './ink';
export { createPalette, faintRoles, type Palette, type Theme } from './palette';
export { Pen } from './pen';
export type { Align, Box, Surface } from './surface';
