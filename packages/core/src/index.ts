import { contacts } from './contacts/index';
import { direct } from './direct/index';
import { fast } from './fast/index';
import { builtInJoints } from './joints/index';
import { defaultParts, registeredTypes } from './world/world';

for (const [name, type] of Object.entries(builtInJoints)) registeredTypes.set(name, type);
defaultParts.push(direct, contacts, fast);

export * from './bare';
export { contacts } from './contacts/index';
export { direct } from './direct/index';
export { fast } from './fast/index';
export { builtInJoints } from './joints/index';
