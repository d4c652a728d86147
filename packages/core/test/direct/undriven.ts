import { type Body, type Joint, type LimitsLaw, type ScalarCoordinate, World } from '@tenon/core';
import { LIMITS_ROW, S_STIFFNESS } from '../../src/coordinates/laws/law-fields';
import { Chance } from '../random-world';

/** What laws a mechanism may have. */
export type Law =
  | 'limits'
  | 'restitution'
  | 'soft stops'
  | 'capped stops'
  | 'springs'
  | 'friction'
  | 'ratchets'
  | 'capped locks'
  | 'breaking'
  | 'loops';

/** A random chain or tree of one to six links on ground, of all types of joints, that nothing drives. */
export function undriven(seed: number, laws: readonly Law[]): { world: World; joints: Joint[] } {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, chance.pick([0, -10, -10])], solver: 'direct', sleeping: false });
  const joints: Joint[] = [];
  const bodies: Body[] = [];
  const spin = chance.pick([0, 2, 6, 20]);
  const count = chance.pick([1, 1, 2, 2, 3, 4, 5, 6]);
  for (let i = 0; i < count; i++) {
    const body = world.addBody({
      position: [i, chance.between(-0.3, 0.3)],
      angle: chance.between(-3, 3),
      mass: chance.magnitude(0.1, 7),
      inertia: chance.magnitude(0.02, 0.6),
      velocity: chance.vec(spin / 8),
      angularVelocity: spin * chance.between(-1, 1),
    });
    const bodyA = i === 0 ? null : chance.chance(0.6) ? bodies[i - 1] : chance.pick(bodies);
    const before = world.joints.size;
    addJoint(world, chance, bodyA, body, [i - 0.5, chance.between(-0.3, 0.3)]);
    for (const joint of [...world.joints].slice(before)) joints.push(joint);
    bodies.push(body);
  }
  if (laws.includes('loops'))
    for (let k = 0; k < 2; k++) addRod(world, chance, chance.pick([null, ...bodies]), chance.pick(bodies), joints);
  for (const joint of joints) addLaws(joint, chance, laws);
  return { world, joints };
}

function addRod(world: World, chance: Chance, bodyA: Body | null, bodyB: Body, joints: Joint[]): void {
  if (bodyA === bodyB) return;
  const rod = world.joints.create('distance', {
    bodyA,
    bodyB,
    localAnchorA: chance.vec(0.2),
    localAnchorB: chance.vec(0.2),
    length: {},
  });
  const { value } = rod.length;
  rod.length.limits = [0.95 * value, 1.05 * value];
  joints.push(rod);
}

function addJoint(world: World, chance: Chance, bodyA: Body | null, bodyB: Body, at: [number, number]): void {
  const { joints } = world;
  const place = { bodyA, bodyB, anchor: at };
  const ends = { localAnchorA: local(bodyA, [at[0] - chance.between(0.3, 1), at[1]]), localAnchorB: chance.vec(0.2) };
  switch (chance.integer(11)) {
    case 0:
    case 1:
      joints.create('pivot', place);
      break;
    case 2:
      joints.create('prismatic', { ...place, axis: [1, chance.between(-1, 1)] });
      break;
    case 3:
      joints.create('weld', place);
      break;
    case 4: {
      const { length } = joints.create('distance', { bodyA, bodyB, ...ends, length: {} });
      if (chance.chance(0.5)) length.limits = { upper: length.value + chance.between(0, 0.4) };
      else length.lock = {};
      break;
    }
    case 5:
      joints.create('line', { ...place, axis: [1, chance.between(-1, 1)] });
      break;
    case 6:
      joints.create('wheel', { ...place, axis: [chance.between(-1, 1), 1] });
      break;
    case 7: {
      const sheaves = { bodyC: null, bodyD: null, localAnchorC: [0, 2], localAnchorD: [1, 0] } as const;
      const ratio = chance.between(0.5, 2);
      const { length } = joints.create('pulley', { bodyA, bodyB, ...ends, ...sheaves, ratio, max: 100 });
      length.limits = { upper: length.value + chance.between(0, 0.5) };
      break;
    }
    case 8: {
      const through = local(bodyA, at);
      const points = [0, 1, 2, 3].map((k): [number, number] => [0.7 * (k - 1), chance.between(-0.6, 0.6)]);
      const [x, y] = points[1];
      joints.create('path', {
        bodyA,
        bodyB,
        localAnchorB: local(bodyB, at),
        path: {
          points: points.map(([px, py]) => [px - x + through[0], py - y + through[1]]),
          smooth: chance.chance(0.6),
          closed: chance.chance(0.2),
        },
      });
      break;
    }
    case 9:
      joints.create('pivot', place);
      joints.create('gear', { bodyA, bodyB, ratio: chance.pick([-2, 0.5, 3]) });
      break;
    default:
      joints.create('pose', { bodyA, bodyB, x: {}, y: {}, angle: {} });
  }
}

function local(body: Body | null, at: [number, number]): [number, number] {
  if (body === null) return at;
  const { x, y } = body.toLocal(at);
  return [x, y];
}

function addLaws(joint: Joint, chance: Chance, laws: readonly Law[]): void {
  if (laws.includes('breaking') && chance.chance(0.4)) joint.break = { force: chance.magnitude(5, 200) };
  for (const c of joint.coordinates) {
    if (c.lock !== null) {
      const cap = chance.magnitude(1, 300);
      if (!laws.includes('capped locks') || chance.chance(0.6)) continue;
      if (c.unit === 'angle') joint.maxTorque = cap;
      else joint.maxForce = cap;
    } else if ('limits' in c) addLawsTo(c, chance, laws);
  }
}

