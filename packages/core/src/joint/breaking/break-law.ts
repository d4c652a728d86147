import { cap, closed, flag, frozen, knownKeys, nonNegative, oneOf } from '../../base/check';
import { refuse } from '../../base/error';
import type { Joint } from '../joint';
import { refuseOff } from '../laws/law';
import {
  BREAK_AFTER,
  BREAK_ANGLE,
  BREAK_ENERGY,
  BREAK_FORCE,
  BREAK_LAWS,
  BREAK_LENGTH,
  BREAK_TORQUE,
  BREAKS,
  BREAKS_BY_ANGLE,
  BREAKS_BY_ENERGY,
  BREAKS_BY_FORCE,
  BREAKS_BY_LENGTH,
  BREAKS_BY_TORQUE,
  OVER_ERROR_TIME,
  REMOVE_ON_BREAK,
} from '../../state/record';

export const BREAK_LAW_NAMES = ['lock', 'limits', 'spring', 'motor', 'friction', 'ratchet'] as const;
const ALL_LAWS = (1 << BREAK_LAW_NAMES.length) - 1;
/** Laws whose forces can count. */
export type BreakLawName = (typeof BREAK_LAW_NAMES)[number];

/**
 * When a joint gives way: compared once per step with the mean over the step of what all its laws put on B, of a joint of more than two bodies
 * with the largest on any of them. Thresholds are 0 or more; left out, `null` or `Infinity` they are none.
 */
export interface BreakOptions {
  /** The joint breaks above this mean force on B, N. */
  readonly force?: number | null;
  /** The joint breaks above this mean torque on B, N·m. */
  readonly torque?: number | null;
  /** The joint breaks where a lock is off by more than this. */
  readonly error?: {
    /** How far its lengths and points may be off, world units. */
    readonly length?: number | null;
    /** How far its angles may be off, rad. */
    readonly angle?: number | null;
    /** How long one of them must be off before the joint breaks, s, 0 or more; default 0. */
    readonly after?: number;
  };
  /** The joint breaks where its springs store more than this, J. */
  readonly energy?: number | null;
  /** Laws whose forces count, at least one; default all. */
  readonly laws?: readonly BreakLawName[];
  /** False: it is disabled instead of removed. Default true. */
  readonly remove?: boolean;
}

/** Errors at which a joint gives way, live. */
export interface BreakErrors {
  /** How far lengths and points may be off, world units; Infinity: any distance. */
  get length(): number;
  set length(value: number | null);
  /** How far angles may be off, rad; Infinity: any angle. */
  get angle(): number;
  set angle(value: number | null);
  /** How long one of them must be off before the joint breaks, s. */
  get after(): number;
  set after(value: number);
}

const THRESHOLDS = [
  { field: BREAK_FORCE, bit: BREAKS_BY_FORCE },
  { field: BREAK_TORQUE, bit: BREAKS_BY_TORQUE },
  { field: BREAK_LENGTH, bit: BREAKS_BY_LENGTH },
  { field: BREAK_ANGLE, bit: BREAKS_BY_ANGLE },
  { field: BREAK_ENERGY, bit: BREAKS_BY_ENERGY },
] as const;

/** The thresholds of a joint, live: setting a field changes it. Without any threshold it is off, and its fields throw `no-such-law`. */
export class BreakLaw {
  readonly #of: Joint;
  #error: BreakErrors | null = null;

  /** @internal */
  constructor(joint: Joint) {
    this.#of = joint;
  }

  /** @internal */
  static isOn(joint: Joint): boolean {
    return (joint.settings & BREAKS) !== 0;
  }

  /** @internal */
  static assign(joint: Joint, options: BreakOptions | null): void {
    if (options === null) {
      joint.setSettings(0, BREAKS | REMOVE_ON_BREAK);
      for (const { field } of THRESHOLDS) joint.setSetting(field, 0);
      joint.setSetting(OVER_ERROR_TIME, 0);
      return;
    }
    const path = `${joint.label}.break`;
    knownKeys(path, options, ['force', 'torque', 'error', 'energy', 'laws', 'remove']);
    if (options.error !== undefined) knownKeys(`${path}.error`, options.error, ['length', 'angle', 'after']);
    const values = [
      cap(`${path}.force`, options.force ?? null),
      cap(`${path}.torque`, options.torque ?? null),
      cap(`${path}.error.length`, options.error?.length ?? null),
      cap(`${path}.error.angle`, options.error?.angle ?? null),
      cap(`${path}.energy`, options.energy ?? null),
    ];
    const { after: given = 0 } = options.error ?? {};
    const after = nonNegative(`${path}.error.after`, given);
    const remove = options.remove === undefined ? true : flag(`${path}.remove`, options.remove);
    const laws = options.laws === undefined ? 0 : readLaws(path, options.laws);
    THRESHOLDS.forEach(({ field, bit }, i) => setThreshold(joint, field, bit, values[i]));
    change(joint, BREAK_AFTER, after);
    joint.setSetting(OVER_ERROR_TIME, 0);
    change(joint, BREAK_LAWS, laws);
    joint.setSettings(remove ? REMOVE_ON_BREAK : 0, remove ? 0 : REMOVE_ON_BREAK);
  }

