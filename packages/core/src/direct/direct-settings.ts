import type { Gravity } from '../coordinates/step-context';
import type { Arms } from '../islands/arms';
import type { ServosTogether } from '../joint/motors/servos-together';

/** What a world asks of its direct islands. */
export interface DirectSettings extends Gravity {
  readonly substeps: number | 'auto';
  /** Most substeps that 'auto' takes. */
  readonly mostSubsteps: number;
  /** World units. */
  readonly tolerance: number;
  readonly lengthUnit: number;
  readonly arms: Arms;
  readonly together: ServosTogether;
}
