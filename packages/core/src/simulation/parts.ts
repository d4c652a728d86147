import { frozen, isObject } from '../base/check';
import { refuse, TenonError } from '../base/error';
import type { BodyStore } from '../state/body-store';
import type { SlotList } from '../iterative/integrate';
import type { Shape } from '../shapes/mass';
import type { Body } from '../body/body';
import type { Collides } from '../contacts/collides';
import type { BodyContact, ContactView } from '../contacts/contact-views';
import type { QueryOptions, RayHit, ShapeQueryOptions } from '../contacts/world-queries';
import type { VecLike } from '../math/vec2';
import type { WorldEvents } from '../world/world-events';
import type { StepContext } from '../coordinates/step-context';
import type { Block } from '../iterative/blocks';
import type { Island, Islands } from '../islands/islands';
import type { WasmArray } from '../fast/memory';
import type { PassMemory } from '../fast/pass-memory';
import type { LightHubs } from '../iterative/light-hubs';
import type { JointBatch } from '../batches/joint-batch';
import type { SolverChoice } from '../joint/joint';
import type { IslandStats } from './stats';

/** The direct step: a world without it solves everything iteratively. From `@tenon/core/direct`. */
export interface DirectPart {
  /** As a portable snapshot names it. */
  readonly name: 'direct';
  /** @internal That of one world, which has hinges go by WebAssembly where it is given. */
  create(lengthUnit: number, fast: FastPart | null): DirectSolver;
}

/** Contacts: a world without them lets bodies pass through each other. From `@tenon/core/contacts`. */
export interface ContactsPart {
  /** As a portable snapshot names it. */
  readonly name: 'contacts';
  /** @internal Those of one world. */
  create(lengthUnit: number, host: ContactHost): ContactSolver;
}

/** WebAssembly, which does for hinges what JavaScript does for all joints, in less time. From `@tenon/core/fast`. */
export interface FastPart {
  /** As a portable snapshot names it. */
  readonly name: 'fast';
  /** @internal The iterative step of one world's hinges. */
  create(): FastStep;
  /** @internal Memory with the passes of the direct step, with room for these arrays; null where there is none. */
  passMemory(arrays: readonly WasmArray[]): PassMemory | null;
}

/** What a world is made of beside bodies, joints and the iterative step; see `WorldOptions.parts`. */
export type Part = DirectPart | ContactsPart | FastPart;

const NAMES: readonly Part['name'][] = ['direct', 'contacts', 'fast'];

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
export function partNamed<N extends Part['name']>(parts: readonly Part[], name: N): Extract<Part, { name: N }> | null {
  return parts.find((part): part is Extract<Part, { name: N }> => part.name === name) ?? null;
}

/** Throws `part-missing`, with the line that brings the one that is not among them. */
export function missingPart(parts: readonly Part[], name: Part['name'], path: string): never {
  const line = `import { ${name} } from '@tenon/core/${name}'`;
  const all = [...parts.map((part) => part.name), name].join(', ');
  const what = name === 'direct' ? 'the direct step' : name;
  const message = `${path} asks for ${what}, which this world was not given: ${line}; new World({ parts: [${all}] })`;
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
  /** Chooses its islands, of which some are fresh and others have gone since the last choice. */
  choose(
    islands: Islands,
    gone: readonly Island[],
    fresh: readonly Island[],
    store: BodyStore,
    policy: SolverPolicy,
  ): void;
  /** The mass of one of its bodies is another: that has a say in the next choice. */
  massesChanged(island: Island): void;
  /** True of an island that it solves. */
  takes(island: Island): boolean;
  /** What the last step of an island cost: the same object in every step; null of one that it does not solve. */
  statsOf(island: Island): IslandStats | null;
  /** Is told which islands are awake, in order. */
  listAwake(awake: readonly Island[]): void;
  /** Bodies and joints have other slots, in the same order. */
  renumber(): void;
  /** Takes islands that touch, and their contacts, where it can; true if those are others than in the last step. */
  touch(islands: Islands, contacts: ContactPoints, store: BodyStore, dt: number, policy: SolverPolicy): boolean;
  /** Moves the islands of that list, and what touches as `touch` has found it. */
  step(
    store: BodyStore,
    batches: readonly JointBatch[],
    request: DirectRequest,
    dt: number,
    ctx: StepContext,
    contacts: ContactPoints | null,
  ): void;
}

/** What contacts ask of their world; bodies by their slots. */
export interface ContactHost {
  /** Whether two bodies that come near may collide, the older one first. */
  mayCollide(a: number, b: number): boolean;
  /** Something begins to touch a body that sleeps. */
  wake(slot: number): void;
  /** A body begins to touch another one, or parts from it. */
  linkChanged(slot: number): void;
  /** The body in a slot, or null. */
  body(slot: number): Body | null;
  /** True if somebody listens to such an event. */
  hears(event: ContactEventName): boolean;
  /** What has happened, to be told once the step is whole. */
  tell<K extends ContactEventName>(event: K, payload: WorldEvents[K]): void;
}

type ContactEventName = 'contact' | 'contactend' | 'overlap' | 'overlapend';

