import { finite, required } from '../../base/check';
import {
  LATCH,
  PHASE,
  RATCHET,
  RATCHET_CAP,
  RATCHET_CAPPED,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  TOOTH,
} from '../../coordinates/laws/law-fields';
import { toothPassed } from '../../coordinates/laws/teeth';
import { refuse } from '../../base/error';
import { scalarBooks } from '../law-book';
import type { RatchetOptions } from '../law-options';
import type { ScalarCoordinate } from '../scalar-coordinate';
import { Law, forget, lawKeys, readCap } from './law';

/**
 * Lets the coordinate move one way and catches it at each tooth: a positive tooth lets it rise and keeps it from falling. With a cap it
 * slips: what pulls stronger draws it back, and as soon as it does not the tooth brings it to where it was caught.
 */
export class RatchetLaw extends Law {
  /** @internal */
  protected override readonly book = scalarBooks.ratchet;

  /** @internal */
  static assign(c: ScalarCoordinate, options: RatchetOptions | null): void {
    if (options === null) {
      forget(c, [RATCHET_IMPULSE]);
      c.clearLaw(RATCHET_SUM);
      c.setFlags(0, RATCHET | RATCHET_CAPPED);
      return;
    }
    const path = `${c.path}.ratchet`;
    lawKeys(path, options, ['tooth', 'phase', 'latch']);
    const most = readCap(c, path, options);
    const tooth = readTooth(path, required(`${path}.tooth`, options.tooth));
    const { phase: given = 0 } = options;
    const phase = finite(`${path}.phase`, given);
    const latch = options.latch === undefined ? null : finite(`${path}.latch`, options.latch);
    write(c, tooth, phase);
    if (latch !== null) c.setLaw(LATCH, latch);
    c.setCap(RATCHET_CAPPED, RATCHET_CAP, most);
  }

  /** Size of a tooth (world units or rad), not 0; its sign is the free direction. A new one latches the tooth last passed. */
  get tooth(): number {
    return this.coordinate.law(TOOTH);
  }

  set tooth(value: number) {
    const tooth = readTooth(this.path, value);
    if (tooth !== this.tooth) write(this.coordinate, tooth, this.phase);
  }

  /** Value at which a tooth sits. A new one latches the tooth last passed. */
  get phase(): number {
    return this.coordinate.law(PHASE);
  }

  set phase(value: number) {
    const phase = finite(`${this.path}.phase`, value);
    if (phase !== this.phase) write(this.coordinate, this.tooth, phase);
  }

  /** Value of the tooth that holds now, of a wrapped angle, too, over all turns. */
  get latch(): number {
    return this.coordinate.law(LATCH);
  }

  set latch(value: number) {
    const latch = finite(`${this.path}.latch`, value);
    if (latch === this.latch) return;
    forget(this.coordinate, [RATCHET_IMPULSE]);
    this.coordinate.setHeld(LATCH, latch);
  }

  /** True if a tooth held the coordinate in the last step. */
  get blocked(): boolean {
    return this.coordinate.law(RATCHET_SUM) !== 0;
  }
}

function readTooth(path: string, value: unknown): number {
  const tooth = finite(`${path}.tooth`, value);
  if (tooth === 0) refuse('param-invalid', `${path}.tooth`, 'not be 0', value);
  return tooth;
}

/** Stores teeth and latches the one last passed. */
function write(c: ScalarCoordinate, tooth: number, phase: number): void {
  forget(c, [RATCHET_IMPULSE]);
  c.setLaw(TOOTH, tooth);
  c.setLaw(PHASE, phase);
  c.setLaw(LATCH, toothPassed(c.seen, phase, tooth));
  c.setFlags(RATCHET, 0);
}
