import { BODY, type BodyStore, INV_MASS } from '../state/body-store';
import { isRigidLock } from '../coordinates/laws/holding';
import type { JointBatch } from '../batches/joint-batch';
import { LOCAL_AX, LOCAL_BX } from '../state/record';

/** Up to this load Gauss–Seidel converges from step to step; a grid of equal bodies on hinges has 2. */
const MOST_LOAD = 2.5;

/**
 * Bodies that more and heavier ones hang on than the iterative step resolves. A joint that locks a place or a length loads either body with its share of their inverse masses, so that a
 * light body between two heavy ones has a load of 2. From 2.5 on what one pass leaves over grows from step to step: a hub of 0.25 kg with six welded arms
 * of 5 kg came to 4 000 m/s. Such a body weighs as much, for the step, as n equal ones would need for that load: M (n / 2.5 − 1).
 */
export class LightHubs {
  any = false;
  /** Of each body slot: what it weighs at least, and its inertia at least; 0 of others. */
  mass = new Float64Array(0);
  inertia = new Float64Array(0);

  /** Finds those among the bodies of the joints that the iterative step visits, again whenever joints, laws or masses change. */
  find(batches: readonly JointBatch[], { motion: v, count }: BodyStore): void {
    const load = new Float64Array(count);
    const joints = new Int32Array(count);
    this.mass = new Float64Array(count);
    this.inertia = new Float64Array(count);
    const add = (body: number, other: number, x: number, y: number): void => {
      const slot = body / BODY;
      load[slot] += v[body + INV_MASS] / (v[body + INV_MASS] + v[other + INV_MASS]);
      joints[slot]++;
      this.mass[slot] += 1 / v[other + INV_MASS];
      this.inertia[slot] += (x * x + y * y) / v[other + INV_MASS];
    };
    for (const { type, active, activeCount, bodies, rows: d, stride, columns } of batches) {
      if (columns !== 2) continue;
      for (let i = 0; i < activeCount; i++) {
        const r = active[i] * stride;
        const a = bodies[2 * active[i]];
        const b = bodies[2 * active[i] + 1];
        if (v[a + INV_MASS] === 0 || v[b + INV_MASS] === 0) continue;
        const holds = type.coordinates.some(
          ({ kind, at }) => kind.unit === 'length' && isRigidLock(d[r + at + kind.flagsAt] | 0),
        );
        if (!holds) continue;
        add(a, b, d[r + LOCAL_AX], d[r + LOCAL_AX + 1]);
        add(b, a, d[r + LOCAL_BX], d[r + LOCAL_BX + 1]);
      }
    }
    this.any = false;
    for (let slot = 0; slot < count; slot++) {
      const isLight = load[slot] > MOST_LOAD;
      const share = isLight ? 1 / MOST_LOAD - 1 / joints[slot] : 0;
      this.mass[slot] *= share;
      this.inertia[slot] *= share;
      if (isLight) this.any = true;
    }
  }
}