function addLawsTo(c: ScalarCoordinate, chance: Chance, laws: readonly Law[]): void {
  const isAngle = c.unit === 'angle';
  const least = c.isDistance ? 0.05 : -Infinity;
  const capOf = (cap: number) => (isAngle ? { maxTorque: cap } : { maxForce: cap });
  const bounds = {
    lower: Math.max(least, c.value - chance.between(0, 0.5)),
    upper: c.value + chance.between(0.02, 0.6),
  };
  const restitution = laws.includes('restitution') ? chance.pick([0, 0, 0.3, 0.8, 1]) : 0;
  if (laws.includes('limits') && c.limits === null && chance.chance(0.7)) {
    const sides = chance.integer(6);
    c.limits = {
      ...(sides === 1 ? {} : { lower: bounds.lower }),
      ...(sides === 2 ? {} : { upper: bounds.upper }),
      restitution,
    };
  }
  if (laws.includes('soft stops') && chance.chance(0.5)) {
    const soft = { hertz: chance.magnitude(0.5, 40), dampingRatio: chance.pick([0, 0, 0.3, 1]) };
    const cap = laws.includes('capped stops') && chance.chance(0.5) ? capOf(chance.magnitude(1, 300)) : {};
    c.limits = { ...bounds, ...soft, ...cap };
  } else if (laws.includes('capped stops') && chance.chance(0.5))
    c.limits = { ...bounds, ...capOf(chance.magnitude(0.5, 100)) };
  if (laws.includes('springs') && chance.chance(0.4))
    c.spring = {
      stiffness: chance.magnitude(1, 1e5),
      damping: chance.pick([0, 0, chance.magnitude(0.01, 100)]),
      target: Math.max(least, c.value + chance.between(-0.3, 0.3)),
    };
  if (laws.includes('friction') && chance.chance(0.5)) {
    const most = chance.magnitude(0.01, 10);
    c.friction = chance.pick([
      isAngle ? { torque: most } : { force: most },
      { viscous: chance.magnitude(0.01, 1000) },
      { coefficient: 0.3, ...(isAngle ? { radius: 0.1 } : {}) },
    ]);
  }
  if (laws.includes('ratchets') && chance.chance(0.4)) c.ratchet = { tooth: chance.pick([0.1, -0.13, 0.02]) };
}

/** What may be gained back of a mechanism in some frames: its energy, what soft stops store, and what capped locks do where they draw back. */
function energyOf(world: World): number {
  let energy = world.energy.total;
  for (const joint of world.joints)
    for (const c of joint.coordinates) {
      const cap = c.unit === 'angle' ? joint.maxTorque : joint.maxForce;
      if (c.lock !== null && Number.isFinite(cap)) energy += cap * Math.abs('limits' in c ? c.error : c.value);
      if ('limits' in c && c.limits !== null) energy += storedBeyond(c, c.limits);
    }
  return energy;
}

function storedBeyond(c: ScalarCoordinate, limits: LimitsLaw): number {
  const beyond = Math.max(0, c.value - limits.upper, limits.lower - c.value);
  if (limits.hertz === Infinity || beyond === 0) return 0;
  const stiffness = c.law(LIMITS_ROW + S_STIFFNESS);
  const most = Math.min(beyond, capOf(c, limits) / stiffness);
  return stiffness * most * (beyond - most / 2);
}

function capOf(c: ScalarCoordinate, { maxForce, maxTorque }: LimitsLaw): number {
  return (c.unit === 'angle' ? maxTorque : maxForce) ?? Infinity;
}

/** True where nothing is beyond a hard stop that gives way: what such a one stores is in no energy. */
function isWithinStops(world: World): boolean {
  for (const joint of world.joints)
    for (const c of joint.coordinates) {
      if (!('limits' in c) || c.limits === null) continue;
      const { lower, upper, hertz } = c.limits;
      if (hertz < Infinity || capOf(c, c.limits) === Infinity) continue;
      if (c.value < lower - 1e-9 || c.value > upper + 1e-9) return false;
    }
  return true;
}

export interface Gains {
  /** Largest kinetic energy, J; the most that was gained in a frame, J, and the frame. */
  most: number;
  gain: number;
  frame: number;
  lastResorts: number;
  iterations: number;
}

/** Steps it so many frames, the first three beside, and measures what it gains. */
export function gainsOf(world: World, frames = 120): Gains {
  const found = { most: 0, gain: 0, frame: -1, lastResorts: 0, iterations: 0 };
  for (let i = 0; i < 3; i++) world.step(1 / 60);
  let before = isWithinStops(world) ? energyOf(world) : Infinity;
  let joints = world.joints.size;
  for (let frame = 0; frame < frames; frame++) {
    world.step(1 / 60);
    for (const island of world.stats.islands) {
      found.iterations += island.iterations;
      if (island.solver === 'direct') found.lastResorts += island.lastResorts;
    }
    found.most = Math.max(found.most, world.energy.kinetic);
    // What breaks takes along what it has stored.
    if (world.joints.size === joints && !isWithinStops(world)) continue;
    const energy = energyOf(world);
    if (world.joints.size === joints && energy - before > found.gain) {
      found.gain = energy - before;
      found.frame = frame;
    }
    joints = world.joints.size;
    before = energy;
  }
  return found;
}
