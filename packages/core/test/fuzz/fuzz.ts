import {
  type Body,
  box,
  capsule,
  chain,
  type CollideOptions,
  compound,
  disc,
  type Joint,
  type ScalarCoordinate,
  type SolverChoice,
  TenonError,
  World,
} from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import { addLaws, Chance, createRandom, randomBody } from '../random-world';
import { FuzzFailure } from './failure';

/** How often each operation was done, and each refusal met. */
export interface FuzzReport {
  readonly operations: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
}

const SOLVERS: readonly SolverChoice[] = ['auto', 'iterative', 'iterative', 'direct'];

/** A world lives for so many operations, then another one begins. */
const LIFE = 2000;
/** Small worlds meet more kinds of trouble in the same time, large ones other kinds. */
const SIZES = [
  { bodies: 3, joints: 5 },
  { bodies: 6, joints: 10 },
  { bodies: 14, joints: 24 },
] as const;
let most: (typeof SIZES)[number] = SIZES[0];
/** False: worlds as they were before stops had caps, of seeds that are kept. */
let capsStops = true;

interface Operation {
  readonly weight: number;
  run(world: World, chance: Chance): void;
}

const operations: Readonly<Record<string, Operation>> = {
  step: {
    weight: 14,
    run: (world, chance) => world.step(chance.pick([1 / 60, 1 / 60, 1 / 60, 1 / 240, 1 / 30, 1 / 15, 1e-4])),
  },
  advance: { weight: 3, run: (world, chance) => world.advance(chance.between(0, 0.05)) },
  body: {
    weight: 8,
    run(world, chance) {
      if (world.bodies.size >= most.bodies) return;
      const { density: _, mass: __, ...options } = randomBody(chance, chance.integer(16), world.lengthUnit);
      world.addBody({ ...options, mass: massOf(chance) });
    },
  },
  joint: {
    weight: 14,
    run(world, chance) {
      if (world.joints.size < most.joints && [...world.bodies].some(({ type }) => type === 'dynamic'))
        createRandom(world, chance, chance.pick(world.joints.names), false);
    },
  },
  tune: {
    weight: 12,
    run: (world, chance) => onJoint(world, chance, (joint) => tune(joint, chance, world.lengthUnit)),
  },
  break: {
    weight: 2,
    run: (world, chance) =>
      onJoint(
        world,
        chance,
        (joint) =>
          (joint.break = {
            force: chance.magnitude(1e-3, 1e5),
            error: { length: chance.magnitude(1e-4, 1) },
            remove: chance.chance(0.7),
          }),
      ),
  },
  clone: {
    weight: 1,
    run(world, chance) {
      if (world.joints.size < most.joints) onJoint(world, chance, (joint) => joint.clone());
    },
  },
  rebind: {
    weight: 2,
    run: (world, chance) =>
      onJoint(world, chance, (joint) => {
        const key = chance.pick(joint.definition.bodyKeys);
        const body = chance.pick([...world.bodies, null]);
        try {
          Object.assign(joint, { [key]: body });
        } catch (error) {
          if (!(error instanceof TenonError) || !/^same-body|^source-invalid/.test(error.code)) throw error;
          count(refusals, error.code);
        }
      }),
  },
  removeJoint: {
    weight: 5,
    run: (world, chance) =>
      onJoint(world, chance, (joint) => {
        joint.remove();
        gone.joint = joint;
      }),
  },
  removeBody: {
    weight: 2,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        body.remove();
        gone.body = body;
      }),
  },
  teleport: {
    weight: 3,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        body.position = chance.vec(3 * world.lengthUnit);
        if (chance.chance(0.5)) body.angle = chance.between(-10, 10);
      }),
  },
  push: {
    weight: 5,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        const kind = chance.next();
        if (kind < 0.3) body.velocity = chance.vec(20 * world.lengthUnit);
        else if (kind < 0.5) body.angularVelocity = chance.between(-40, 40);
        else if (kind < 0.8) body.applyForce(chance.vec(100));
        else body.applyTorque(chance.between(-10, 10));
      }),
  },
  mass: {
    weight: 3,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        if (chance.chance(0.1)) {
          const type = chance.pick(['static', 'kinematic', 'dynamic', 'dynamic'] as const);
          body.type = type === 'dynamic' && body.shape?.type === 'chain' ? 'static' : type;
        } else body.mass = massOf(chance);
        body.inertia = chance.chance(0.1) ? null : (massOf(chance) ?? null);
      }),
  },
  move: {
    weight: 2,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        if (body.type === 'kinematic')
          body.moveTo({
            position: [body.x + chance.between(-0.1, 0.1) * world.lengthUnit, body.y],
            angle: body.angle + chance.between(-0.2, 0.2),
          });
      }),
  },
  rest: {
    weight: 2,
    run: (world, chance) => onBody(world, chance, (body) => (chance.chance(0.5) ? body.sleep() : body.wake())),
  },
  settings: {
    weight: 1,
    run(world, chance) {
      if (chance.chance(0.3)) world.gravity = chance.vec(10 * world.lengthUnit);
      if (chance.chance(0.3)) world.substeps = 1 + chance.integer(8);
      if (chance.chance(0.3)) world.sleeping = chance.chance(0.5);
    },
  },
  inside: {
    weight: 2,
    run(world, chance) {
      const event = chance.pick(['beforestep', 'beforesubstep', 'breaking', 'afterstep', 'broken', 'removed'] as const);
      const calls = 1 + chance.integer(3);
      const off = world.on(event, () => {
        off();
        for (let i = 0; i < calls; i++) perform(pickOperation(chance, CALLS), world, chance);
      });
      world.step(1 / 60);
      off();
    },
  },
  curve: {
    weight: 1,
    run: (world, chance) =>
      onJoint(world, chance, ({ coordinates }) => {
        const stiffness = chance.magnitude(1e-2, 1e6);
        for (const c of coordinates)
          if ('limits' in c) c.spring = { force: (stretch, rate) => -stiffness * (stretch + 0.1 * rate), target: 0 };
      }),
  },
  wrong: {
    weight: 1,
    run(world, chance) {
      const [codes, call] = chance.pick(mistakes(world, chance));
      const before = world.hash();
      let code = 'not refused';
      try {
        call();
      } catch (error) {
        if (!(error instanceof TenonError)) throw error;
        ({ code } = error);
        count(refusals, code);
      }
      if (!codes.test(code)) throw new FuzzFailure(`${call.toString()} is answered with ${code}`);
      if (world.hash() !== before) throw new FuzzFailure(`${call.toString()} was refused and changed the world`);
    },
  },
  rewind: {
    weight: 1,
    run(world, chance) {
      const snapshot = world.snapshot();
      const hash = world.hash();
      for (let i = chance.integer(4); i > 0; i--) perform(pickOperation(chance, ['rewind']), world, chance);
      world.restore(snapshot);
      if (world.hash() !== hash) throw new FuzzFailure('a restored world has another hash');
    },
  },
  scene: {
    weight: 0.2,
    run(world) {
      // A function without a name is not saved.
      for (const joint of world.joints)
        for (const c of joint.coordinates) if ('limits' in c && typeof c.spring?.law === 'function') c.spring = null;
      const text = JSON.stringify(saveScene(world));
      const again = JSON.stringify(saveScene(loadScene(text).world));
      if (again !== text) throw new FuzzFailure(`a loaded scene is saved otherwise: ${firstDifference(text, again)}`);
    },
  },
};

