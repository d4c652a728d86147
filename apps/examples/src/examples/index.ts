import { beam } from './beam';
import { belt } from './belt';
import { cams } from './cams';
import { chain } from './chain';
import { claw } from './claw';
import { clock } from './clock';
import { cloth } from './cloth';
import { crane } from './crane';
import { everyJoint } from './every-joint';
import type { Example } from './example';
import { hillClimb } from './hill-climb';
import { jelly } from './jelly';
import { marbles } from './marbles';
import { pendulumWall } from './pendulum-wall';
import { pinball } from './pinball';
import { piston } from './piston';
import { pulley } from './pulley';
import { ragdoll } from './ragdoll';
import { ratchet } from './ratchet';
import { rollerCoaster } from './roller-coaster';
import { stairs } from './stairs';
import { suspension } from './suspension';
import { walker } from './walker';
import { weldBridge } from './weld-bridge';
import { wreckingBall } from './wrecking-ball';

/** In the order of the gallery. */
export const examples: readonly Example[] = [
  everyJoint,
  pinball,
  claw,
  marbles,
  hillClimb,
  stairs,
  wreckingBall,
  pendulumWall,
  chain,
  rollerCoaster,
  piston,
  suspension,
  walker,
  ragdoll,
  clock,
  ratchet,
  pulley,
  crane,
  belt,
  jelly,
  cams,
  weldBridge,
  beam,
  cloth,
];
