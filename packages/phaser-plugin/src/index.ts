export type { AttachOptions } from './body-sync';
export type { PlacedObject } from './game-object';
export type { JointsOptions } from './joints-options';
export type { JointsPlugin } from './joints-plugin';
export { PhaserSurface } from './phaser-surface';
export type { PointerDrag, PointerDragOptions } from './pointer-drag';
export { textureAnchor } from './sprite-anchors';
export { TenonPlugin } from './tenon-plugin';
export type { WithGameObjects } from './with-game-objects';
