import {
  type Body,
  type BodyOptions,
  box,
  capsule,
  disc,
  forces,
  type Joint,
  polygon,
  type ScalarCoordinate,
  World,
  type WorldOptions,
} from '@tenon/core';

/** Random numbers that are the same for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Evenly over the orders of magnitude. */
  magnitude(low: number, high: number): number {
    return Math.exp(this.between(Math.log(low), Math.log(high)));
  }

  integer(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(list.length)];
  }

  vec(size: number): [number, number] {
    return [this.between(-size, size), this.between(-size, size)];
  }
}

forces.register('cubic, damped', (stretch, rate) => -20 * stretch * stretch * stretch - 0.5 * rate);

/** Nothing else: what a random world may hold. */
export interface RandomOptions extends WorldOptions {
  /** Leaves out force functions, which take world units. */
  readonly numbersOnly?: boolean;
  readonly bodies?: number;
}

/** A world with random bodies and one joint of every registered name, all joined into a heap. */
export function randomWorld(seed: number, { numbersOnly = false, bodies = 8, ...options }: RandomOptions = {}): World {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -9.81], solver: 'iterative', ...options });
  for (let i = 0; i < bodies; i++) world.addBody(randomBody(chance, i, world.lengthUnit));
  for (const name of world.joints.names) createRandom(world, chance, name, numbersOnly);
  return world;
}

export function randomBody(chance: Chance, i: number, unit = 1): BodyOptions {
  const shape = chance.pick([
    disc(0.3 * unit),
    box(0.4 * unit, 0.7 * unit),
    capsule(0.5 * unit, 0.1 * unit),
    polygon([
      [0, 0],
      [0.5 * unit, 0],
      [0.2 * unit, 0.6 * unit],
    ]),
  ]);
  const [x, y] = chance.vec(2 * unit);
  const kinematic = i % 8 === 7;
  return {
    type: i % 8 === 6 ? 'static' : kinematic ? 'kinematic' : 'dynamic',
    position: [x, y],
    angle: chance.between(-4, 4),
    velocity: kinematic ? [0.1 * unit, 0] : chance.vec(unit),
    angularVelocity: chance.between(-1, 1),
    shape,
    ...(chance.chance(0.5) ? { mass: chance.between(0.5, 3) } : { density: chance.between(0.5, 3) }),
    ...(chance.chance(0.1) ? { fixedRotation: true } : {}),
    ...(chance.chance(0.3)
      ? {
          linearDamping: chance.between(0, 1),
          angularDamping: chance.between(0, 1),
          gravityScale: chance.between(0, 2),
        }
      : {}),
  };
}

/** A joint of this name between random bodies, of the world or of those given, with random laws. */
export function createRandom(
  world: World,
  chance: Chance,
  name: string,
  numbersOnly = false,
  bodies: readonly Body[] = [...world.bodies],
): Joint {
  const dynamic = bodies.filter(({ type }) => type === 'dynamic');
  const bodyB = chance.pick(dynamic);
  const others = bodies.filter((body) => body !== bodyB);
  const bodyA = chance.chance(0.3) || others.length === 0 ? null : chance.pick(others);
  const unit = world.lengthUnit;
  const options: Record<string, unknown> = { bodyA, bodyB };
  const found = world.joints.find(name);
  if (found === null) throw new Error(`No joint is called ${name}`);
  const type = 'preset' in found ? found.type : found;
  if (type.frames.includes('anchors') && name !== 'groove' && type.anchorKeys.length > 0) {
    const meet = chance.chance(0.7);
    const anchor = meet ? [bodyB.x, bodyB.y].map((c) => c + chance.between(-0.3, 0.3) * unit) : null;
    if (anchor !== null && type.anchorKeys.length === 2 && name !== 'distance' && type.name !== 'distance')
      options['anchor'] = anchor;
    else for (const key of type.anchorKeys) options[key] = chance.vec(0.5 * unit);
    // A drag has its target instead.
    if (name === 'drag') delete options['localAnchorA'];
  }
  if (type.frames.includes('axis') && name !== 'groove')
    options['localAxisA'] = [chance.between(0.1, 1), chance.between(-1, 1)];
  Object.assign(options, flatOptions(name, chance, bodies, unit));
  const joint = world.joints.createNamed(name, options);
  for (const coordinate of joint.coordinates) {
    if ('limits' in coordinate) addLaws(coordinate, chance, unit, numbersOnly);
    else if (chance.chance(0.2)) coordinate.lock = { softness: { hertz: chance.between(1, 10) } };
  }
  if (chance.chance(0.2)) joint.break = { force: 1e6, error: { length: 1e4 * unit, after: 0.1 } };
  if (chance.chance(0.1)) joint.collideConnected = true;
  if (chance.chance(0.1)) joint.maxCorrectionSpeed = 2;
  return joint;
}