/** Beside those in worlds whose bodies collide; by themselves, so that seeds that are kept do what they did. */
const touching: Readonly<Record<string, Operation>> = {
  collide: {
    weight: 8,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        if (body.shape === null) return;
        body.collides = chance.pick([true, true, null, randomCollides(chance)]);
      }),
  },
  reshape: {
    weight: 2,
    run: (world, chance) =>
      onBody(world, chance, (body) => {
        const { lengthUnit: u } = world;
        const size = () => u * chance.magnitude(0.05, 3);
        const solid = () => chance.pick([box(size(), size()), disc(size()), capsule(size(), size()), box(size(), size(), size())]); // prettier-ignore
        const ground = chain([[-4 * u, size()], [-u, 0], [u, 0], [4 * u, size()]]); // prettier-ignore
        const parts = compound([{ shape: solid() }, { shape: solid(), position: [size(), 0] }]);
        body.shape = chance.pick([solid(), solid(), parts, body.type === 'dynamic' ? solid() : ground]);
      }),
  },
  ask: {
    weight: 2,
    run(world, chance) {
      const place = () => chance.vec(4 * world.lengthUnit);
      world.raycastAll(place(), place());
      world.cast(disc(0.3 * world.lengthUnit), place(), place());
      world.overlap(box(world.lengthUnit, world.lengthUnit), place(), { angle: chance.between(-3, 3) });
      for (const body of world.bodies)
        for (const { force, friction } of world.contacts(body))
          if (!Number.isFinite(force + friction)) throw new FuzzFailure(`a contact has a force of ${force}`);
    },
  },
};