  /** Mean force on B above which the joint breaks, N; Infinity: no force breaks it. */
  get force(): number {
    return threshold(this.#joint, BREAK_FORCE, BREAKS_BY_FORCE);
  }

  set force(value: number | null) {
    setThreshold(this.#joint, BREAK_FORCE, BREAKS_BY_FORCE, cap(`${this.#joint.label}.break.force`, value));
  }

  /** Mean torque on B above which the joint breaks, N·m; Infinity: no torque breaks it. */
  get torque(): number {
    return threshold(this.#joint, BREAK_TORQUE, BREAKS_BY_TORQUE);
  }

  set torque(value: number | null) {
    setThreshold(this.#joint, BREAK_TORQUE, BREAKS_BY_TORQUE, cap(`${this.#joint.label}.break.torque`, value));
  }

  /** How far its locks may be off (world units, rad), and for how long (s), before it breaks. */
  get error(): BreakErrors {
    this.#joint.record();
    return (this.#error ??= closed(errorsOf(() => this.#joint)));
  }

  set error(value: NonNullable<BreakOptions['error']>) {
    const joint = this.#joint;
    const path = `${joint.label}.break.error`;
    knownKeys(path, value, ['length', 'angle', 'after']);
    const { after: given = 0 } = value;
    const length = cap(`${path}.length`, value.length ?? null);
    const angle = cap(`${path}.angle`, value.angle ?? null);
    const after = nonNegative(`${path}.after`, given);
    setThreshold(joint, BREAK_LENGTH, BREAKS_BY_LENGTH, length);
    setThreshold(joint, BREAK_ANGLE, BREAKS_BY_ANGLE, angle);
    change(joint, BREAK_AFTER, after);
  }

  /** Energy in its springs above which the joint breaks, J; Infinity: none breaks it. */
  get energy(): number {
    return threshold(this.#joint, BREAK_ENERGY, BREAKS_BY_ENERGY);
  }

  set energy(value: number | null) {
    setThreshold(this.#joint, BREAK_ENERGY, BREAKS_BY_ENERGY, cap(`${this.#joint.label}.break.energy`, value));
  }

  /** Laws whose forces count. */
  get laws(): readonly BreakLawName[] {
    const bits = this.#joint.setting(BREAK_LAWS);
    return frozen(BREAK_LAW_NAMES.filter((_, i) => bits === 0 || bits & (1 << i)));
  }

  set laws(value: readonly BreakLawName[]) {
    change(this.#joint, BREAK_LAWS, readLaws(`${this.#joint.label}.break`, value));
  }

  /** False: it is disabled instead of removed. */
  get remove(): boolean {
    return (this.#joint.settings & REMOVE_ON_BREAK) !== 0;
  }

  set remove(value: boolean) {
    const remove = flag(`${this.#joint.label}.break.remove`, value);
    this.#joint.setSettings(remove ? REMOVE_ON_BREAK : 0, remove ? 0 : REMOVE_ON_BREAK);
  }

  get #joint(): Joint {
    if (!BreakLaw.isOn(this.#of)) refuseOff(this.#of, 'break');
    return this.#of;
  }
}

function threshold(joint: Joint, field: number, bit: number): number {
  return joint.settings & bit ? joint.setting(field) : Infinity;
}

/** The errors of a joint at which it gives way: fields that read and write its record. */
function errorsOf(joint: () => Joint): BreakErrors {
  const read = (name: string, value: unknown) => cap(`${joint().label}.break.error.${name}`, value);
  return {
    get length(): number {
      return threshold(joint(), BREAK_LENGTH, BREAKS_BY_LENGTH);
    },
    set length(value: number | null) {
      setThreshold(joint(), BREAK_LENGTH, BREAKS_BY_LENGTH, read('length', value));
    },
    get angle(): number {
      return threshold(joint(), BREAK_ANGLE, BREAKS_BY_ANGLE);
    },
    set angle(value: number | null) {
      setThreshold(joint(), BREAK_ANGLE, BREAKS_BY_ANGLE, read('angle', value));
    },
    get after(): number {
      return joint().setting(BREAK_AFTER);
    },
    set after(value: number) {
      change(joint(), BREAK_AFTER, nonNegative(`${joint().label}.break.error.after`, value));
    },
  };
}

function setThreshold(joint: Joint, field: number, bit: number, value: number): void {
  const none = value === Infinity;
  joint.setSettings(none ? 0 : bit, none ? bit : 0);
  change(joint, field, none ? 0 : value);
}

/** A changed threshold wakes: what sleeps under load may be past it. */
function change(joint: Joint, field: number, value: number): void {
  if (joint.setting(field) === value) return;
  joint.setSetting(field, value);
  joint.wake();
}

/** Bits of the laws that count; 0 stands for all, however they are given. */
function readLaws(path: string, laws: unknown): number {
  if (!Array.isArray(laws) || laws.length === 0)
    refuse('param-invalid', `${path}.laws`, 'be a list of laws, at least one', laws);
  const bits = (laws as unknown[]).reduce<number>(
    (sum, law, i) => sum | (1 << BREAK_LAW_NAMES.indexOf(oneOf(`${path}.laws[${i}]`, law, BREAK_LAW_NAMES))),
    0,
  );
  return bits === ALL_LAWS ? 0 : bits;
}
