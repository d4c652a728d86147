import {
  type Body,
  type BodyOptions,
  box,
  capsule,
  chain,
  disc,
  type Shape,
  World,
  type WorldOptions,
} from '@tenon/core';

/** The mechanisms that contacts are judged by: metres, y up, what is left out as in a new world. */

export type Place = readonly [x: number, y: number];

/** A world with gravity in which nothing falls asleep while it is measured. */
export function worldOf(options: WorldOptions = {}): World {
  return new World({ gravity: [0, -9.81], sleeping: false, ...options });
}

export function ground(world: World, width = 60, collides: BodyOptions['collides'] = true): Body {
  return world.addBody({ type: 'static', position: [0, -1], shape: box(width, 2), collides });
}

export function crate(world: World, x: number, y: number, options: BodyOptions = {}): Body {
  return world.addBody({ position: [x, y], shape: box(1, 1), collides: true, ...options });
}

/** Boxes of 1 m, let down by 2 cm each, every other one 1 cm aside. */
export function stack(world: World, count: number): Body[] {
  ground(world);
  return Array.from({ length: count }, (_, i) => crate(world, 0.01 * (i % 2), 0.5 + 1.02 * i));
}

/** 210 boxes of 1 m, in twenty rows. */
export function pyramid(world: World, base = 20): Body[] {
  ground(world, 100);
  const boxes: Body[] = [];
  for (let row = 0; row < base; row++)
    for (let i = row; i < base; i++) boxes.push(crate(world, (i - row / 2 - base / 2) * 1.05, 0.5 + row));
  return boxes;
}

/** Ten capsules and a head on ten hinges with the limits of a human being, turned by `tilt`. */
export function ragdoll(world: World, [x0, y0]: Place = [0, 2.2], tilt = 0.4): Body[] {
  const bodies: Body[] = [];
  const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
  const at = (x: number, y: number): Place => [x0 + c * x - s * y, y0 + s * x + c * y];
  const part = (x: number, y: number, shape: Shape): Body => {
    const body = world.addBody({ position: at(x, y), angle: tilt + Math.PI / 2, shape, collides: true });
    bodies.push(body);
    return body;
  };
  const limb = (x: number, y: number, length: number, r: number) => part(x, y, capsule(length, r));
  const hinge = (bodyA: Body, bodyB: Body, x: number, y: number, lower: number, upper: number) =>
    world.joints.create('pivot', { bodyA, bodyB, anchor: at(x, y), angle: { limits: [lower, upper] } });

  const pelvis = limb(0, 0, 0.15, 0.1);
  const chest = limb(0, 0.4, 0.25, 0.12);
  const head = part(0, 0.8, disc(0.12));
  hinge(pelvis, chest, 0, 0.2, -0.5, 0.5);
  hinge(chest, head, 0, 0.66, -0.6, 0.6);
  for (const side of [-1, 1]) {
    const range = (lower: number, upper: number): Place => (side < 0 ? [lower, upper] : [-upper, -lower]);
    const thigh = limb(0.1 * side, -0.4, 0.3, 0.07);
    const shin = limb(0.1 * side, -0.85, 0.3, 0.06);
    const arm = limb(0.28 * side, 0.35, 0.2, 0.05);
    const forearm = limb(0.28 * side, 0.05, 0.2, 0.045);
    hinge(pelvis, thigh, 0.1 * side, -0.2, ...range(-1.2, 0.6));
    hinge(thigh, shin, 0.1 * side, -0.63, ...range(-0.1, 1.5));
    hinge(chest, arm, 0.28 * side, 0.5, -2, 2);
    hinge(arm, forearm, 0.28 * side, 0.2, ...range(-1.5, 0.1));
  }
  return bodies;
}

/** Ragdolls, seven a layer. */
export function crowd(world: World, count: number): Body[] {
  ground(world);
  return Array.from({ length: count }, (_, i) =>
    ragdoll(world, [(i % 7) * 1.1 - 3.3, 1.6 + Math.floor(i / 7) * 2.3], 0.3 * (i % 5) - 0.6),
  ).flat();
}

/** A car of two driven, sprung wheels on sixty segments of a metre, the first twelve flat. It starts at x = −5. */
export function car(world: World): Body {
  const points: Place[] = [[-12, 0]];
  for (let i = 0; i < 60; i++)
    points.push([-11 + i, i < 12 ? 0 : 0.25 * Math.sin(i * 1.3) * Math.min(1, (i - 12) / 6)]);
  world.addBody({ type: 'static', shape: chain(points), collides: true });
  const chassis = world.addBody({ position: [-5, 0.9], shape: box(2.4, 0.5), density: 2, collides: true });
  for (const x of [-5.8, -4.2]) {
    const wheel = world.addBody({ position: [x, 0.42], shape: disc(0.4), collides: true });
    world.joints.create('wheel', {
      bodyA: chassis,
      bodyB: wheel,
      anchor: [x, 0.42],
      axis: [0, 1],
      suspension: { spring: { hertz: 4, dampingRatio: 0.7 } },
      spin: { motor: { speed: -12, maxTorque: 8 } },
    });
  }
  return chassis;
}

/** World units/s and rad/s: the fastest of them, a radian counting as 0.2 m. */
export function speedOf(bodies: readonly Body[]): number {
  return Math.max(...bodies.map(({ velocity, angularVelocity }) => Math.max(Math.hypot(velocity.x, velocity.y), 0.2 * Math.abs(angularVelocity)))); // prettier-ignore
}

/** The largest distance of the anchors of a hinge. */
export function gapOf(world: World): number {
  return Math.max(0, ...[...world.joints].filter(({ type }) => type === 'pivot').map((joint) => Math.abs(joint.error['point'] ?? 0))); // prettier-ignore
}
