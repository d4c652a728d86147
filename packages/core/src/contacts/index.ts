import type { ContactsPart } from '../simulation/parts';
import { Contacts } from './contacts';

/**
 * Contacts, for `new World({ parts: [direct, contacts] })`: bodies with `collides` touch, push, rub and roll. The `World` of `@tenon/core` has
 * them unless it is told otherwise.
 */
export const contacts: ContactsPart = {
  name: 'contacts',
  create: (lengthUnit, host) => new Contacts(lengthUnit, host),
};
