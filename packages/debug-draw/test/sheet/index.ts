import { lengths } from './lengths';
import { others } from './others';
import { sliding } from './sliding';
import type { Row } from './state';
import { sums } from './sums';
import { turning } from './turning';

/** Every kind of joint in several states, made by hand. */
export const rows: readonly Row[] = [...turning, ...sliding, ...lengths, ...sums, ...others];

export type { Row, State } from './state';
