import { path, type PathData, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { cos, sin } from '../../src/math/trig';
import { Chance } from '../random-world';
import { FRAME, SOLVERS } from '../rigs';

type Point = readonly [x: number, y: number];

/** A path of straight pieces, with corners of up to 150° to either side, and the lengths of its pieces. */
function randomLine(chance: Chance): PathData {
  const points: Point[] = [[0, 0]];
  let angle = chance.between(-3, 3);
  for (let i = 0; i < 6; i++) {
    const length = chance.magnitude(0.1, 2);
    const [x, y] = points[i];
    points.push([x + length * cos(angle), y + length * sin(angle)]);
    angle += chance.between(-2.6, 2.6);
  }
  return { points, smooth: false };
}

/** A polygon about the origin whose corners may turn either way. */
function randomPolygon(chance: Chance): PathData {
  const count = 3 + chance.integer(5);
  const points = Array.from({ length: count }, (_, i) => {
    const angle = (6.283 * (i + chance.between(-0.3, 0.3))) / count;
    const radius = chance.between(0.5, 2);
    return [radius * cos(angle), radius * sin(angle)] as const;
  });
  return { points, smooth: false, closed: true };
}

/** The pieces of a path, with their directions, and at each corner tan(turn / 2). */
function piecesOf({ points, closed = false }: PathData) {
  const pieces = points.slice(0, closed ? points.length : -1).map(([x, y], i) => {
    const [x1, y1] = points[(i + 1) % points.length];
    const length = Math.hypot(x1 - x, y1 - y);
    return { x, y, length, tx: (x1 - x) / length, ty: (y1 - y) / length };
  });
  const turns = points.map((_, i) => {
    if (!closed && (i === 0 || i === points.length - 1)) return 0;
    const a = pieces[(i + pieces.length - 1) % pieces.length];
    const b = pieces[i];
    return (a.tx * b.ty - a.ty * b.tx) / (1 + a.tx * b.tx + a.ty * b.ty);
  });
  return { pieces, turns };
}

/** An offset to the left at which every piece keeps a third of its length and more. */
function someOffset(chance: Chance, data: PathData): number {
  const { pieces, turns } = piecesOf(data);
  const side = chance.pick([-1, 1]);
  const room = pieces.map(({ length }, i) => {
    const inside = Math.max(0, side * turns[i]) + Math.max(0, side * turns[(i + 1) % turns.length]);
    return length / Math.max(inside, 0.5);
  });
  return side * chance.magnitude(0.01, 1) * 0.6 * Math.min(...room);
}

/**
 * The line so far to the left of a path: along each piece up to half way between it and the next, or, outside a corner, around that. With
 * how far along the path each corner comes.
 */
function parallel(data: PathData, offset: number) {
  const { pieces, turns } = piecesOf(data);
  const places: { at: Point; way: Point; corner: number | undefined }[] = [];
  let start = 0;
  pieces.forEach(({ x, y, tx, ty, length }, i) => {
    const [from, to] = [turns[i], turns[(i + 1) % turns.length]].map((turn) => Math.max(0, offset * turn));
    for (let k = 0; k <= 30; k++) {
      const along = from + ((length - to - from) * k) / 30;
      const corner = (from > 0 && k === 0) || (to > 0 && k === 30) ? start + (k === 0 ? 0 : length) : undefined;
      places.push({ at: [x + along * tx - offset * ty, y + along * ty + offset * tx], way: [tx, ty], corner });
    }
    start += length;
    const turn = data.closed || i + 1 < pieces.length ? turns[(i + 1) % turns.length] : 0;
    for (let k = 1; k < 10 && offset * turn < 0; k++) {
      const angle = (2 * Math.atan(turn) * k) / 10;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const way = [c * tx - s * ty, s * tx + c * ty] as const;
      const at = [x + length * tx - offset * way[1], y + length * ty + offset * way[0]] as const;
      places.push({ at, way, corner: k === 5 ? start : undefined });
    }
  });
  return places;
}

/** Which of these is half way along the first piece. */
const HALF_WAY = 15;

function onPath(data: PathData, [x, y]: Point) {
  const world = new World();
  const bodyB = world.addBody({ position: [x, y], mass: 1, inertia: 1 });
  const joint = world.joints.create('path', { bodyB, path: data, localAnchorA: [0, 0], localAnchorB: [0, 0] });
  return { bodyB, joint };
}

const SQUARE = path(
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  { closed: true, smooth: false },
);

/** A cart that is driven around a square at 1 m/s, so far to the left of it. */
function around(solver: (typeof SOLVERS)[number], offset: number, maxForce = Infinity) {
  const world = new World({ solver, sleeping: false });
  const bodyB = world.addBody({ mass: 1, inertia: 1, position: [0.5, offset], velocity: [1, 0] });
  const joint = world.joints.create('path', {
    bodyB,
    path: SQUARE,
    localAnchorA: [0, 0],
    localAnchorB: [0, 0],
    offset: { lock: { target: offset } },
    travel: { motor: { speed: 1, maxForce } },
  });
  return { world, bodyB, joint };
}

describe('off a path of straight pieces', () => {
  test('travel runs from corner to corner without a jump, at its rate, and offset stays', () => {
    const chance = new Chance(1);
    for (let n = 0; n < 200; n++) {
      const data = chance.chance(0.5) ? randomLine(chance) : randomPolygon(chance);
      const offset = someOffset(chance, data);
      const places = parallel(data, offset).slice(HALF_WAY);
      const { bodyB, joint } = onPath(data, places[0].at);
      let last = joint.travel.value - 1e-9;
      for (const { at, way, corner } of places) {
        bodyB.position = at;
        bodyB.velocity = way;
        const travel = joint.travel.value;
        expect(joint.offset.value).toBeCloseTo(offset, 8);
        expect(joint.travel.rate).toBeGreaterThan(0);
        // Where a corner is crossed inside, both sides of it are there.
        expect(travel).toBeGreaterThan(last - 1e-8);
        if (corner !== undefined) expect(travel).toBeCloseTo(corner, 8);
        last = travel;
      }
    }
  });

  test('the rate of travel is how its value changes, anywhere near the path', () => {
    const chance = new Chance(2);
    let off = 0;
    for (let n = 0; n < 1000; n++) {
      const data = chance.chance(0.5) ? randomLine(chance) : randomPolygon(chance);
      const { pieces } = piecesOf(data);
      const { x, y, tx, ty, length } = chance.pick(pieces);
      const along = chance.between(-0.2, 1.2) * length;
      const offset = someOffset(chance, data);
      const place = [x + along * tx - offset * ty, y + along * ty + offset * tx] as const;
      const { bodyB, joint } = onPath(data, place);
      const [vx, vy] = chance.vec(1);
      bodyB.velocity = [vx, vy];
      const { rate } = joint.travel;
      const STEP = 1e-6;
      bodyB.position = [place[0] + STEP * vx, place[1] + STEP * vy];
      const after = joint.travel.value;
      bodyB.position = [place[0] - STEP * vx, place[1] - STEP * vy];
      const before = joint.travel.value;
      if (Math.abs((after - before) / (2 * STEP) - rate) > 1e-4 * (1 + Math.abs(rate))) off++;
    }
    // Where one of a corner's two edges comes to lie within a micrometre.
    expect(off).toBeLessThan(3);
  });

  test.each([-0.4, -0.1, 0.1, 0.4])('a turn of a closed path counts its length, %f m to the left', (offset) => {
    const { bodyB, joint } = around('iterative', offset);
    const [low, high] = [offset, 1 - offset];
    const corners = [
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ];
    for (let turn = 0; turn < 3; turn++) {
      corners.forEach(([x, y], i) => {
        bodyB.position = [x, y];
        expect(joint.travel.value).toBeCloseTo(4 * turn + i + 1, 12);
        const [nextX, nextY] = corners[(i + 1) % 4];
        bodyB.position = [(x + nextX) / 2, (y + nextY) / 2];
        expect(joint.travel.value).toBeCloseTo(4 * turn + i + 1.5, 12);
      });
    }
  });

  test('a corner in the middle of an open path is no end of it, and its ends are where they are', () => {
    const line: PathData = {
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      smooth: false,
    };
    const { bodyB, joint } = onPath(line, [0.5, -2]);
    bodyB.position = [3, -2];
    expect(joint.travel.value).toBeCloseTo(1, 12);
    for (const [x, y, travel] of [
      [0, -2, 0],
      [-1, -2, -1],
      [0, 0.5, 0],
      [-1, 0.5, -1],
      [0.5, 0.5, 1],
      [0.5, 1, 2],
      [3, 1, 2],
      [3, 2, 3],
    ]) {
      bodyB.position = [x, y];
      expect(joint.travel.value).toBeCloseTo(travel, 12);
    }
  });

  test('inside a corner whose short piece has no room, the pieces beside it meet', () => {
    const chamfer: PathData = {
      points: [
        [0, 0],
        [0.95, 0],
        [1, 0.05],
        [1, 1],
      ],
      smooth: false,
    };
    const { bodyB, joint } = onPath(chamfer, [0.5, 0.3]);
    const places = [
      [0.6, 0.3, 0.3],
      [0.69, 0.3, 0.3],
      [0.7, 0.31, 0.3],
      [0.7, 0.5, 0.3],
      [0.7, 0.31, 0.3],
      [0.69, 0.3, 0.3],
    ];
    for (const [x, y, offset] of places) {
      bodyB.position = [x, y];
      expect(joint.offset.value).toBeCloseTo(offset, 12);
    }
  });
});

describe.each(SOLVERS)('off a path of straight pieces with the %s step', (solver) => {
  test.each([-0.2, 0.2])('travel changes at its rate, at %f m', (offset) => {
    const { world, joint } = around(solver, offset);
    let last = joint.travel.value;
    for (let i = 0; i < 240; i++) {
      world.step(FRAME);
      // What comes to where travel runs twice as fast for its way is half a step early or late.
      expect(Math.abs(joint.travel.value - last - FRAME)).toBeLessThan(0.6 * FRAME);
      last = joint.travel.value;
    }
    expect(last).toBeCloseTo(4.5, 1);
  });

  test.each([20, Infinity])('a motor of %f N drives around the outside', (maxForce) => {
    const { world, joint } = around(solver, -0.2, maxForce);
    let lastResorts = 0;
    for (let i = 0; i < 240; i++) {
      world.step(FRAME);
      for (const island of world.stats.islands) lastResorts += island.lastResorts;
      expect(Math.abs(joint.offset.error)).toBeLessThan(0.005);
    }
    expect(lastResorts).toBe(0);
    expect(joint.travel.value).toBeGreaterThan(4);
  });

  test.each([5, 20, 45, 70, 90])(
    'a corner of %i° leaves what speed is along the next piece, wherever in a step it comes',
    (turn) => {
      const angle = turn * (Math.PI / 180);
      const line: PathData = {
        points: [
          [-3, 0],
          [0, 0],
          [3 * Math.cos(angle), -3 * Math.sin(angle)],
        ],
        smooth: false,
      };
      for (const speed of [0.5, 3]) {
        for (let phase = 0; phase < 12; phase++) {
          const world = new World({ solver, sleeping: false });
          const bodyB = world.addBody({ mass: 1, inertia: 1, velocity: [speed, 0] });
          bodyB.position = [-(5 + phase / 12) * speed * FRAME, 0];
          world.joints.create('path', { bodyB, path: line });
          for (let i = 0; i < 8; i++) world.step(FRAME);
          const { x, y } = bodyB.velocity;
          expect(Math.abs(Math.hypot(x, y) / speed - Math.cos(angle))).toBeLessThan(0.02);
        }
      }
    },
  );

  test('a corner costs what falls down a slope the same wherever in a step it comes, and what swings on it too', () => {
    const line: PathData = { points: [[-2, 2], [0, 0], [3, -0.5]], smooth: false }; // prettier-ignore
    const arrive = (phase: number, mass: number): number => {
      const world = new World({ solver, sleeping: false, gravity: [0, -10] });
      const at = -0.5 - phase * 0.004;
      const bodyB = world.addBody({ mass: 1, inertia: 1, position: [at, -at] });
      world.joints.create('path', { bodyB, path: line });
      const bob = world.addBody({ mass, inertia: 0.01 * mass, position: [at, -at - 0.5] });
      world.joints.create('pivot', { bodyA: bodyB, bodyB: bob, anchor: [at, -at] });
      while (bodyB.x < 0.3) world.step(FRAME);
      const { x, y } = bodyB.velocity;
      // What it had when it was at 0.3 m.
      return (x * x + y * y) / 2 + 10 * (bodyB.y + 0.05);
    };
    for (const mass of [1e-6, 0.3]) {
      const energies = Array.from({ length: 12 }, (_, phase) => arrive(phase, mass) / (0.5 + phase * 0.004));
      expect(Math.max(...energies) / Math.min(...energies)).toBeLessThan(1.06);
    }
  });

  test('what slides along random polygons gains nothing', () => {
    const chance = new Chance(3);
    for (let n = 0; n < 60; n++) {
      const data = randomPolygon(chance);
      const offset = someOffset(chance, data);
      const arm = chance.pick([0, 0.3]);
      const [x, y] = parallel(data, offset)[HALF_WAY].at;
      const world = new World({ solver, sleeping: false, gravity: chance.pick([[0, 0] as const, [0, -10] as const]) });
      const bodyB = world.addBody({ mass: 1, inertia: 0.1, position: [x - arm, y], velocity: chance.vec(5) });
      bodyB.angularVelocity = chance.between(-5, 5);
      const joint = world.joints.create('path', {
        bodyB,
        path: data,
        localAnchorA: [0, 0],
        localAnchorB: [arm, 0],
        offset: { lock: { target: offset } },
      });
      if (chance.chance(0.3)) joint.travel.limits = [joint.travel.value - 0.5, joint.travel.value + 0.5];
      world.step(FRAME);
      const first = world.energy.total;
      for (let i = 0; i < 300; i++) {
        world.step(FRAME);
        expect(world.energy.total).toBeLessThan(first + 0.005 * Math.max(1, Math.abs(first)));
      }
    }
  });

  test('what is driven along random lines ends at their end', () => {
    const chance = new Chance(4);
    for (let n = 0; n < 40; n++) {
      const data = randomLine(chance);
      const { length } = path(data.points, { smooth: false });
      const offset = someOffset(chance, data);
      const line = parallel(data, offset);
      const world = new World({ solver, sleeping: false });
      const bodyB = world.addBody({ mass: 1, inertia: 0.1, position: line[HALF_WAY].at });
      const joint = world.joints.create('path', {
        bodyB,
        path: data,
        localAnchorA: [0, 0],
        localAnchorB: [0, 0],
        offset: { lock: { target: offset } },
        travel: { limits: [0, length], motor: { speed: 2, maxForce: 50 } },
      });
      for (let i = 0; i < 600; i++) {
        world.step(FRAME);
        expect(joint.travel.value).toBeLessThan(length + 0.02);
      }
      expect(joint.travel.value).toBeCloseTo(length, 2);
      const [x, y] = line[line.length - 1].at;
      expect(Math.hypot(bodyB.x - x, bodyB.y - y)).toBeLessThan(0.02);
    }
  });
});

describe('in a corner of a path the direct step', () => {
  const v: readonly Point[] = [
    [-1, 1],
    [0, 0],
    [1, 1],
  ];
  /** A bead at this place of a path under gravity, and how many last resorts it has taken. */
  function bead(at: Point, data: PathData, target = 0) {
    const world = new World({ gravity: [0, -10], solver: 'direct', sleeping: false });
    const bodyB = world.addBody({ position: [at[0], at[1]], mass: 1, inertia: 0.1 });
    const options = {
      bodyB,
      path: data,
      localAnchorA: [0, 0],
      localAnchorB: [0, 0],
      offset: { lock: { target } },
    } as const;
    const joint = world.joints.create('path', options);
    let lastResorts = 0;
    const walk = (frames: number): void => {
      for (let i = 0; i < frames; i++) {
        world.step(FRAME);
        for (const island of world.stats.islands) lastResorts += island.lastResorts;
      }
    };
    return { bodyB, joint, walk, lastResorts: () => lastResorts };
  }

  test.each([
    ['there from the start', [0, 0], { points: v, smooth: false }, 0],
    ['the other way round', [0, 0], { points: [...v].reverse(), smooth: false }, 0],
    ['that it slides into', [0.3, 0.3], { points: v, smooth: false }, 0],
    ['beside the path', [0.3, 0.6], { points: v, smooth: false }, 0.2],
    [
      'of a closed one',
      [0.3, 0.225],
      {
        points: [
          [0, 0],
          [0.8, 0.6],
          [0.2, 1.4],
          [-0.6, 0.8],
        ],
        smooth: false,
        closed: true,
      },
      0,
    ],
  ] as const)('lets a bead rest: %s', (_, at, data, target) => {
    const { bodyB, joint, walk, lastResorts } = bead(at, data, target);
    walk(240);
    expect(lastResorts()).toBe(0);
    // To the tolerance of the step: what slid into it may stop so far before it.
    expect(bodyB.x).toBeCloseTo(0, 6);
    expect(bodyB.y).toBeCloseTo(target * Math.SQRT2, 6);
    expect(Math.hypot(bodyB.velocity.x, bodyB.velocity.y)).toBeLessThan(1e-8);
    expect(joint.reaction.x).toBeCloseTo(0, 6);
    expect(joint.reaction.y).toBeCloseTo(10, 6);
    expect(joint.travel.force).toBe(0);
  });

  test.each([1, -1])('lets go of what is kicked out of it (%i)', (side) => {
    const { bodyB, walk, lastResorts } = bead([0, 0], { points: v, smooth: false });
    walk(30);
    bodyB.velocity = [side, 1];
    walk(10);
    // Up the slope at √2 m/s, braked by g/√2.
    const exact = side * (10 * FRAME - 2.5 * (10 * FRAME) ** 2);
    expect(bodyB.x).toBeCloseTo(exact, 6);
    walk(230);
    expect(bodyB.x).toBeCloseTo(0, 9);
    expect(lastResorts()).toBe(0);
  });

  test('takes no more of what passes many in a step than each of them does', () => {
    const chance = new Chance(5);
    for (let n = 0; n < 60; n++) {
      const most = chance.pick([0.05, 0.2, 0.5]);
      const size = chance.pick([0.05, 0.2]);
      const perStep = chance.pick([0.7, 2, 5]);
      const points: Point[] = [[0, 0]];
      let angle = 0;
      while (points.length < 150) {
        const length = size * chance.between(0.3, 1.7);
        const [x, y] = points[points.length - 1];
        points.push([x + length * cos(angle), y + length * sin(angle)]);
        angle += chance.between(-most, most);
      }
      const { pieces } = piecesOf({ points });
      const world = new World({ solver: 'direct', sleeping: false });
      const bead = world.addBody({ mass: 1, inertia: 0.1, velocity: [(perStep * size) / FRAME, 0] });
      bead.position = [chance.between(0.1, 0.9) * pieces[0].length, 0];
      const { travel, offset } = world.joints.create('path', { bodyB: bead, path: { points, smooth: false } });
      for (let frame = 0; frame < 60 && travel.value + travel.rate * FRAME < 149 * 0.3 * size; frame++) {
        const from = travel.value;
        const speed = Math.hypot(bead.velocity.x, bead.velocity.y);
        world.step(FRAME);
        const share = Math.hypot(bead.velocity.x, bead.velocity.y) / speed;
        let left = 1;
        let start = 0;
        pieces.forEach(({ length, tx, ty }, i) => {
          const isPassed = i > 0 && start > from && start < travel.value + 1e-5;
          if (isPassed) left *= tx * pieces[i - 1].tx + ty * pieces[i - 1].ty;
          start += length;
        });
        expect(share).toBeGreaterThan(0.97 * left);
        expect(share).toBeLessThan(1 + 1e-6);
        expect(Math.abs(offset.value)).toBeLessThan(1e-5);
      }
    }
  });

  test('lets go of what is pulled out of it', () => {
    const { bodyB, walk } = bead([0, 0], { points: v, smooth: false });
    walk(30);
    for (const [force, x] of [
      [9.9, 0],
      [10.1, 0.1],
    ]) {
      for (let i = 0; i < 120; i++) {
        bodyB.applyForce([force, 0]);
        walk(1);
      }
      expect(bodyB.x).toBeCloseTo(x, 2);
    }
  });
});
