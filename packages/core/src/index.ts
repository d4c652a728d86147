import { builtInJoints } from './joints/index';
import { registeredTypes } from './world';

for (const [name, type] of Object.entries(builtInJoints)) registeredTypes.set(name, type);

export * from './bare';
export { builtInJoints } from './joints/index';