function randomCollides(chance: Chance): CollideOptions {
  return {
    friction: chance.pick([0, 0.5, 100]),
    restitution: chance.pick([0, 0.5, 1]),
    rolling: chance.pick([0, 0.1]),
    surfaceSpeed: chance.between(-3, 3),
    sensor: chance.chance(0.1),
    oneWay: chance.chance(0.2) ? [0, 1] : null,
    group: chance.pick([null, 'a', 'b']),
    with: chance.pick([null, null, ['a']]),
  };
}

/** What calls for an idle world, or for itself. */
const CALLS = ['step', 'advance', 'inside', 'rebind', 'rewind', 'scene', 'wrong'];
/** Those of the world at hand. */
let drawn = operations;

const done: Record<string, number> = {};
const refusals: Record<string, number> = {};
/** What was removed last; a restore may have brought it back. */
const gone: { body: Body | null; joint: Joint | null } = { body: null, joint: null };

function count(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1;
}

/** Does `many` random operations on a row of worlds; throws `FuzzFailure` at the first that went wrong. */
export function fuzz(
  many: number,
  seed: number,
  onProgress: (done: number) => void = () => {},
  solvers: readonly SolverChoice[] = SOLVERS,
  withCaps = true,
  collides = false,
): FuzzReport {
  capsStops = withCaps;
  drawn = collides ? { ...operations, ...touching } : operations;
  let world = new World();
  let chance = new Chance(seed);
  for (let i = 0; i < many; i++) {
    if (i % LIFE === 0) {
      world.destroy();
      gone.body = gone.joint = null;
      chance = new Chance(seed + i / LIFE);
      world = new World({
        gravity: [0, -9.81],
        lengthUnit: chance.pick([1, 1, 50]),
        solver: chance.pick(solvers),
        substeps: chance.pick([1, 4, 8]),
      });
      most = chance.pick(SIZES);
      onProgress(i);
    }
    const name = pickOperation(chance);
    try {
      perform(name, world, chance);
      check(world);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      throw new FuzzFailure(
        `operation ${i % LIFE} of world ${Math.floor(i / LIFE)} (${name}, seed ${seed + Math.floor(i / LIFE)}): ${cause.message}`,
        { cause },
      );
    }
  }
  return { operations: { ...done }, refusals: { ...refusals } };
}

function pickOperation(chance: Chance, except: readonly string[] = []): string {
  const names = Object.keys(drawn);
  let at = chance.between(0, names.reduce((sum, name) => sum + drawn[name].weight, 0)); // prettier-ignore
  const name = names.find((candidate) => (at -= drawn[candidate].weight) <= 0) ?? 'tune';
  return except.includes(name) ? 'tune' : name;
}

function perform(name: string, world: World, chance: Chance): void {
  count(done, name);
  drawn[name].run(world, chance);
}

/** No array holds a number that is not finite. */
function check(world: World): void {
  const { store } = world;
  for (const name of ['pose', 'motion', 'load'] as const) {
    const array = store[name];
    for (let i = 0; i < store.count * 8; i++)
      if (!Number.isFinite(array[i]))
        throw new FuzzFailure(`${name}[${i % 8}] of body ${store.handles[i >> 3]?.id ?? ''} is ${array[i]}`);
  }
  if (world.contactSolver?.save().every(Number.isFinite) === false) throw new FuzzFailure('a contact is no number');
  for (const batch of world.batches) {
    for (const name of ['rows', 'settings', 'laws'] as const) {
      const i = batch[name].findIndex((number) => !Number.isFinite(number));
      if (i >= 0) throw new FuzzFailure(`${batch.type.name} ${name}[${i}] is ${batch[name][i]}`);
    }
    const shared = Math.max(...batch.coordinates.map(({ kind }) => kind.lawsSize));
    if (batch.laws.subarray(0, shared).some((number) => number !== 0))
      throw new FuzzFailure(`${batch.type.name}: something was written to the laws of coordinates without any`);
  }
}

