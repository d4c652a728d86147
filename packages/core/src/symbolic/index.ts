export { check, type CheckOptions } from './front';
export { type Diagnostic, type DiagnosticCode, formatDiagnostic, type Position, SymbolicError } from './diagnostics';
export { type BodyState, evaluate, evaluateProgram, type Evaluation, type State, type VectorValue } from './evaluate';
export {
  type CompileOptions,
  compileProgram,
  createMemory,
  type SymbolicDescription,
  type SymbolicParameter,
  type SymbolicProgram,
  type SymbolicRow,
} from './program';
