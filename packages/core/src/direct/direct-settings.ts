import type { Gravity } from '../coordinates/step-context';

/** What a world asks of its direct islands. */
export interface DirectSettings extends Gravity {
  readonly substeps: number | 'auto';
  /** Most substeps that 'auto' takes. */
  readonly mostSubsteps: number;
  /** World units. */
  readonly tolerance: number;
  readonly lengthUnit: number;
}
