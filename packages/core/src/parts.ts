import { frozen, isObject } from './check';
import { refuse, TenonError } from './error';
import type { BodyStore } from './body/body-store';
import type { StepContext } from './coordinates/step-context';
import type { Islands } from './islands/islands';
import type { JointBatch } from './joint/batch/joint-batch';
import type { SolverChoice } from './joint/joint';
import type { IslandStats } from './stats';

/** The direct step: a world without it solves everything iteratively. From `@tenon/core/direct`. */
export interface DirectPart {
  /** As a portable snapshot names it. */
  readonly name: 'direct';
  /** @internal That of one world. */
  create(lengthUnit: number): DirectSolver;
}

/** What a world is made of beside bodies, joints and the iterative step; see `WorldOptions.parts`. */
export type Part = DirectPart;

const NAMES: readonly Part['name'][] = ['direct'];

/** Throws `param-invalid` for what is no list of parts. */
export function readParts(path: string, parts: unknown): readonly Part[] {
  if (!Array.isArray(parts) || !parts.every(isPart))
    refuse('param-invalid', path, `be a list of ${NAMES.join(', ')}, as imported from @tenon/core/…`, parts);
  return frozen([...parts]);
}

function isPart(part: unknown): part is Part {
  return isObject(part) && NAMES.some((name) => name === part.name) && typeof part.create === 'function';
}

/** The part of that name, or null. */
export function partNamed<N extends Part['name']>(parts: readonly Part[], name: N): (Part & { name: N }) | null {
  return parts.find((part): part is Part & { name: N } => part.name === name) ?? null;
}

/** Throws `part-missing`, with the line that brings it, if that part is not among them. */
export function requirePart(parts: readonly Part[], name: Part['name'], path: string): void {
  if (partNamed(parts, name) !== null) return;
  const line = `import { ${name} } from '@tenon/core/${name}'`;
  const message = `${path} asks for the ${name} step, which this world was not given: ${line}; new World({ parts: [${name}] })`;
  throw new TenonError('part-missing', message, path);
}

/** What decides which islands are solved directly, beside the islands. */
export interface SolverPolicy {
  readonly solver: SolverChoice;
  /** Operations per step that 'auto' may spend. */
  readonly directBudget: number;
  readonly substeps: number;
}

/** What a world asks of its direct islands. */
export interface DirectRequest {
  readonly gravityX: number;
  readonly gravityY: number;
  readonly directSubsteps: number | 'auto';
  /** Most substeps that 'auto' takes. */
  readonly substeps: number;
  /** m */
  readonly tolerance: number;
}

/** The direct step of one world: which islands it takes, and how it moves them. */
export interface DirectSolver {
  /** Which islands it took, by their place in the list, where another choice might be made today; else null. As a snapshot holds it. */
  get chosen(): readonly number[] | null;
  /** The next choice is this one. */
  set chosen(kept: readonly number[] | null);
  /** Chooses its islands. */
  choose(islands: Islands, store: BodyStore, policy: SolverPolicy): void;
  /** True of an island of the list that it solves. */
  takes(island: number): boolean;
  /** What the last step of an island cost: the same object in every step; null of one that it does not solve. */
  statsOf(island: number): IslandStats | null;
  /** Lists those of its islands that are awake. */
  listAwake(isAwake: (island: number) => boolean): void;
  /** Moves the islands of that list. */
  step(store: BodyStore, batches: readonly JointBatch[], request: DirectRequest, dt: number, ctx: StepContext): void;
}
