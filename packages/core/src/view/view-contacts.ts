import { instanceOf } from '../base/check';
import type { ContactView } from '../contacts/contact-views';
import { World } from '../world/world';

/**
 * Calls `visit` with a view of every two convex pieces that touch, in the order of age of their bodies, filled anew in the same record each time: points, normal and
 * forces for overlays. None in a world without contacts.
 */
export function viewContacts(world: World, visit: (view: ContactView) => void): void {
  instanceOf('viewContacts.world', world, World, 'a World');
  instanceOf('viewContacts.visit', visit, Function, 'a function');
  world.contactSolver?.forEachContact(world.store, world.lastStep, visit);
}
