import { BODY, type BodyStore } from '../state/body-store';
import { MOST_SPEED } from '../state/bounds';
import { endSubsteps, prepareKicks } from '../iterative/integrate';
import { MOST_KICK, restoreMasses } from '../iterative/stiffen-masses';
import type { StepContext } from '../coordinates/step-context';
import { visit } from '../iterative/block-joints';
import type { Block } from '../iterative/blocks';
import type { Islands } from '../islands/islands';
import type { JointBatch } from '../batches/joint-batch';
import { clearBooked, tallyReactions } from '../batches/reactions';
import { restituteBatch } from '../iterative/restitution';
import type { FastStep } from '../simulation/parts';
import { forgetLostNumbers } from '../iterative/step';
import {
  JOINT_WORDS,
  LOST,
  START,
  STEP_BIAS_RATE,
  STEP_CORRECTION_SCALE,
  STEP_H,
  STEP_IMPULSE_SCALE,
  STEP_LEAST_BLOW,
  STEP_MASS_SCALE,
  STEP_MOST_KICK,
  STEP_MOST_SPEED,
  STEP_PER_SECOND,
  STIFFENED,
  STOPS_MET,
} from './hinge-layout';
import { findHingeIslands, lawsOfStops } from './hinge-islands';
import { Home } from './home';
import { visitingOrder } from './visiting-order';

/** Where the table of a block's joints and the list of its bodies lie, in bytes, and what holds from step to step. */
interface LaidOutBlock {
  readonly list: number;
  readonly last: number;
  readonly table: number;
  readonly end: number;
  /** `changes` of the bodies, and the substep, that half kicks were prepared for; −1: none. */
  changes: number;
  h: number;
  damps: boolean;
}

/** Islands of nothing but hinges are stepped in WebAssembly. */
export class HingeStep implements FastStep {
  readonly findIslands = findHingeIslands;
  #home: Home | null = null;
  #blocks: readonly Block[] = [];
  #islands: Islands | null = null;
  #batches: readonly JointBatch[] = [];
  readonly #laidOut = new Map<Block, LaidOutBlock>();

  layOut(blocks: readonly Block[], islands: Islands, store: BodyStore): void {
    this.#islands = islands;
    this.#blocks = blocks.filter(({ isFast }) => isFast);
    this.#batches = [...new Set(this.#blocks.flatMap(({ joints }) => joints.map(({ batch }) => batch)))];
    this.#laidOut.clear();
    if (this.#blocks.length === 0) return;
    if (this.#home?.holds(store, this.#batches) !== true) this.#home = Home.of(store, this.#batches);
    if (this.#home === null) return;
    let at = this.#home.tables;
    for (const block of this.#blocks) {
      const laidOut = layOutBlock(this.#home, block, islands, at);
      this.#laidOut.set(block, laidOut);
      at = laidOut.end;
    }
  }

  settle(store: BodyStore): void {
    if (this.#islands === null || this.#blocks.length === 0) return;
    if (this.#home?.holds(store, this.#batches) === false) this.layOut(this.#blocks, this.#islands, store);
  }

  step(block: Block, store: BodyStore, ctx: StepContext, substeps: number): boolean {
    const laidOut = this.#laidOut.get(block);
    if (this.#home === null || laidOut === undefined) return false;
    const { awake, joints } = block;
    const areNew = laidOut.changes !== store.changes || laidOut.h !== ctx.h;
    if (areNew) {
      laidOut.damps = prepareKicks(store, awake, ctx);
      laidOut.changes = store.changes;
      laidOut.h = ctx.h;
    }
    const { exports, numbers, apart } = this.#home;
    writeSettings(numbers, ctx);
    const { list, last, table, end, damps } = laidOut;
    const found = exports.step(table, end, list, last, apart, 2 * apart, 3 * apart, substeps, damps, areNew);
    let lost = (found & LOST) !== 0;
    if (found & STOPS_MET) {
      for (let i = 0; i < joints.length; i++) {
        restituteBatch(visit(joints[i]), store, ctx);
        tallyReactions(joints[i].batch, ctx);
      }
      lost = endSubsteps(store, awake, ctx) || lost;
    }
    if (found & STIFFENED) restoreMasses(store, awake);
    if (lost) forgetLostNumbers(store, joints);
    return true;
  }
}

/** Writes the list of a block's bodies, and behind it the table of its joints, from the byte `list` on. */
function layOutBlock(home: Home, { awake, joints }: Block, islands: Islands, list: number): LaidOutBlock {
  const { words } = home;
  let at = list / 4;
  for (let i = 0; i < awake.count; i++) words[at++] = START + 8 * BODY * awake.slots[i];
  const table = 4 * at;
  const order = visitingOrder(joints, islands);
  const places = new Int32Array(order.length);
  order.forEach((number, i) => (places[number] = at + JOINT_WORDS * i));
  let number = 0;
  for (const { batch, slots, count } of joints) {
    for (let i = 0; i < count; i++) {
      clearBooked(batch, slots[i]);
      home.writeJoint(places[number++], batch, slots[i], lawsOfStops(batch, slots[i]));
    }
  }
  return { list, last: table, table, end: table + 4 * JOINT_WORDS * number, changes: -1, h: 0, damps: false };
}

function writeSettings(m: Float64Array, ctx: StepContext): void {
  m[STEP_H] = ctx.h;
  m[STEP_PER_SECOND] = ctx.perSecond;
  m[STEP_BIAS_RATE] = ctx.biasRate;
  m[STEP_MASS_SCALE] = ctx.massScale;
  m[STEP_IMPULSE_SCALE] = ctx.impulseScale;
  m[STEP_MOST_SPEED] = MOST_SPEED * ctx.lengthUnit;
  m[STEP_MOST_KICK] = MOST_KICK * ctx.lengthUnit;
  m[STEP_CORRECTION_SCALE] = Math.PI / ctx.lengthUnit;
  m[STEP_LEAST_BLOW] = ctx.leastBlow;
}
