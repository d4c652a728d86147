import type { Schedule, ScheduledFunction } from './5-schedule';
import { type FunctionName, functions } from './functions';
import type { Id } from './graph';

/**
 * Sixth stage, as code: one statement for each node, in the order of the graph. Nothing of the text gets into it: names are
 * numbers of nodes, numbers are printed by the compiler.
 */

const ARRAYS = { params: 'p', start: 'a', end: 'b' };
/** Short names of arrays beside the inputs: memory, output, functions. */
const MEMORY = 'm';
const OUTPUT = 'o';
const CALLED = 'f';

/** Arguments of a function, as they are called in its body. */
export function argumentsOf({ name, inputs }: ScheduledFunction): string[] {
  return [...inputs.map((input) => ARRAYS[input]), MEMORY, ...(name === 'prepare' ? [] : [OUTPUT])];
}

/** Statements of a function of the program; `sure` follows what is read from an array, as TypeScript may want it. */
export function bodyOf(
  { graph, kept, directions }: Schedule,
  { name, nodes, outputs, remembers }: ScheduledFunction,
  sure = '',
): string[] {
  const lines: string[] = [];
  const isPrepare = name === 'prepare';
  const term = (id: Id): string => {
    const value = graph.numberOf(id);
    return value === null ? `n${id}` : value < 0 ? `(${value})` : `${value}`;
  };
  for (const id of nodes) {
    const node = graph.nodes[id];
    if (node.kind === 'number') continue;
    lines.push(`const n${id} = ${written(id)};`);
  }
  const target = isPrepare ? MEMORY : OUTPUT;
  for (const [place, id] of outputs) lines.push(`${target}[${place}] = ${term(id)};`);
  return lines;

  function written(id: Id): string {
    const node = graph.nodes[id];
    const place = kept.get(id);
    if (!isPrepare && place !== undefined) return `${MEMORY}[${place}]${sure}`;
    if (node.kind === 'number') return term(id);
    if (node.kind === 'input') return `${ARRAYS[node.from]}[${node.index}]${sure}`;
    const args = node.args.map(term);
    if (node.kind === 'operation') {
      const { operation } = node;
      if (operation === 'neg') return `-${args[0]}`;
      return operation in functions ? called(operation as FunctionName, args) : args.join(` ${operation} `);
    }
    const [component, length, threshold] = args;
    const slot = `${MEMORY}[${directions.get(node.slot) ?? 0}]`;
    const now = `${component} / ${length}`;
    return `${length} < ${threshold} ? ${slot}${sure} : ${remembers ? `(${slot} = ${now})` : now}`;
  }
}

/** What every engine computes alike is taken from it. */
function called(name: FunctionName, args: readonly string[]): string {
  const isExact = name === 'sqrt' || name === 'abs' || name === 'min' || name === 'max' || name === 'sign';
  return `${isExact ? 'Math' : CALLED}.${name}(${args.join(', ')})`;
}
