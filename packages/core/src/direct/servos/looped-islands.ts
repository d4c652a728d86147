import type { BodyStore } from '../../body/body-store';
import type { StepContext } from '../../coordinates/step-context';
import { islandOf, type Islands } from '../../islands/islands';
import type { JointBatch } from '../../joint/batch/joint-batch';
import type { LoopedServos } from '../../joint/motors/looped-servos';
import type { ServosTogether } from '../../joint/motors/servos-together';
import { ITERATIVE_JOINT, leastFactorOperations } from '../choose-solver';
import { enterSpace } from '../island/island-space';
import { operationsOf } from '../factor/factor-plan';
import type { LaidOutIsland } from '../island/island-system';
import { buildDirectIsland, type IslandSpaces, rowsOfIsland } from '../island/lay-out-island';
import { isServoRow, measureLoops } from './servos-in-loops';

/**
 * Islands of the iterative step whose servos move what loops, gears or ropes tie. They are laid out as for the direct step, once, when such a servo is first met,
 * and their rows tell what it moves as a frame begins. An island for which that would cost more than some substeps goes without.
 */
export class LoopedIslands implements LoopedServos {
  #islands: Islands = { list: [], ofBody: new Int32Array(0), kinematic: [] };
  /** Of each island: as it is laid out, null where that would take too long, and undefined while nobody has asked. */
  #known: (LaidOutIsland | null | undefined)[] = [];
  #spaces: IslandSpaces = new Map();
  /** The islands of the block at hand that have such servos; 1 for each of them. */
  #noted = new Int32Array(4);
  #count = 0;
  #isNoted = new Uint8Array(0);

  /** Islands are others from now on. */
  forget(islands: Islands): void {
    this.#spaces = new Map();
    for (const before of this.#known) if (before) this.#spaces.set(before.layout, before.space);
    this.#islands = islands;
    this.#known = islands.list.map(() => undefined);
    this.#isNoted = new Uint8Array(islands.list.length);
    this.#noted = new Int32Array(islands.list.length);
    this.#count = 0;
  }

  /** Notes that a servo of the joint in slot `j` does not know what it moves. */
  note(batch: JointBatch, j: number): void {
    const island = islandOf(batch, j, this.#islands.ofBody);
    if (island < 0 || this.#isNoted[island] === 1) return;
    this.#isNoted[island] = 1;
    this.#noted[this.#count++] = island;
  }

  /** Finds what the servos of the islands that were noted move, and forgets which these are. */
  measure(together: ServosTogether, store: BodyStore, ctx: StepContext): void {
    for (let k = 0; k < this.#count; k++) {
      const i = this.#noted[k];
      this.#isNoted[i] = 0;
      const known = this.#known[i] === undefined ? this.#layOut(i) : this.#known[i];
      if (known && isWorthIt(known)) measureLoops(together, known, store, ctx);
    }
    this.#count = 0;
  }

  #layOut(i: number): LaidOutIsland | null {
    const island = this.#islands.list[i];
    const isTooMuch = leastFactorOperations(island) > mostOperations(island) || rowsOfIsland(island) > MOST_ROWS;
    const known = isTooMuch ? null : buildDirectIsland(island, this.#spaces, false);
    this.#known[i] = known;
    return known;
  }
}

/** What a row and a pair of servos cost for each servo. */
const STRIKE = 30;
const PAIR = 4;
/** To measure an island may cost as much as so many substeps of it. */
const MOST_SUBSTEPS = 4;
/** More rows are not worth an analysis: it would take longer than a frame. */
const MOST_ROWS = 1000;

function isWorthIt(laidOut: LaidOutIsland): boolean {
  const space = enterSpace(laidOut);
  const { coordinates, system } = space;
  let servos = 0;
  for (let k = 0; k < coordinates.length; k++) if (isServoRow(coordinates[k])) servos++;
  const strikes = servos * (STRIKE * system.rows + PAIR * servos * servos);
  return operationsOf(system.factor.plan) + strikes < mostOperations(space);
}

function mostOperations({ joints }: { readonly joints: { readonly length: number } }): number {
  return ITERATIVE_JOINT * MOST_SUBSTEPS * joints.length;
}