/** What a name needs beside bodies and frames. */
function flatOptions(name: string, chance: Chance, bodies: readonly Body[], unit: number): Record<string, unknown> {
  switch (name) {
    case 'groove':
      return { grooveA: [-0.5 * unit, 0.1 * unit], grooveB: [0.6 * unit, chance.between(-0.5, 0.5) * unit] };
    case 'damped-spring':
      return {
        stiffness: chance.between(5, 60),
        damping: chance.between(0, 2),
        restLength: chance.between(0, 1) * unit,
      };
    case 'rotary-spring':
      return { stiffness: chance.between(1, 10), damping: chance.between(0, 1), restAngle: chance.between(-1, 1) };
    case 'ratchet':
      return { tooth: chance.between(0.1, 0.5) * (chance.chance(0.5) ? 1 : -1) };
    case 'rope':
      return { max: 3 * unit };
    case 'slide':
      return { min: 0.1 * unit, max: 3 * unit };
    case 'rotary-limit':
      return { angle: {} };
    case 'motor':
      return { rate: chance.between(-2, 2), maxTorque: 2 };
    case 'drag':
      return { target: chance.vec(2 * unit), weights: 2 };
    case 'friction':
      return { maxForce: 2, maxTorque: 1 };
    case 'pulley':
      return {
        bodyC: chance.pick(bodies),
        bodyD: null,
        ratio: chance.between(0.5, 2),
        max: chance.between(3, 9) * unit,
      };
    case 'path':
      return {
        path: {
          points: [
            [0, 0],
            [unit, 0.5 * unit],
            [2 * unit, 0],
            [unit, -unit],
          ],
          closed: chance.chance(0.5),
          smooth: chance.chance(0.8),
        },
      };
    case 'gear':
      return { ratio: chance.pick([-2, 0.5, 3]) };
    default:
      return {};
  }
}

/** Some random laws on a coordinate. */
export function addLaws(c: ScalarCoordinate, chance: Chance, unit: number, numbersOnly: boolean): void {
  if (c.lock !== null) return;
  const size = c.unit === 'length' ? unit : 1;
  const now = c.value;
  const least = c.isDistance ? 0 : -Infinity;
  const cap = c.unit === 'angle' ? { maxTorque: chance.between(1, 20) } : { maxForce: chance.between(1, 50) };
  const capped = chance.chance(0.5) ? cap : {};
  if (chance.chance(0.3))
    c.limits = {
      lower: Math.max(least, now - chance.between(0, 0.5) * size),
      upper: now + chance.between(0, 0.5) * size,
      restitution: chance.pick([0, 0, 0.5]),
    };
  if (chance.chance(0.1)) c.limits = { upper: now + 0.3 * size, hertz: 5, dampingRatio: 0.5 };
  if (c.spring === null && chance.chance(0.4)) {
    const target = Math.max(least, now + chance.between(-0.3, 0.3) * size);
    const modes = [
      { hertz: chance.between(0.5, 5), dampingRatio: chance.between(0, 1) },
      { stiffness: chance.between(1, 50), damping: chance.between(0, 3) },
      { compliance: chance.between(0.01, 0.1) },
      { force: 'cubic, damped' },
    ];
    c.spring = { ...modes[chance.integer(numbersOnly ? 3 : 4)], target, ...capped };
  }
  if (c.motor === null && chance.chance(0.25))
    c.motor = chance.chance(0.5)
      ? { speed: chance.between(-2, 2) * size, ...cap }
      : { target: Math.max(least, now + chance.between(-0.4, 0.4) * size), speed: 2 * size, ...cap };
  if (chance.chance(0.25)) {
    const angle = c.unit === 'angle';
    c.friction = chance.pick([
      angle ? { torque: 0.5 } : { force: 2 },
      angle ? { coefficient: 0.3, radius: 0.1 * unit } : { coefficient: 0.3 },
      { viscous: 0.5 },
    ]);
  }
  if (c.ratchet === null && chance.chance(0.1)) c.ratchet = { tooth: chance.pick([0.2, -0.3]) * size };
}
