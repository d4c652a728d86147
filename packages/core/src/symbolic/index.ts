export { check, type CheckOptions } from './front';
export { type Diagnostic, type DiagnosticCode, formatDiagnostic, type Position, SymbolicError } from './diagnostics';
