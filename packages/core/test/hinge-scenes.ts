import type { Body, PivotJoint, World } from '@tenon/core';
import { Simulation } from '../src/simulation/simulation';

/** What is stepped in WebAssembly, and what changes while it is: each builds a scene and returns what is done before each step. */

/** `links` in a row, let go level from `from`, or from the world. */
export function addChain(world: World, links: number, from: Body | null = null, y = 0): Body[] {
  const bodies: Body[] = [];
  for (let i = 0; i < links; i++) {
    const body = world.addBody({ position: [0.25 * i + 0.125, y], mass: 0.25, inertia: 0.001 });
    world.joints.create('pivot', { bodyA: bodies[i - 1] ?? from, bodyB: body, anchor: [0.25 * i, y] });
    bodies.push(body);
  }
  return bodies;
}

/** A net whose upper corners are static bodies. */
function addNet(world: World, size: number): Body[] {
  const bodies: Body[] = [];
  for (let i = 0; i < size * size; i++) {
    const x = i % size;
    const y = -Math.floor(i / size);
    const held = y === 0 && x % (size - 1) === 0;
    bodies.push(world.addBody({ type: held ? 'static' : 'dynamic', position: [x, y], mass: 0.5, inertia: 0.04 }));
    if (x > 0) world.joints.create('pivot', { bodyA: bodies[i - 1], bodyB: bodies[i], anchor: [x - 0.5, y] });
    if (y < 0) world.joints.create('pivot', { bodyA: bodies[i - size], bodyB: bodies[i], anchor: [x, y + 0.5] });
  }
  return bodies;
}

/** A trunk hung from the world that turns, with six limbs of two parts. */
function addFigure(world: World, i: number): void {
  const trunk = world.addBody({ position: [0, 6 * i], mass: 5, inertia: 0.2, angularVelocity: 4 + i });
  world.joints.create('pivot', { bodyB: trunk, anchor: [0, 6 * i + 0.4] });
  for (let limb = 0; limb < 6; limb++) {
    const side = limb % 2 ? 1 : -1;
    const y = 6 * i + 0.4 - 0.2 * limb;
    let from = trunk;
    for (const x of [0.2, 0.7]) {
      const part = world.addBody({ position: [side * (x + 0.25), y], mass: 1 + 0.1 * limb, inertia: 0.02 });
      const angle = { limits: [-0.1 - 0.1 * limb, 0.6] as const };
      world.joints.create('pivot', { bodyA: from, bodyB: part, anchor: [side * x, y], angle });
      from = part;
    }
  }
}

export function pivots(world: World): PivotJoint[] {
  return [...world.joints].filter((joint) => joint.type === 'pivot') as PivotJoint[];
}

/** Gives the hinges limits by their number. */
export function limit(world: World, limits: (i: number) => readonly [number, number]): void {
  pivots(world).forEach((joint, i) => (joint.angle.limits = limits(i)));
}

/** A body on a spring between two chains pulls by what one of them bears. */
function lookFromASpring(world: World, solver: 'iterative' | 'direct'): undefined {
  Simulation.blockSize = 60;
  addChain(world, 30);
  const [joint] = pivots(world);
  const bodyB = world.addBody({ position: [0, 2], mass: 1 });
  const force = (x: number) => joint.reaction.y - 10 * x;
  world.joints.create('distance', { bodyB, localAnchorA: [0, 3], solver, length: { spring: { force } } });
  addChain(world, 30, null, 6);
}

type Scene = (world: World) => ((step: number) => void) | undefined;

