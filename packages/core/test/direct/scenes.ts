import { type Body, type ScalarOptions, World, type WorldOptions } from '@tenon/core';

/** A world of the direct step, and the bodies that a test looks at. */
export interface DirectScene {
  readonly world: World;
  readonly bodies: readonly Body[];
}

export function directWorld(options: WorldOptions = {}): World {
  return new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false, ...options });
}

/** A rod hinged at the origin, let go level. */
export function rod(options?: WorldOptions): DirectScene {
  const world = directWorld(options);
  const body = world.addBody({ position: [1, 0], mass: 1, inertia: 1 / 12 });
  world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
  return { world, bodies: [body] };
}

/** `n` links of `link` m in a row, hinged to the origin unless free. */
export function chain(n: number, { link = 0.25, last = 1, grounded = true, options = {} } = {}): DirectScene {
  const world = directWorld(options);
  const half = link / 2;
  const mass = 4 * link * link;
  const inertia = (mass * 1.04 * link * link) / 12;
  const bodies: Body[] = [];
  for (let i = 0; i < n; i++) {
    const scale = i === n - 1 ? last : 1;
    const body = world.addBody({ position: [(2 * i + 1) * half, 0], mass: mass * scale, inertia: inertia * scale });
    const before = bodies[i - 1];
    if (i > 0)
      world.joints.create('pivot', { bodyA: before, bodyB: body, localAnchorA: [half, 0], localAnchorB: [-half, 0] });
    else if (grounded) world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0], localAnchorB: [-half, 0] });
    bodies.push(body);
  }
  return { world, bodies };
}

/** Point masses on rods without mass: length rows. */
export function beads(n: number, last: number, options?: WorldOptions): DirectScene {
  const world = directWorld(options);
  const bodies: Body[] = [];
  for (let i = 0; i < n; i++) {
    const body = world.addBody({ position: [(i + 1) * 0.25, 0], mass: i === n - 1 ? last : 1, inertia: 1 });
    world.joints.create('pin', {
      ...(i > 0 ? { bodyA: bodies[i - 1] } : {}),
      bodyB: body,
      localAnchorA: [0, 0],
      localAnchorB: [0, 0],
    });
    bodies.push(body);
  }
  return { world, bodies };
}

/** A four-bar linkage falling from rest. */
export function fourBar(options?: WorldOptions): DirectScene {
  const world = directWorld(options);
  const points = [
    [0, 0],
    [0, 1],
    [2.5, 2],
    [3, 0],
  ] as const;
  const bodies = [0, 1, 2].map((i) => {
    const [px, py] = points[i];
    const [qx, qy] = points[i + 1];
    const length = Math.hypot(qx - px, qy - py);
    return world.addBody({
      position: [(px + qx) / 2, (py + qy) / 2],
      angle: Math.atan2(qy - py, qx - px),
      mass: length,
      inertia: length ** 3 / 12,
    });
  });
  world.joints.create('pivot', { bodyB: bodies[0], anchor: points[0] });
  world.joints.create('pivot', { bodyA: bodies[0], bodyB: bodies[1], anchor: points[1] });
  world.joints.create('pivot', { bodyA: bodies[1], bodyB: bodies[2], anchor: points[2] });
  world.joints.create('pivot', { bodyA: bodies[2], anchor: points[3] });
  return { world, bodies };
}

/** A crank, a rod and a slider, let go from rest with the crank at 53°. */
export function sliderCrank(options?: WorldOptions): DirectScene {
  const world = directWorld(options);
  const [tipX, tipY] = [0.15, 0.2];
  const reach = tipX + Math.sqrt(0.75 ** 2 - tipY ** 2);
  const crank = world.addBody({
    position: [tipX / 2, tipY / 2],
    angle: Math.atan2(tipY, tipX),
    mass: 1,
    inertia: 0.01,
  });
  const link = world.addBody({
    position: [(tipX + reach) / 2, tipY / 2],
    angle: Math.atan2(-tipY, reach - tipX),
    mass: 1,
    inertia: 0.05,
  });
  const slider = world.addBody({ position: [reach, 0], mass: 1, inertia: 0.01 });
  world.joints.create('pivot', { bodyB: crank, anchor: [0, 0] });
  world.joints.create('pivot', { bodyA: crank, bodyB: link, anchor: [tipX, tipY] });
  world.joints.create('pivot', { bodyA: link, bodyB: slider, anchor: [reach, 0] });
  world.joints.create('prismatic', { bodyB: slider, anchor: [reach, 0], axis: [1, 0] });
  return { world, bodies: [slider, crank] };
}

/** Two weights over a pulley, one swinging; `others` are laws on a rod from the second to below its sheave. */
export function pulley(masses: readonly [number, number], others: ScalarOptions = {}): DirectScene {
  const world = directWorld();
  const bodies = masses.map((mass, i) =>
    world.addBody({ position: [i === 0 ? 0.3 : 2, -1.5], mass, inertia: 0.05 * mass }),
  );
  const [bodyB, bodyD] = bodies;
  world.joints.create('pulley', {
    ...{ bodyB, bodyD, localAnchorB: [0, 0.2], localAnchorD: [0, 0.2] },
    ...{ localAnchorA: [0, 0], localAnchorC: [2, 0], length: { lock: true } },
  });
  const ends = { localAnchorA: [2, -4], localAnchorB: [0, -0.2] } as const;
  world.joints.create('distance', { bodyB: bodyD, ...ends, length: others });
  return { world, bodies };
}

/** A square mesh of `n` × `n` bodies hinged half way, hung by one corner: more rows than it needs. */
export function mesh(n: number): DirectScene {
  const world = directWorld();
  const bodies: Body[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const body = world.addBody({ position: [j, -i], mass: 1, inertia: 0.1 });
      if (j > 0) world.joints.create('pivot', { bodyA: bodies[i * n + j - 1], bodyB: body, anchor: [j - 0.5, -i] });
      if (i > 0) world.joints.create('pivot', { bodyA: bodies[(i - 1) * n + j], bodyB: body, anchor: [j, 0.5 - i] });
      bodies.push(body);
    }
  }
  world.joints.create('pivot', { bodyB: bodies[0], anchor: [0, 0] });
  return { world, bodies };
}

export function run(world: World, seconds: number, rate = 60): void {
  for (let i = 0; i < Math.round(seconds * rate); i++) world.step(1 / rate);
}

/** Largest error of a lock, m or rad. */
export function largestGap(world: World): number {
  let gap = 0;
  for (const joint of world.joints)
    for (const error of Object.values(joint.error as unknown as Record<string, number>))
      gap = Math.max(gap, Math.abs(error));
  return gap;
}

/** About the common centre of mass. */
export function angularMomentum(bodies: readonly Body[]): number {
  let mass = 0;
  let x = 0;
  let y = 0;
  for (const body of bodies) {
    mass += body.mass;
    x += body.mass * body.x;
    y += body.mass * body.y;
  }
  let sum = 0;
  for (const body of bodies) {
    const { velocity } = body;
    sum +=
      body.inertia * body.angularVelocity +
      body.mass * ((body.x - x / mass) * velocity.y - (body.y - y / mass) * velocity.x);
  }
  return sum;
}
