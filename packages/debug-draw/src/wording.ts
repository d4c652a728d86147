import { JointFlag, type CoordinateView, type JointView, type LawView } from '@tenon/core/view';

/** What is nearer to zero than this many radians, newtons or length units is told as 0. */
const nothing = 5e-4;

/** In what labels give angles. */
export type AngleUnit = 'radians' | 'degrees';

const degree = Math.PI / 180;

/** How numbers are told: what a world unit is called, how many of them are a length unit, and in what angles are. */
export interface Units {
  readonly lengthName: string;
  readonly lengthUnit: number;
  readonly angles: AngleUnit;
}

/** A joint by type and id, `pivot j7`, or as its user called it. */
export function wordName({ joint, name, type }: JointView): string {
  return 'id' in joint && joint.id === name ? `${type} ${name}` : name;
}

/** One line on a coordinate: name, value, unit. Empty where there is nothing to tell, as of one that is held. */
export function wordCoordinate(c: CoordinateView, units: Units): string {
  if (c.laws.lock.on || (c.kind === 'point' && !c.laws.spring.on)) return '';
  const ratio =
    c.kind === 'angle' && Number.isFinite(c.gain) && Math.abs(c.gain) !== 1 ? ` ×${digits(1 / c.gain)}` : '';
  if (Number.isFinite(c.value)) return `${c.name} ${wordNumber(c.value, c.unit, units)}${ratio}`;
  if (Number.isFinite(c.rate)) return `${c.name} ${wordNumber(c.rate, c.unit, units)}/s${ratio}`;
  return '';
}

/** How much of the cap of its locks, or of a break threshold, a joint uses; empty if it has neither and no load. */
export function wordLoad(view: JointView): string {
  const lock = hardestLock(view);
  if (lock && lock.law.cap < Infinity) {
    const { force, cap } = lock.law;
    return `${digits(Math.abs(force))} / ${digits(cap)} ${lock.unit} (${percent(Math.abs(force) / cap)})`;
  }
  if (view.stress > 0) return `load ${percent(view.stress)}`;
  return lock ? `${digits(Math.abs(lock.law.force))} ${lock.unit}` : '';
}

/** Names of a joint's states. */
export function wordStates(view: JointView): string[] {
  return states.filter(([flag]) => view.flags & flag).map(([, name]) => name);
}

const states: readonly (readonly [flag: number, name: string])[] = [
  [JointFlag.asleep, 'asleep'],
  [JointFlag.disabled, 'disabled'],
  [JointFlag.dragging, 'dragged'],
  [JointFlag.slack, 'slack'],
  [JointFlag.atLimit, 'at limit'],
  [JointFlag.broken, 'broken'],
];

/** Three significant digits, without an exponent where that is short. What is smaller than `least` is 0. */
function digits(x: number, least = nothing): string {
  if (Math.abs(x) < least) return '0';
  return String(Number(x.toPrecision(3))).replace('-', '−');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function wordNumber(x: number, unit: CoordinateView['unit'], { lengthName, lengthUnit, angles }: Units): string {
  if (unit === 'angle' && angles === 'degrees') return `${digits(x / degree, nothing / degree)}°`;
  if (unit === 'angle') return `${digits(x)} rad`;
  if (unit !== 'length') return digits(x);
  const text = digits(x, nothing * lengthUnit);
  return lengthName === '' ? text : `${text} ${lengthName}`;
}

/** The lock that is nearest to its cap; of locks without one, that with the largest force. */
function hardestLock(view: JointView): { law: LawView; unit: 'N' | 'N·m' } | null {
  let hardest: CoordinateView | null = null;
  let most = -1;
  for (let i = 0; i < view.coordinateCount; i++) {
    const c = view.coordinates[i];
    const { lock } = c.laws;
    if (!lock.on || !Number.isFinite(lock.force)) continue;
    const capped = lock.cap < Infinity;
    const rank = capped ? 1e30 * (1 + Math.abs(lock.force) / lock.cap) : Math.abs(lock.force);
    if (rank <= most) continue;
    most = rank;
    hardest = c;
  }
  return hardest && { law: hardest.laws.lock, unit: hardest.unit === 'angle' ? 'N·m' : 'N' };
}
