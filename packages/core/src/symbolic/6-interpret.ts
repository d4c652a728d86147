import type { Schedule, ScheduledFunction } from './5-schedule';
import { FUNCTION_NAMES, type FunctionName, functions } from './functions';
import type { Id, Operation } from './graph';

/**
 * Sixth stage, as numbers for a machine of registers, where a page forbids code from text: the same operations on the same
 * operands in the same order as the code, hence the same bits.
 */

/** Numbers of an instruction: what to do, where the result goes, up to three operands. */
const WIDTH = 5;
/** Instructions; the functions of `functions` come after, and directions after those, by slot. */
const ADD = 0,
  SUB = 1,
  MUL = 2,
  DIV = 3,
  NEG = 4,
  KEEP = 5,
  LOOK = 6,
  CALL = 7;
const SQRT = CALL + FUNCTION_NAMES.indexOf('sqrt');
/** Bits of an instruction below the slot of a direction. */
const SLOT = 6;

const CODES: Readonly<Record<string, number>> = { '+': ADD, '-': SUB, '*': MUL, '/': DIV, neg: NEG };

/** Inputs, memory and output, in this order: two arrays to four. */
type Interpreted = (first: Float64Array, second: Float64Array, ...more: Float64Array[]) => void;

/** A function of the program that runs without code from text. Its registers are its own: it allocates nothing. */
export function interpreter(program: Schedule, scheduled: ScheduledFunction): Interpreted {
  const { graph, kept, directions, memorySize, paramsSize, stateSize } = program;
  const { name, inputs, nodes, outputs, remembers } = scheduled;
  const isPrepare = name === 'prepare';
  const numbers: number[] = [];
  const registers = new Map<Id, number>();
  const code: number[] = [];

  // Inputs and memory as they come, then numbers, then results.
  const memoryAt = isPrepare ? paramsSize : inputs.length * stateSize;
  let next = memoryAt + memorySize;
  const computed: Id[] = [];
  for (const id of nodes) {
    const node = graph.nodes[id];
    const place = kept.get(id);
    if (!isPrepare && place !== undefined) registers.set(id, memoryAt + place);
    else if (node.kind === 'input') registers.set(id, node.index + (node.from === 'end' ? stateSize : 0));
    else if (node.kind === 'number') {
      registers.set(id, next++);
      numbers.push(node.value);
    } else computed.push(id);
  }
  const numbersAt = next - numbers.length;
  for (const id of computed) {
    const node = graph.nodes[id];
    if (node.kind !== 'operation' && node.kind !== 'direction') continue;
    registers.set(id, next);
    const [a, b, c] = node.args.map((arg) => registers.get(arg) ?? 0);
    const slot = node.kind === 'direction' ? (directions.get(node.slot) ?? 0) : 0;
    const instruction = node.kind === 'operation' ? codeOf(node.operation) : (remembers ? KEEP : LOOK) | (slot << SLOT);
    code.push(instruction, next++, a, b ?? 0, c ?? 0);
  }

  const values = new Float64Array(next);
  values.set(numbers, numbersAt);
  const instructions = Int32Array.from(code);
  const results = Int32Array.from(outputs.flatMap(([place, id]) => [place, registers.get(id) ?? 0]));
  const hasEnd = inputs.length === 2;
  return (first: Float64Array, second: Float64Array, third: Float64Array, fourth: Float64Array) => {
    const memory = hasEnd ? third : second;
    values.set(first, 0);
    if (hasEnd) values.set(second, stateSize);
    values.set(memory, memoryAt);
    run(instructions, values, memory);
    const to = isPrepare ? memory : hasEnd ? fourth : third;
    for (let i = 0; i < results.length; i += 2) to[results[i]] = values[results[i + 1]];
  };
}

function codeOf(operation: Operation): number {
  return CODES[operation] ?? CALL + FUNCTION_NAMES.indexOf(operation as FunctionName);
}

function run(code: Int32Array, r: Float64Array, memory: Float64Array): void {
  for (let i = 0; i < code.length; i += WIDTH) {
    const to = code[i + 1];
    const a = code[i + 2];
    const b = code[i + 3];
    switch (code[i] & ((1 << SLOT) - 1)) {
      case ADD:
        r[to] = r[a] + r[b];
        break;
      case SUB:
        r[to] = r[a] - r[b];
        break;
      case MUL:
        r[to] = r[a] * r[b];
        break;
      case DIV:
        r[to] = r[a] / r[b];
        break;
      case NEG:
        r[to] = -r[a];
        break;
      case SQRT:
        r[to] = Math.sqrt(r[a]);
        break;
      case KEEP: {
        const slot = code[i] >> SLOT;
        if (!(r[b] < r[code[i + 4]])) memory[slot] = r[a] / r[b];
        r[to] = memory[slot];
        break;
      }
      case LOOK:
        r[to] = r[b] < r[code[i + 4]] ? memory[code[i] >> SLOT] : r[a] / r[b];
        break;
      default:
        r[to] = CALLS[code[i] - CALL](r[a], r[b], r[code[i + 4]]);
    }
  }
}

const CALLS: readonly ((...args: number[]) => number)[] = FUNCTION_NAMES.map((name) => functions[name]);
