import type { Joint, ScalarCoordinate, World } from '@tenon/core';
import type { Sliders } from '../examples/example';
import type { Frame } from '../frame';

/** One number of a law, as it is shown: in metres, seconds and radians, counter-clockwise positive. */
export interface Knob {
  readonly label: string;
  readonly lowest: number;
  readonly highest: number;
  readonly get: () => number;
  readonly set: (value: number) => void;
}

/** A number of a law in the units of its world. */
interface Field {
  readonly name: string;
  /** Of the number, beside those of its coordinate: `/s` for a speed. */
  readonly unit: string;
  /** Lengths scale; angles change sign where y is turned over. */
  readonly measured: boolean;
  readonly read: (c: ScalarCoordinate) => number | null | undefined;
  readonly write: (c: ScalarCoordinate, value: number) => void;
  readonly range: (value: number, isAngle: boolean) => readonly [lowest: number, highest: number];
}

const upTo =
  (most: number, times = 3) =>
  (value: number): readonly [number, number] => [0, Math.max(most, Math.ceil(value * times))];
const stops = (value: number, isAngle: boolean): readonly [number, number] =>
  isAngle ? [-3.2, 3.2] : [0, Math.max(1, Math.ceil(value * 2))];

const fields: Readonly<Record<Sliders['law'], readonly Field[]>> = {
  lock: [softness('hertz', 'Hz', upTo(20)), softness('dampingRatio', '', upTo(2, 0))],
  limits: [
    {
      name: 'lower',
      unit: '',
      measured: true,
      read: (c) => c.limits?.lower,
      write: (c, v) => c.limits && (c.limits.lower = v),
      range: stops,
    },
    {
      name: 'upper',
      unit: '',
      measured: true,
      read: (c) => c.limits?.upper,
      write: (c, v) => c.limits && (c.limits.upper = v),
      range: stops,
    },
  ],
  spring: [
    {
      name: 'frequency',
      unit: 'Hz',
      measured: false,
      read: (c) => c.spring?.hertz,
      write: (c, v) => c.spring && (c.spring.hertz = Math.max(v, 0.1)),
      range: upTo(10),
    },
    {
      name: 'damping ratio',
      unit: '',
      measured: false,
      read: (c) => c.spring?.dampingRatio,
      write: (c, v) => c.spring && (c.spring.dampingRatio = v),
      range: upTo(2, 0),
    },
    {
      name: 'stiffness',
      unit: 'N/',
      measured: false,
      read: (c) => c.spring?.stiffness,
      write: (c, v) => c.spring && (c.spring.stiffness = v),
      range: upTo(1),
    },
    {
      name: 'damping',
      unit: 'N·s/',
      measured: false,
      read: (c) => c.spring?.damping,
      write: (c, v) => c.spring && (c.spring.damping = v),
      range: upTo(5),
    },
  ],
  motor: [
    {
      name: 'speed',
      unit: '/s',
      measured: true,
      read: (c) => c.motor?.speed,
      write: (c, v) => c.motor && (c.motor.speed = c.motor.target === null ? v : Math.abs(v)),
      range: (value) => [-Math.ceil(3 * Math.abs(value)), Math.ceil(3 * Math.abs(value))],
    },
    cap('motor'),
  ],
  friction: [
    cap('friction'),
    {
      name: 'viscous',
      unit: 'N·s/',
      measured: false,
      read: (c) => c.friction?.viscous,
      write: (c, v) => c.friction && (c.friction.viscous = v),
      range: upTo(5),
    },
  ],
};

/** The numbers that a group of sliders sets, each on all of its joints. */
export function knobsOf(world: World, frame: Frame, { joints, coordinate, law }: Sliders): Knob[] {
  const coordinates = () => joints.flatMap((id) => coordinateOf(world.joint(id), coordinate) ?? []);
  const [first] = coordinates();
  if (first === undefined) return [];
  return fields[law].flatMap((field) => {
    const isAngle = first.unit === 'angle';
    const factor = !field.measured ? 1 : isAngle ? (frame.flipY && !isServo(first, field) ? -1 : 1) : frame.scale;
    const read = () => (coordinates().map(field.read)[0] ?? NaN) / factor;
    const start = read();
    // What is not there, or without bound, has no slider; what is 0 has one.
    if (!Number.isFinite(start)) return [];
    const [lowest, highest] = isServo(first, field) ? upTo(1)(start) : field.range(start, isAngle);
    return [
      {
        label: labelOf(field, isAngle),
        lowest,
        highest,
        get: read,
        set: (value: number) => {
          for (const c of coordinates()) field.write(c, value * factor);
        },
      },
    ];
  });
}

/** The speed of a servo is an approach, without a sign. */
function isServo(c: ScalarCoordinate, { name }: Field): boolean {
  return name === 'speed' && c.motor !== null && c.motor.target !== null;
}

function labelOf({ name, unit, measured }: Field, isAngle: boolean): string {
  if (name === 'cap') return isAngle ? 'torque, N·m' : 'force, N';
  const of = measured || unit.endsWith('/') ? (isAngle ? 'rad' : 'm') : '';
  const whole = unit.endsWith('/') ? `${isAngle ? unit.replace('N', 'N·m') : unit}${of}` : of + unit;
  return whole === '' ? name : `${name}, ${whole}`;
}

/** The greatest force or torque, by the name it has on its coordinate. */
function cap(law: 'motor' | 'friction'): Field {
  return {
    name: 'cap',
    unit: '',
    measured: false,
    read: (c) => (c.unit === 'angle' ? c[law]?.maxTorque : c[law]?.maxForce),
    write: (c, value) => {
      const found = c[law];
      if (found === null) return;
      if (c.unit === 'angle') found.maxTorque = value;
      else found.maxForce = value;
    },
    range: upTo(10),
  };
}

function softness(name: 'hertz' | 'dampingRatio', unit: string, range: Field['range']): Field {
  return {
    name: name === 'hertz' ? 'frequency' : 'damping ratio',
    unit,
    measured: false,
    read: (c) => {
      const soft = c.lock?.softness ?? null;
      return soft !== null && 'hertz' in soft ? (soft[name] ?? 1) : null;
    },
    write: (c, value) => {
      const soft = c.lock?.softness ?? null;
      if (c.lock === null || soft === null || !('hertz' in soft)) return;
      c.lock.softness = { ...soft, [name]: name === 'hertz' ? Math.max(value, 0.1) : value };
    },
    range,
  };
}

/** A scalar coordinate by its name; null where the joint has left. */
function coordinateOf(joint: Joint | null, name: string): ScalarCoordinate | null {
  const found = joint?.coordinates.find((c) => c.name === name);
  return found !== undefined && 'limits' in found ? found : null;
}
