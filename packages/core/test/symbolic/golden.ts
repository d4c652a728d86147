import { readFileSync } from 'node:fs';
import type { AnyState, BodyState } from '@tenon/core/symbolic';

/** Golden programs and states, computed elsewhere with 40 digits: fixtures/symbolic. */

type Numbers = number | 'inf' | '-inf' | null;

export interface GoldenState {
  readonly id: string;
  readonly tags: readonly string[];
  readonly bodies: Readonly<Record<string, readonly Numbers[]>>;
  readonly same?: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, Numbers | readonly Numbers[]>>;
  readonly limitsHold?: readonly boolean[];
  readonly [key: string]: unknown;
}

export interface GoldenProgram {
  readonly name: string;
  readonly source: string;
  readonly plain?: string;
  readonly bodies: readonly string[];
  readonly params: Readonly<Record<string, { type: string; default: boolean; rate: boolean; unit: string | null }>>;
  readonly rows: readonly { readonly kind: string; readonly unit: string | null }[];
  readonly warnings: number;
  readonly states: readonly GoldenState[];
}

export interface WrongProgram {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly source: string;
  readonly place: readonly [number, number];
  readonly also: readonly (readonly [number, number])[];
  readonly words: readonly (readonly string[])[];
  readonly fixed: string;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/symbolic/${name}.json`, import.meta.url), 'utf8'));

export const programs: readonly GoldenProgram[] = read('programs').programs;
export const wrong: readonly WrongProgram[] = read('wrong').programs;

export const numberOf = (x: Numbers): number => (x === 'inf' ? Infinity : x === '-inf' ? -Infinity : (x ?? Infinity));

/** A golden state as `evaluate` takes it; slots that share a body get the same object. */
export function stateOf({ bodies, same = {}, params }: GoldenState): AnyState {
  const made: Record<string, BodyState> = {};
  for (const [name, numbers] of Object.entries(bodies)) {
    const [mass, inertia, x, y, angle, vx, vy, omega] = numbers.map(numberOf);
    made[name] = { mass, inertia, x, y, angle, vx, vy, omega };
  }
  for (const [slot, owner] of Object.entries(same)) made[slot] = made[owner];
  const given = Object.entries(params).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, numberOf(value as Numbers)];
    return [name, (value as Numbers[]).map(numberOf)];
  });
  return { bodies: made, params: Object.fromEntries(given) };
}

/** A program of the fixtures by its name. */
export function programNamed(name: string): GoldenProgram {
  const found = programs.find((program) => program.name === name);
  if (found === undefined) throw new Error(`no program ${name}`);
  return found;
}