/** What collides, by slots; null: it does not. */
export interface CollidersBySlot {
  readonly shapes: readonly (Shape | null)[];
  readonly collides: readonly (Collides | null)[];
}

/** What a world is asked between steps. */
export interface ContactQueries {
  raycast(from: VecLike, to: VecLike, options: QueryOptions): RayHit[];
  cast(shape: Shape, from: VecLike, to: VecLike, options: ShapeQueryOptions): RayHit[];
  overlap(shape: Shape, position: VecLike, options: ShapeQueryOptions): Body[];
}

/** What touches in the step at hand: manifolds of up to two points, as contacts/layout.ts says. */
export interface ContactPoints {
  readonly count: number;
  readonly values: Float64Array;
  readonly ties: Int32Array;
  /**
   * Points of the manifold in that place that touch, or will within `dt[0]` seconds at the velocities at hand; Infinity where they overlap by more than `deepest`
   * thousandths of a lengthUnit.
   */
  countNear(i: number, bodies: BodyStore, dt: Float64Array, deepest: number): number;
}

/** The contacts of one world: what touches, and the rows of the iterative step that keep it apart. Bodies by their slots. */
export interface ContactSolver {
  /** True if no body collides. */
  readonly isEmpty: boolean;
  /** Pairs of hulls that touch, asleep or awake. */
  readonly size: number;
  /** True if there are rows to solve in the step at hand. */
  readonly touch: boolean;
  /** What `collides` of a body says, read; null: it touches nothing. */
  read(path: string, value: unknown): Collides | null;
  /** True if groups and sensors let two bodies collide or overlap. */
  accepts(a: Collides, b: Collides): boolean;
  /** Throws for a shape that cannot collide. */
  check(shape: Shape): void;
  /** True of a body that collides. */
  has(slot: number): boolean;
  /** True if nothing but the surface of a body is to be other than it was, and is so from now on. */
  resurface(slot: number, shape: Shape | null, collides: Collides | null, bodies: BodyStore): boolean;
  /** A body collides like that from now on, or, without a shape or rules, no more. */
  put(slot: number, shape: Shape | null, collides: Collides | null, bodies: BodyStore): void;
  /** A body was put elsewhere. */
  displace(slot: number): void;
  /** What a body may collide with has changed. */
  askAgain(slot: number): void;
  /** Bodies have other slots now, in the same order: old slot → new slot; `count` is how many are left. */
  renumber(moved: Int32Array, count: number): void;
  /** Visits all that a body touches. */
  forEachTouching(slot: number, visit: (other: number) => void): void;
  /** True of a body that touches something. */
  touchesAnything(slot: number): boolean;
  /** Finds what touches, or will within `dt` seconds; `movers` are all that may move, in rising order. True if it woke something, and is to be called again. */
  find(bodies: BodyStore, movers: SlotList, dt: number): boolean;
  /** Puts bodies where they are now, for queries: what was put elsewhere, and what a step has moved if `haveMoved`. */
  refresh(bodies: BodyStore, haveMoved: boolean): void;
  /** What is asked between steps. */
  readonly queries: ContactQueries;
  /** All contacts of a body, `dt` being the length of the last step: the same list and objects at every call. */
  contactsOf(slot: number, bodies: BodyStore, dt: number): readonly BodyContact[];
  /** Visits all contacts, in order, with the same object at every visit. */
  forEachContact(bodies: BodyStore, dt: number, visit: (view: ContactView) => void): void;
  /** What `gather` has taken up. */
  readonly points: ContactPoints;
  /** Takes up the rows of what touches. */
  gather(bodies: BodyStore): void;
  /** Begins the iterative step. */
  begin(bodies: BodyStore, ctx: StepContext): void;
  measure(bodies: BodyStore): void;
  warmStart(bodies: BodyStore): void;
  /** One pass over all rows. */
  solve(bodies: BodyStore, ctx: StepContext): void;
  /** Throws back what has met. */
  restitute(bodies: BodyStore): void;
  /** What was lost to an overflow is 0 from now on. */
  forgetLostNumbers(): void;
  /** Keeps impulses for the next step, and tells what has met. */
  keep(bodies: BodyStore): void;
  /** Impulses are of another substep from now on: multiplies them by one of `factors`. */
  scaleImpulses(by: number): void;
  /** Everything that a snapshot holds of them beside shapes and rules. */
  save(): Float64Array;
  /** Brings it back; `by` tells shapes and rules by slot. */
  restore(by: CollidersBySlot, saved: Float64Array, bodies: BodyStore): void;
}

/** The iterative step of the hinges of one world in WebAssembly. */
export interface FastStep {
  /** 1 for each island that it can step. */
  findIslands(
    batches: readonly JointBatch[],
    islands: Islands,
    store: BodyStore,
    hubs: LightHubs,
    contacts: ContactSolver | null,
  ): Uint8Array;
  /** What the iterative step moves has been cut into these blocks, or laws of its joints have changed: it takes those that are `isFast`. */
  layOut(blocks: readonly Block[], islands: Islands, store: BodyStore): void;
  /** Before a step: arrays may have grown. */
  settle(store: BodyStore): void;
  /** False, and nothing is done, for a block that it has not taken. */
  step(block: Block, store: BodyStore, ctx: StepContext, substeps: number): boolean;
}