export const scenes: Record<string, Scene> = {
  'a chain': (world) => void addChain(world, 40),
  'a net on static bodies': (world) => void addNet(world, 6),
  'a chain on a kinematic body': (world) => {
    const carrier = world.addBody({ type: 'kinematic', velocity: [1, 0.5], angularVelocity: 3 });
    addChain(world, 30, carrier);
    return undefined;
  },
  'a chain on a static body that is moved': (world) => {
    const post = world.addBody({ type: 'static' });
    addChain(world, 30, post);
    return (step) => {
      if (step % 5 === 4) post.position = [0.002 * step, 0];
      if (step === 20) post.angle = 1;
    };
  },
  'forces, torques and weights': (world) => {
    const bodies = addChain(world, 30);
    return (step) => {
      bodies[7].gravityScale = -0.5;
      bodies[12].applyForce([3, step % 7]);
      bodies[20].applyTorque(0.2 - 0.01 * step);
    };
  },
  'a light chain with a heavy end': (world) => {
    addChain(world, 30)[29].mass = 1000;
    return undefined;
  },
  'bodies that turn fast, and faster than any sensible motion': (world) => {
    const bodies = addChain(world, 30);
    bodies[3].angularVelocity = 150;
    bodies[9].angularVelocity = 900;
    bodies[17].velocity = [9000, 0];
    return undefined;
  },
  'bodies that only turn': (world) => {
    for (const body of addChain(world, 30).slice(4, 9)) body.mass = Infinity;
    return undefined;
  },
  'a gap that is closed as fast as may be': (world) => {
    const bodies = addChain(world, 30);
    return (step) => {
      if (step === 10) bodies[12].position = [5, 0];
    };
  },
  'a kick, damping for a while, another step': (world) => {
    const bodies = addChain(world, 30);
    return (step) => {
      if (step === 5) bodies[12].velocity = [3, 3];
      if (step === 15) bodies[15].linearDamping = 2;
      if (step === 20) bodies[15].linearDamping = 0;
    };
  },
  'bodies that are damped, lightly and beyond all measure, between stops': (world) => {
    const bodies = addChain(world, 30);
    limit(world, (i) => [-0.1 - 0.01 * i, 0.1]);
    bodies.forEach((body, i) => {
      body.linearDamping = i % 4 === 0 ? 500 : 0.1 * i;
      body.angularDamping = i % 3 === 0 ? 0 : 0.2;
    });
    return undefined;
  },
  'a hinge that gets a law and loses it': (world) => {
    const bodies = addChain(world, 30);
    const joint = world.joints.create('pivot', { bodyA: bodies[28], bodyB: bodies[29], anchor: [7.25, 0] });
    return (step) => {
      if (step === 8) joint.angle.limits = [-0.2, 0.2];
      if (step === 20) joint.angle.limits = null;
    };
  },
  'many islands in blocks': (world) => {
    Simulation.blockSize = 60;
    for (let i = 0; i < 9; i++) addChain(world, 24, null, 3 * i);
    return undefined;
  },
  'hinges without laws in a block of their own': (world) => {
    Simulation.blockSize = 60;
    const [limited, free] = [0, 3].map((y) => {
      const bodies = addChain(world, 30, null, y);
      return world.joints.create('pivot', { bodyA: bodies[28], bodyB: bodies[29], anchor: [7.25, y] });
    });
    limited.angle.limits = [-0.2, 0.2];
    return (step) => {
      if (step === 8) free.angle.motor = { speed: 1, maxTorque: 5 };
      if (step === 20) free.angle.motor = null;
    };
  },
  'chains whose stops are met on both sides, slowly and by a throw': (world) => {
    for (const y of [0, 20]) {
      const bodies = addChain(world, 30, null, y);
      limit(world, (i) => [-0.02 * (1 + (i % 5)), 0.1 + 0.01 * i]);
      if (y > 0) bodies.forEach((body, i) => (body.angularVelocity = i % 2 ? 20 : -20));
    }
    return undefined;
  },
  'stops on one side only, far beyond, of infinite and of zero inertia': (world) => {
    const bodies = addChain(world, 40);
    limit(world, (i) => (i % 3 === 0 ? [-Infinity, 0.1] : i % 3 === 1 ? [-0.1, Infinity] : [0.3, 0.5]));
    bodies[5].inertia = Infinity;
    bodies[6].inertia = Infinity;
    bodies[20].mass = 40;
    return undefined;
  },
  'stops that are drawn in, taken away and kicked into': (world) => {
    const bodies = addChain(world, 30);
    limit(world, () => [-0.3, 0.3]);
    return (step) => {
      const { angle } = pivots(world)[11];
      if (step === 6) bodies[20].angularVelocity = 30;
      if (step === 9) angle.limits = [-0.05, 0.02];
      if (step === 14) angle.limits = null;
      if (step === 18) bodies[11].position = [4, 1];
      if (step === 24) angle.limits = [0.1, 0.1];
      if (step === 28) angle.limits = [-0.1, 0.1];
    };
  },
  'bounds that are drawn in, and taken away while they push': (world) => {
    addChain(world, 30);
    limit(world, () => [-0.3, 0.3]);
    const laws = pivots(world).map(({ angle }) => angle.limits);
    return (step) => {
      const law = step < 25 && step % 3 === 2 ? laws[step % 10] : null;
      if (law) law.upper = law.force > 0 ? 0.2 : 0.02;
      if (step === 25) for (const { angle } of pivots(world)) if (angle.limits?.force !== 0) angle.limits = null;
    };
  },
  'a chain that is cut': (world) => {
    addChain(world, 60);
    limit(world, (i) => [-0.1, 0.05 + 0.01 * i]);
    return (step) => {
      if (step === 6) pivots(world)[20].remove();
      if (step === 17) [...world.bodies][40].remove();
      if (step === 22) pivots(world).at(-1)?.remove();
    };
  },
  'islands that fall asleep and wake': (world) => {
    Simulation.blockSize = 60;
    const [asleep] = [0, 3, 6].map((y) => addChain(world, 24, null, y)[0]);
    limit(world, (i) => [-0.1 - 0.01 * i, 0.2]);
    return (step) => {
      if (step === 5) asleep.sleep();
      if (step === 21) asleep.wake();
    };
  },
  'a force function that looks at other islands': (world) => lookFromASpring(world, 'iterative'),
  'a force function in a direct island that looks at others': (world) => lookFromASpring(world, 'direct'),
  'a net with stops on a kinematic body that turns': (world) => {
    const bodies = addNet(world, 5);
    const carrier = world.addBody({ type: 'kinematic', angularVelocity: 2 });
    world.joints.create('pivot', { bodyA: carrier, bodyB: bodies[24], anchor: [4, -4] });
    limit(world, (i) => [-0.01 * (i % 4) - 0.01, 0.02]);
    return undefined;
  },
  'wrapped stops, and stops that break': (world) => {
    addChain(world, 30);
    limit(world, () => [-0.2, 0.2]);
    pivots(world)[4].angle.wrapped = true;
    pivots(world)[17].break = { torque: 2 };
    return undefined;
  },
  'figures with limited joints in blocks': (world) => {
    Simulation.blockSize = 60;
    for (let i = 0; i < 9; i++) addFigure(world, i);
    return undefined;
  },
  'joints of several types': (world) => {
    const bodies = addChain(world, 30);
    world.joints.create('weld', { bodyA: bodies[28], bodyB: bodies[29], anchor: [7.25, 0], angle: { lock: null } });
    return undefined;
  },
};
