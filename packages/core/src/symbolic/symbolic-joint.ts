import { refuse } from '../base/error';
import type { JointType } from '../joint/joint-type';
import { generalType } from '../user/general-type';
import { type CompileOptions, compileProgram, type ProgramOf, type SymbolicProgram } from './program';
import { LABEL, programType, TYPE_NAME } from './program-type';
import { SymbolicConstraint, type SymbolicInstance, type SymbolicOptions } from './symbolic-constraint';

const compiled = new Map<string, SymbolicProgram>();

/** The program of a text: the same one each time, so that all its constraints share their records. */
function programOf(source: string, { mode = 'auto', units = 'warn' }: CompileOptions): SymbolicProgram {
  const key = `${mode} ${units} ${source}`;
  const program = compiled.get(key) ?? compileProgram<string>(source, { mode, units });
  compiled.set(key, program);
  return program;
}

/**
 * A constraint of a program, in no world yet: `world.add(symbolic('body a, b …', { a, b, length: 2 }))`. Bodies and parameters are options and
 * properties by their names, and can be set by `setBody`, `setVector`, `setScalar` as well; what is left out may follow until it is added.
 * Throws `SymbolicError` for a program with an error.
 */
export function symbolic<const Source extends string>(
  source: Source,
  options?: SymbolicOptions<ProgramOf<Source>>,
  compile?: CompileOptions,
): SymbolicInstance<ProgramOf<Source>>;
export function symbolic(
  source: string,
  options: SymbolicOptions = {},
  compile: CompileOptions = {},
): SymbolicInstance {
  return new SymbolicConstraint(programOf(source, compile), options);
}

/** For `types` of a world and `loadScene`: makes the constraints of programs that a scene or a portable snapshot holds, with their texts. */
export const SymbolicJoint: JointType = /* @__PURE__ */ generalType({
  name: TYPE_NAME,
  label: LABEL,
  bodies: 1,
  rows: { value: 'number' },
  locked: false,
  own: 0,
  measuresMean: true,
  flat: ['source', 'values'],
  variant({ source }) {
    if (typeof source !== 'string') refuse('option-missing', `${LABEL}.source`, 'be the text of a program', source);
    return programType(programOf(source, {})).type;
  },
  facade: (base) => base,
  place: () => undefined,
  measure: () => undefined,
});
