import type { IntList } from '../contacts/int-list';
import type { Island } from '../islands/islands';
import type { SolverChoice } from '../joint/joint';
import type { DirectStats, LaidOutIsland } from './island/island-system';

/** Islands that touch each other, or what does not answer, and are stepped as one. */
export interface TouchingGroup {
  readonly members: readonly Island[];
  readonly laidOut: LaidOutIsland;
  /** Of each of them, as for itself. */
  readonly stats: readonly DirectStats[];
  /** Their contacts, by place in the list of all. */
  readonly manifolds: IntList;
}

/** What the direct step knows of an island. */
export class DirectPlan {
  readonly island: Island;
  /** As the direct step sees it; null while it is solved iteratively. */
  laidOut: LaidOutIsland | null = null;
  /** What it is stepped with while it touches something; whether that is nothing for the direct step; and when that was found last. */
  group: TouchingGroup | null = null;
  isCrowded = false;
  touchedIn = 0;
  /** Of its joints and the world. */
  wish: SolverChoice = 'iterative';
  /** Operations of a step: at least, known without an analysis, and once it was analysed; Infinity where the iterative step is better. */
  least = Infinity;
  cost: number | null = null;
  /** Whether it is among those that need the direct step most; null: to be asked, masses may have changed. */
  isNeeded: boolean | null = null;
  /** In the choice at hand, and as it was made last. */
  isChosen = false;

  constructor(island: Island) {
    this.island = island;
  }

  static of({ plan }: Island): DirectPlan | null {
    return plan instanceof DirectPlan ? plan : null;
  }
}
