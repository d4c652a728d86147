import { LOCK, LOWER, SPRING, UPPER } from '../../coordinates/laws/law-fields';
import { FLAGS, SB } from '../../coordinates/scalar';
import { LOCAL_AX, LOCAL_AY, LOCAL_BX, LOCAL_BY } from '../../state/record';
import { markAxisLevers } from './axes';
import type { DirectIsland } from '../island/island-system';
import { markHingeLevers } from '../hinges/hinge-groups';
import { markSumLevers, tieSum } from './sums';

/** Which bodies have a lever arm: anchors off the centre of mass, axes that turn with A. */
export function markLevers(island: DirectIsland): void {
  const { cayley, hinges, axes, others } = island;
  for (let i = 0; i < cayley.length; i++) cayley[i] = 0;
  for (let i = 0; i < hinges.length; i++) markHingeLevers(hinges[i], cayley);
  for (let i = 0; i < axes.length; i++) markAxisLevers(axes[i], cayley);
  for (const joint of others) {
    const { batch, r, bodies, coordinates } = joint;
    const { rows: d } = batch;
    for (const { spec, o } of coordinates) {
      if (spec.kind.ofMany === true) markSumLevers(island, joint, o);
      if (spec.kind.unit === 'angle' || spec.kind.ofMany === true) continue;
      if (spec.kind.kind === 'path') {
        for (const body of bodies) cayley[body] = 1;
        continue;
      }
      if (spec.kind.kind === 'axis' || d[r + LOCAL_AX] !== 0 || d[r + LOCAL_AY] !== 0) cayley[bodies[0]] = 1;
      if (d[r + LOCAL_BX] !== 0 || d[r + LOCAL_BY] !== 0) cayley[bodies[1]] = 1;
    }
  }
  markTied(island);
}

/** What holds two bodies within an angle of each other; one that runs free of the other keeps its exact turn. */
const TIES = LOCK | LOWER | UPPER | SPRING;

/** A body that such a law of an angle ties to one with a lever turns as that does: only then one factor for both is exact. */
function markTied(island: DirectIsland): void {
  const { cayley, angles, others } = island;
  for (let found = true; found;) {
    found = false;
    for (const joint of others)
      for (const coordinate of joint.coordinates) if (tieSum(island, joint, coordinate, TIES)) found = true;
    for (let k = 0; k < angles.length; k++) {
      const { joint, o } = angles[k];
      const { batch, bodies } = joint;
      const a = bodies[0];
      const b = bodies[1];
      if (cayley[a] === cayley[b] || !(batch.rows[o + FLAGS] & TIES) || batch.rows[o + SB] !== 1) continue;
      cayley[a] = cayley[b] = 1;
      found = true;
    }
  }
}
