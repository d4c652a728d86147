import type { BuiltInJoints } from '../joints/index';

/**
 * Joint types by name: what `joints.create('…')` knows. Extend it by declaration merging and `joints.register`,
 * and your own constraint works by name everywhere, with completion.
 */
export interface JointRegistry extends BuiltInJoints {}
