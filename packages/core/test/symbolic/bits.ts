import { type CompileOptions, compileProgram, createMemory, type SymbolicProgram } from '@tenon/core/symbolic';

/** Everything that a program computes at a few poses, bit by bit: what its functions write, and what they remember. */
export function bitsOf(program: SymbolicProgram): string {
  const memory = createMemory(program);
  const results: Float64Array[] = [];
  for (let round = 0; round < 4; round++) {
    const params = numbers(program.paramsSize, round);
    const [start, end] = [0, 1].map((k) => poses(program, 10 * round + k));
    program.prepare(params, memory);
    for (const write of [
      (out: Float64Array) => program.measureLaws(start, memory, out),
      (out: Float64Array) => program.measure(start, memory, out),
      (out: Float64Array) => program.measureMean(start, end, memory, out),
    ]) {
      const out = new Float64Array(Math.max(program.outSize, program.laws.size));
      write(out);
      results.push(out);
    }
    results.push(memory.slice());
  }
  const bytes = results.flatMap((out) => [...new BigUint64Array(out.buffer)]);
  return bytes.map((word) => word.toString(16)).join(' ');
}

export const bitsOfSource = (source: string, options: CompileOptions): string =>
  bitsOf(compileProgram<string>(source, { units: 'off', ...options }));

/** Between −2 and 2, never 0; the third round brings bodies to one point. */
function numbers(count: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => ((i * 1237 + seed * 7919 + 331) % 4001) / 1000 - 2);
}

function poses({ stateSize, bodies }: SymbolicProgram, seed: number): Float64Array {
  const state = numbers(stateSize, seed);
  for (let slot = 0; slot < bodies.length; slot++) {
    if (seed >= 30) state.set([0.5, 0.25], 5 * slot);
    const angle = state[5 * slot + 4];
    // Any numbers will do for cosine and sine: the back ends must agree, not the pose be a pose.
    state.set([1 - (angle * angle) / 2, angle], 5 * slot + 2);
  }
  return state;
}
