/**
 * What constraints of one's own cost beside built-in joints: whole steps of 100 strings over two blocks, and of 100 rods.
 * Rounds are interleaved; the least of them counts.
 */
import { defineConstraint, UserConstraint, World } from '@tenon/core';
import { symbolic } from '@tenon/core/symbolic';

const COUNT = 100;
const FRAMES = 60;

const string = defineConstraint({
  name: 'string',
  bodies: 2,
  rows: { length: 'length' },
  parameters: { ground1: { default: [0, 0] }, ground2: { default: [0, 0] }, rest: { default: 2, unit: 'length' } },
  value: ([a, b], { rest, ground1: [x1, y1], ground2: [x2, y2] }) => {
    const left = a.toWorld([0, 0.25]);
    const right = b.toWorld([0, 0.25]);
    const x = [left.x.minus(x1), right.x.minus(x2)];
    const y = [left.y.minus(y1), right.y.minus(y2)];
    const lengths = x.map((each, i) => each.times(each).plus(y[i].times(y[i])).sqrt());
    return lengths[0].plus(lengths[1]).minus(rest);
  },
});

const rod = defineConstraint({
  name: 'rod',
  bodies: 2,
  rows: { length: 'length' },
  value: ([a, b]) => b.position.minus(a.position).length().minus(1),
});

class Rod extends UserConstraint {
  #a;
  #b;

  constructor(a, b) {
    super(1, { units: 'length' });
    this.#a = this.registerBody(null, a);
    this.#b = this.registerBody(null, b);
  }

  clone() {
    return new Rod(this.#a, this.#b);
  }

  position(err) {
    const x = this.#b.x - this.#a.x;
    const y = this.#b.y - this.#a.y;
    err[0] = Math.sqrt(x * x + y * y) - 1;
  }

  jacobian(J) {
    const x = this.#b.x - this.#a.x;
    const y = this.#b.y - this.#a.y;
    const length = Math.sqrt(x * x + y * y);
    J.add(0, this.#a, -x / length, -y / length, 0);
    J.add(0, this.#b, x / length, y / length, 0);
  }
}

const STRING = `
  body a, b
  vector ground1, ground2, anchor = [0, 0.25]
  scalar rest = 2
  constraint |a.position + relative a.rotation anchor - ground1| + |b.position + relative b.rotation anchor - ground2| - rest`;
const ROD = 'body a, b  scalar rest = 1  constraint |b.position - a.position| - rest';

const byText = (mode) => ({
  string: (world, x, a, b) =>
    world.add(symbolic(STRING, { a, b, ground1: [x - 0.5, 1], ground2: [x + 0.5, 1] }, { mode })),
  rod: (world, _, a, b) => world.add(symbolic(ROD, { a, b }, { mode })),
});
const compiled = byText('compile');
const interpreted = byText('interpret');

const body = (world, x, y) => world.addBody({ position: [x, y], mass: 1, inertia: 0.1 });

/** One constraint between two bodies near x, by its kind. */
const kinds = {
  strings: {
    pulley: (world, x, bodyA, bodyC) =>
      world.joints.create('pulley', {
        bodyA,
        bodyC,
        localAnchorA: [0, 0.25],
        localAnchorC: [0, 0.25],
        localAnchorB: [x - 0.5, 1],
        localAnchorD: [x + 0.5, 1],
        length: { lock: true },
      }),
    defineConstraint: (world, x, bodyA, bodyB) =>
      world.joints.create(string, { bodyA, bodyB, ground1: [x - 0.5, 1], ground2: [x + 0.5, 1] }),
    'symbolic, compiled': compiled.string,
    'symbolic, interpreted': interpreted.string,
  },
  rods: {
    distance: (world, _, bodyA, bodyB) => world.joints.create('distance', { bodyA, bodyB, length: { lock: true } }),
    defineConstraint: (world, _, bodyA, bodyB) => world.joints.create(rod, { bodyA, bodyB }),
    UserConstraint: (world, _, bodyA, bodyB) => world.add(new Rod(bodyA, bodyB)),
    'symbolic, compiled': compiled.rod,
    'symbolic, interpreted': interpreted.rod,
  },
};

function make(add, solver) {
  const world = new World({ gravity: [0, -10], solver, sleeping: false });
  for (let i = 0; i < COUNT; i++) add(world, 3 * i, body(world, 3 * i - 0.5, 0), body(world, 3 * i + 0.5, 0.1));
  return world;
}

/** [scene, solver, constraint, ms per frame, times the first of its scene] */
export function constraintTable(rounds) {
  return Object.entries(kinds).flatMap(([scene, ways]) =>
    ['iterative', 'direct'].flatMap((solver) => {
      const least = new Map(Object.keys(ways).map((name) => [name, Infinity]));
      for (let round = 0; round < 2 * rounds; round++) {
        for (const [name, add] of Object.entries(ways)) {
          const world = make(add, solver);
          const { user: start } = process.cpuUsage();
          for (let frame = 0; frame < FRAMES; frame++) world.step(1 / 60);
          least.set(name, Math.min(least.get(name), (process.cpuUsage().user - start) / 1000 / FRAMES));
        }
      }
      const [[, first]] = least;
      return [...least].map(([name, ms]) => [scene, solver, name, ms, ms / first]);
    }),
  );
}
