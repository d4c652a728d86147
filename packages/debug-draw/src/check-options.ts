import { TenonError, type TenonErrorCode } from '@tenon/core/bare';
import type { OverlayOptions } from './overlay';

const yesOrNo = [true, false] as const;

/** Every option, and what it may be where that is one of a few. */
const choices: Readonly<Record<keyof OverlayOptions, readonly unknown[] | null>> = {
  theme: ['dark', 'light'],
  detail: ['auto', 0, 1, 2, 3],
  scale: null,
  labels: ['none', 'hover', 'selected', 'all'],
  labelLines: null,
  legend: yesOrNo,
  halo: yesOrNo,
  budget: null,
  lengthName: null,
  showBodies: yesOrNo,
  showAsleep: yesOrNo,
  filter: null,
  glyphs: null,
  selected: null,
  hovered: null,
  now: null,
  report: null,
};

/** Throws on an option that does not exist, and on a value that is none of its few. A theme may be colours, too. */
export function checkOptions(options: OverlayOptions): void {
  const known = new Map(Object.entries(choices));
  for (const [key, value] of Object.entries(options)) {
    const allowed = known.get(key);
    if (allowed === undefined) throw refusal('option-unknown', key, `be one of ${[...known.keys()].join(', ')}`, key);
    if (allowed === null || value === undefined || (key === 'theme' && typeof value === 'object')) continue;
    if (!allowed.includes(value)) throw refusal('param-invalid', key, `be ${allowed.join(' or ')}`, value);
  }
}

function refusal(code: TenonErrorCode, key: string, requirement: string, value: unknown): TenonError {
  return new TenonError(code, `DebugDraw.${key} must ${requirement}, got ${String(value)}`, key, value);
}
