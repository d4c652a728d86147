import type { BuiltInJoints } from '../joints/index';

/**
 * Joint types by name: what `joints.create('…')` knows. Extend it by declaration merging and `joints.register`,
 * and your own constraint works by name everywhere, with completion.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface, because only interfaces merge
export interface JointRegistry extends BuiltInJoints {}
