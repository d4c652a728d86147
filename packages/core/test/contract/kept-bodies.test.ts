import { type Body, type Joint, World, type WorldOptions } from '@tenon/core';
import { expect, test } from 'vitest';

/**
 * Solvers keep what they have left of bodies from step to step. A world restored from its own snapshot has read all of them anew: both
 * have to move alike, whatever is changed in between.
 */

interface Model {
  readonly world: World;
  readonly bodies: readonly Body[];
  readonly carrier: Body;
  readonly joints: readonly Joint[];
}

const LINKS = 20;

/** A chain on the ground and one on a kinematic body: each long enough for the short way of the iterative step, of a layout of its own. */
function chains(options: WorldOptions): Model {
  const world = new World({ gravity: [0, -10], sleeping: false, ...options });
  const carrier = world.addBody({ type: 'kinematic', position: [0, 3] });
  const bodies: Body[] = [];
  const joints: Joint[] = [];
  for (const [y, links, ground] of [
    [0, LINKS, null],
    [3, LINKS + 1, carrier],
  ] as const)
    for (let i = 0; i < links; i++) {
      const bodyA = i > 0 ? bodies[bodies.length - 1] : ground;
      const bodyB = world.addBody({ position: [i + 0.5, y], mass: 1, inertia: 0.1 });
      joints.push(world.joints.create('pivot', { bodyA, bodyB, anchor: [i, y] }));
      bodies.push(bodyB);
    }
  return { world, bodies, carrier, joints };
}

/** Not the hash, which brings home what is kept. */
function posesOf({ bodies }: Model): number[] {
  return bodies.flatMap(({ x, y, angle }) => [x, y, angle]);
}

function once(world: World, name: 'beforestep' | 'beforesubstep' | 'afterstep', change: () => void): void {
  const off = world.on(name, () => {
    off();
    change();
  });
}

const changes: [string, (model: Model) => void][] = [
  ['a force', ({ bodies }) => bodies[3].applyForce([20, 30])],
  ['a torque', ({ bodies }) => bodies[3].applyTorque(5)],
  ['an impulse', ({ bodies }) => bodies[3].applyImpulse([1, 2])],
  ['an angular impulse', ({ bodies }) => bodies[3].applyAngularImpulse(0.3)],
  ['a velocity', ({ bodies }) => (bodies[3].velocity = [1, 2])],
  ['an angular velocity', ({ bodies }) => (bodies[3].angularVelocity = 3)],
  ['a teleport', ({ bodies }) => (bodies[3].position = [bodies[3].x + 0.01, bodies[3].y])],
  ['a turn', ({ bodies }) => (bodies[3].angle += 0.01)],
  ['a mass', ({ bodies }) => (bodies[3].mass = 3)],
  ['an inertia', ({ bodies }) => (bodies[3].inertia = 0.4)],
  ['a gravity scale', ({ bodies }) => (bodies[3].gravityScale = -1)],
  ['a damping', ({ bodies }) => (bodies[3].linearDamping = 0.5)],
  ['a type', ({ bodies }) => (bodies[LINKS - 1].type = 'static')],
  ['a goal of what carries it', ({ carrier }) => carrier.moveTo({ position: [0.01, 3] })],
  ['a velocity of what carries it', ({ carrier }) => (carrier.velocity = [0.3, 0])],
  ['gravity', ({ world }) => (world.gravity = [1, -3])],
  ['substeps', ({ world }) => (world.substeps = 3)],
  ['rest', ({ bodies }) => bodies[3].sleep()],
  ['a look at a joint', ({ joints }) => joints[3].reaction.force],
  ['a joint gone', ({ joints }) => joints[5].remove()],
  ['a force from a hook', ({ world, bodies }) => once(world, 'beforestep', () => bodies[3].applyForce([5, 5]))],
  ['a force in a substep', ({ world, bodies }) => once(world, 'beforesubstep', () => bodies[3].applyForce([5, 5]))],
  ['an impulse after a step', ({ world, bodies }) => once(world, 'afterstep', () => bodies[3].applyImpulse([1, 1]))],
];

test.each(['iterative', 'direct'] as const)('what nothing has changed need not be read again (%s)', (solver) => {
  for (const [name, change] of changes) {
    const kept = chains({ solver });
    const anew = chains({ solver });
    for (let i = 0; i < 24; i++) {
      anew.world.restore(anew.world.snapshot());
      if (i % 6 === 4) for (const model of [kept, anew]) change(model);
      const dt = i < 18 ? 1 / 60 : 1 / 50;
      for (const { world } of [kept, anew]) world.step(dt);
      expect(posesOf(kept), `${name}, step ${i}`).toEqual(posesOf(anew));
    }
    expect(kept.world.hash(), name).toBe(anew.world.hash());
  }
});

test('nor where what carries it is led evenly', () => {
  const models = [chains({ solver: 'iterative' }), chains({ solver: 'iterative' })];
  for (let i = 1; i < 12; i++) {
    models[1].world.restore(models[1].world.snapshot());
    for (const { world, carrier } of models) {
      if (i < 8) carrier.moveTo({ position: [0.01 * i, 3] });
      world.step(1 / 60);
    }
    expect(posesOf(models[0])).toEqual(posesOf(models[1]));
  }
});

test('a force lasts through the steps of one advance, and not beyond', () => {
  const models = [chains({ solver: 'iterative', fixedStep: 0.01 }), chains({ solver: 'iterative', fixedStep: 0.01 })];
  for (let i = 0; i < 4; i++) {
    models[1].world.restore(models[1].world.snapshot());
    for (const { world, bodies } of models) {
      if (i === 1) bodies[3].applyForce([20, 30]);
      world.advance(0.03);
    }
    expect(posesOf(models[0])).toEqual(posesOf(models[1]));
  }
});
