import { evaluate } from '@tenon/core/symbolic';
import { bitsOfSource } from './bits';

/** Run by a Node that makes no code from strings: prints whether that is so, and what programs compute there. */

function isForbidden(): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- asks whether it is allowed
    new Function('return 1');
    return false;
  } catch {
    return true;
  }
}

function message(run: () => unknown): string {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error);
  }
}

const [sources] = process.argv.slice(2).map((text) => JSON.parse(text) as string[]);
const a = { mass: 1, inertia: 1, x: 0, y: 0, angle: 0.25, vx: 0, vy: 0, omega: 0 };
const result = {
  isForbidden: isForbidden(),
  insisting: message(() => bitsOfSource(sources[0], { mode: 'compile' })),
  value: evaluate('body a constraint sin(2 * a.rotation)', { bodies: { a } }).C[0],
  bits: sources.map((source) => bitsOfSource(source, {})),
};
process.stdout.write(JSON.stringify(result));