/** Where two texts part, and what is around it. */
function firstDifference(before: string, after: string): string {
  let i = 0;
  while (before[i] === after[i]) i++;
  return `${before.slice(Math.max(0, i - 200), i + 40)} | ${after.slice(i, i + 40)}`;
}

/** Calls that are refused, and with which code. */
function mistakes(world: World, chance: Chance): readonly (readonly [codes: RegExp, call: () => unknown])[] {
  const body = [...world.bodies].at(-1) ?? world.addBody();
  const joint = [...world.joints].at(-1) ?? world.joints.create('filter', { bodyB: body });
  const bad = chance.pick([NaN, -Infinity, 'x', {}]) as number;
  return [
    [/^param-/, () => (body.position = [bad, 0])],
    [/^param-/, () => (body.mass = bad)],
    [/^param-/, () => body.applyForce([0, bad])],
    [/^param-/, () => world.step(bad)],
    [/^param-/, () => world.joints.create('pivot', { bodyB: body, angle: { limits: [0, bad] } })],
    [/^option-unknown/, () => world.joints.create('pivot', { bodyB: body, ['anchr' as 'anchor']: [0, 0] })],
    [/^duplicate-id/, () => world.addBody({ id: body.id })],
    [/^same-body/, () => world.joints.create('weld', { bodyA: body, bodyB: body })],
    [/^other-world/, () => world.joints.create('weld', { bodyB: new World().addBody() })],
    [/^type-unknown/, () => world.joints.createNamed('pivott', {})],
    [/^param-/, () => (joint.break = { force: bad })],
    [/^body-removed|^not refused/, () => gone.body?.position],
    [/^joint-removed|^not refused/, () => gone.joint?.error],
    [/^snapshot-invalid/, () => world.restore(new World().snapshot())],
  ];
}

function massOf(chance: Chance): number {
  return chance.chance(0.2) ? chance.magnitude(1e-6, 1e6) : chance.magnitude(0.1, 10);
}

function onBody(world: World, chance: Chance, act: (body: Body) => void): void {
  const bodies = [...world.bodies];
  if (bodies.length > 0) act(chance.pick(bodies));
}

function onJoint(world: World, chance: Chance, act: (joint: Joint) => void): void {
  const joints = [...world.joints];
  if (joints.length > 0) act(chance.pick(joints));
}

function tune(joint: Joint, chance: Chance, unit: number): void {
  const scalars = joint.coordinates.filter((c): c is ScalarCoordinate => 'limits' in c);
  const kind = chance.next();
  if (kind < 0.15) joint.enabled = !joint.enabled;
  else if (kind < 0.3) {
    const softness = chance.pick([null, { hertz: 3 }, { correction: 0.1 }]);
    if (joint.coordinates.some(({ lock }) => lock !== null)) joint.softness = softness;
  } else if (kind < 0.4) {
    const maxForce = chance.pick([null, 0, 10]);
    if (joint.coordinates.some(({ lock, unit }) => lock !== null && unit !== 'angle')) joint.maxForce = maxForce;
  } else if (scalars.length > 0) {
    const c = chance.pick(scalars);
    if (chance.chance(0.3))
      for (const law of ['limits', 'spring', 'motor', 'friction', 'ratchet'] as const)
        if (chance.chance(0.4)) c[law] = null;
    if (chance.chance(0.1)) c.lock = chance.chance(0.5);
    addLaws(c, chance, unit, false);
    if (!capsStops) return;
    const cap = chance.pick([null, 0, chance.magnitude(1e-3, 1e3)]);
    for (const law of [c.ratchet, c.limits?.restitution === 0 ? c.limits : null])
      if (law !== null && chance.chance(0.3)) law[c.unit === 'angle' ? 'maxTorque' : 'maxForce'] = cap;
  }
}
