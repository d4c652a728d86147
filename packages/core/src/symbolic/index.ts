export { check, type CheckOptions } from './front';
export { type Diagnostic, type DiagnosticCode, formatDiagnostic, type Position, SymbolicError } from './diagnostics';
export type { SymbolicParameter, SymbolicRow } from './4-derive';
export { type BodyState, evaluate, evaluateProgram, type Evaluation, type State, type VectorValue } from './evaluate';
export {
  type CompileOptions,
  compileProgram,
  createMemory,
  type SymbolicDescription,
  type SymbolicProgram,
} from './program';
