export { FrictionLaw } from './friction-law';
export { LimitsLaw } from './limits-law';
export { LockLaw } from './lock-law';
export { MotorLaw } from './motor-law';
export { RatchetLaw } from './ratchet-law';
export { SpringLaw } from './spring-law';
