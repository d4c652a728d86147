export { castShape, overlapping, type QueryFilter, type QueryHit, type QueryPlace, raycast } from './queries';
export { type CollideOptions, type Collides, readCollides } from './collides';
export { ContactSpace } from './contact-space';
export type { IntList } from './int-list';
export type { Motions } from './manifolds';
export { restoreContacts, saveContacts } from './saved-contacts';
