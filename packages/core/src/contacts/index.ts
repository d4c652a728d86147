export type { CollideOptions, Collides } from './collides';
export { combine, materialOf, mayCollide, readCollides } from './collides';
export { ContactSpace, type IntList } from './contact-space';
export type { Motions } from './manifolds';
export { castShape, overlapping, type QueryFilter, type QueryHit, type QueryPlace, raycast } from './queries';
