import type { BodyStore } from '../../body/body-store';
import type { StepContext } from '../../coordinates/step-context';
import type { JointBatch } from '../batch/joint-batch';
import type { ServosTogether } from './servos-together';

/** Who finds, for servos of the iterative step, what they move where loops, gears or ropes tie that (direct/servos/looped-islands.ts). */
export interface LoopedServos {
  /** Notes that a servo of the joint in slot `j` does not know what it moves. */
  note(batch: JointBatch, j: number): void;
  /** Finds it for all that were noted, and forgets which these are. */
  measure(together: ServosTogether, store: BodyStore, ctx: StepContext): void;
}
