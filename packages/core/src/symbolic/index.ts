export type { SymbolicParameter, SymbolicRow } from './4-derive';
export { compileToTypeScript, type TypeScriptOptions } from './6-typescript';
export type { Declared, DeclaredBy } from './declared';
export { type Diagnostic, type DiagnosticCode, formatDiagnostic, type Position, SymbolicError } from './diagnostics';
export {
  type AnyState,
  type BodyState,
  evaluate,
  evaluateProgram,
  type Evaluation,
  type State,
  type StateOf,
  type VectorValue,
} from './evaluate';
export { explain } from './explain';
export { check, type CheckOptions } from './front';
export { functions as symbolicFunctions } from './functions';
export type { LawsLayout } from './layout';
export {
  type CompileOptions,
  compileProgram,
  createMemory,
  type ProgramOf,
  type SymbolicDescription,
  type SymbolicProgram,
} from './program';
export { SymbolicConstraint, type SymbolicInstance, type SymbolicOptions } from './symbolic-constraint';
export { symbolic, SymbolicJoint } from './symbolic-joint';
