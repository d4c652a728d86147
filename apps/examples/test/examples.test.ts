import { readFileSync } from 'node:fs';
import { type Body, builtInJoints, type Joint, type World } from '@tenon/core';
import { describe, expect, it } from 'vitest';
import { belt } from '../src/examples/belt';
import { cams } from '../src/examples/cams';
import { claw } from '../src/examples/claw';
import { everyJoint } from '../src/examples/every-joint';
import { type Example, motorOf } from '../src/examples/example';
import { examples } from '../src/examples/index';
import { hillClimb } from '../src/examples/hill-climb';
import { jelly } from '../src/examples/jelly';
import { marbles } from '../src/examples/marbles';
import { pinball } from '../src/examples/pinball';
import { stairs } from '../src/examples/stairs';
import { wreckingBall } from '../src/examples/wrecking-ball';
import { loadCast } from '../src/stages/cast';
import { Sign } from '../src/sign';
import { Steering } from '../src/steering';

const metres = { scale: 1, flipY: false };
const pixels = { scale: 64, flipY: true };
const STEPS = 600;

describe.each(examples)('$id', (example) => {
  it('runs ten seconds within its budget', { timeout: 120_000 }, () => {
    const { world } = loadCast(example, metres);
    const worst = { length: 0, angle: 0 };
    for (let step = 0; step < STEPS; step++) {
      world.step(1 / 60);
      measure(world, worst);
    }
    expect([...world.poses].every(Number.isFinite)).toBe(true);
    expect(worst.length).toBeLessThanOrEqual(example.budget.length);
    expect(worst.angle).toBeLessThanOrEqual(example.budget.angle);
  });

  it('moves the same in metres and in pixels, y down', () => {
    const inMetres = loadCast(example, metres).world;
    const inPixels = loadCast(example, pixels).world;
    const collides = [...inMetres.bodies].some((body) => body.collides !== null);
    // A power of two scales without rounding; only gears mix lengths and angles. Points where
    // bodies touch are taken in another order, and what tumbles goes another way soon.
    const [steps, pixel] = collides ? [20, 0.5] : [240, 1e-4];
    for (let step = 0; step < steps; step++) {
      inMetres.step(1 / 60);
      inPixels.step(1 / 60);
    }
    for (const body of inMetres.bodies) {
      const twin = inPixels.body(body.id);
      expect(Math.abs((twin?.x ?? NaN) - body.x * pixels.scale)).toBeLessThan(pixel);
      expect(Math.abs((twin?.y ?? NaN) + body.y * pixels.scale)).toBeLessThan(pixel);
    }
  });
});

it('the longest pendulum swings within the picture', () => {
  const wall = examples.find(({ id }) => id === 'pendulum-wall') ?? examples[0];
  const { world } = loadCast(wall, metres);
  let leftmost = Infinity;
  for (let step = 0; step < 240; step++) {
    world.step(1 / 60);
    leftmost = Math.min(leftmost, world.body('bob0')?.x ?? NaN);
  }
  expect(leftmost - 0.17).toBeGreaterThan(-wall.view.width / 2);
});

describe('the lorry', () => {
  it('keeps its load while it drives gently, and comes over the hills', { timeout: 120_000 }, () => {
    const { world } = loadCast(hillClimb, metres);
    const lorry = world.body('lorry');
    for (let step = 0; step < 540; step++) world.step(1 / 60);
    expect(lorry?.x).toBeGreaterThan(15);
    for (let i = 0; i < 5; i++) {
      const crate = world.body(`crate${i}`);
      expect(Math.hypot((crate?.x ?? NaN) - (lorry?.x ?? NaN), (crate?.y ?? NaN) - (lorry?.y ?? NaN)), `crate${i}`).toBeLessThan(2); // prettier-ignore
    }
  });

  it('goes where it is steered, and stands still where nobody steers', () => {
    const steering = new Steering();
    const { world } = loadCast(hillClimb, metres, undefined, steering);
    steering.press('back');
    for (let step = 0; step < 120; step++) world.step(1 / 60);
    expect(world.body('lorry')?.x).toBeLessThan(-2);
    steering.release('back');
    for (let step = 0; step < 300; step++) world.step(1 / 60);
    expect(Math.hypot(...(world.body('lorry')?.velocity ?? [NaN]))).toBeLessThan(0.5);
  });
});

it('the doll falls to the foot of the stairs, comes to rest there, and is thrown again', { timeout: 120_000 }, () => {
  const steering = new Steering();
  const { world } = loadCast(stairs, metres, undefined, steering);
  const torso = world.body('torso');
  const start = [torso?.x ?? NaN, torso?.y ?? NaN];
  for (let step = 0; step < 480; step++) world.step(1 / 60);
  expect(torso?.y).toBeLessThan(start[1] - 2);
  expect(torso?.isSleeping).toBe(true);
  steering.press('throw');
  world.step(1 / 60);
  expect(Math.hypot((torso?.x ?? NaN) - start[0], (torso?.y ?? NaN) - start[1])).toBeLessThan(0.2);
});

it('the doll is left in the hand of who holds it', () => {
  const { world } = loadCast(stairs, metres);
  const torso = world.body('torso');
  world.joints.create('drag', { bodyB: torso, anchor: torso?.position ?? [0, 0], target: [0, 3] });
  for (let step = 0; step < 600; step++) {
    world.step(1 / 60);
    if (step > 180) expect(Math.hypot(torso?.x ?? NaN, (torso?.y ?? NaN) - 3)).toBeLessThan(2);
  }
});

describe('the pinball table', () => {
  it('plays itself: the ball stays on the table, goes round, and nothing stretches', { timeout: 120_000 }, () => {
    const sign = new Sign();
    const { world } = loadCast(pinball, metres, undefined, new Steering(), sign);
    const ball = world.body('ball');
    const hinges = ['left-hinge', 'right-hinge'].map((id) => world.joint(id)?.coordinates.find(({ name }) => name === 'point')); // prettier-ignore
    const counts = new Set<string>();
    for (let step = 0; step < 3600; step++) {
      world.step(1 / 60);
      const { x = NaN, y = NaN } = ball?.position ?? {};
      expect(x > -3 && x < 3.52 && y > -7 && y < 5, `${x}, ${y} after ${step} steps`).toBe(true);
      for (const hinge of hinges) expect(Math.abs(hinge?.error ?? NaN)).toBeLessThan(0.005);
      counts.add(sign.text.split(' · ')[1]);
    }
    expect(parseInt(sign.text)).toBeGreaterThan(500);
    expect(counts.size).toBeGreaterThan(1);
  });

  it('gets its ball back that somebody has taken off', () => {
    const { world } = loadCast(pinball, metres);
    const ball = world.body('ball');
    if (ball === null) throw new Error('there is no ball');
    const { x, y } = ball;
    ball.position = [-4, 0];
    for (let step = 0; step < 2; step++) world.step(1 / 60);
    expect(Math.hypot(ball.x - x, ball.y - y)).toBeLessThan(0.1);
  });

  it('hits hard: a flipper throws the ball over the slings and the vanes', () => {
    const steering = new Steering();
    const { world } = loadCast(pinball, metres, undefined, steering);
    const ball = world.body('ball');
    if (ball === null) throw new Error('there is no ball');
    steering.press('right');
    ball.position = [-1.1, -3.5];
    for (let step = 0; step < 18; step++) world.step(1 / 60);
    steering.press('left');
    let highest = -Infinity;
    for (let step = 0; step < 90; step++) {
      world.step(1 / 60);
      highest = Math.max(highest, ball.y);
    }
    expect(highest).toBeGreaterThan(0);
  });

  it('lets the ball out of the lane of the plunger, and not in again from above', () => {
    const steering = new Steering();
    const { world } = loadCast(pinball, metres, undefined, steering);
    const ball = world.body('ball');
    if (ball === null) throw new Error('there is no ball');
    steering.press('left');
    ball.position = [3.3, 4];
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    expect(ball.x).toBeLessThan(3);
    ball.position = [3.31, 1.5];
    ball.velocity = [0, 12];
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    expect(ball.x).toBeLessThan(3);
  });
});

describe('the claw crane', () => {
  it('loads the lorry by friction alone, which drives away and comes back empty', { timeout: 240_000 }, () => {
    const sign = new Sign();
    const { world } = loadCast(claw, metres, undefined, new Steering(), sign);
    const head = world.body('head');
    const crates = Array.from({ length: 5 }, (_, i) => world.body(`crate${i}`));
    const lifted = new Map<string, number>();
    const counts = new Set<number>();
    for (let step = 0; step < 3000; step++) {
      world.step(1 / 60);
      counts.add(parseInt(sign.text));
      for (const crate of crates) {
        if (crate === null || head === null) throw new Error('something is missing');
        const hangs = head.y > 4 && crate.y > 3;
        const below = head.y - crate.y;
        if (!hangs) continue;
        expect(Math.abs(below - (lifted.get(crate.id) ?? below)), crate.id).toBeLessThan(0.01);
        if (!lifted.has(crate.id)) lifted.set(crate.id, below);
      }
    }
    expect(lifted.size).toBe(5);
    for (const below of lifted.values()) expect(Math.abs(below - 0.72)).toBeLessThan(0.03);
    expect([...counts]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(parseInt(sign.text)).toBe(0);
    expect(crates.map((crate) => (crate?.x ?? NaN) < 0)).toEqual([true, true, true, true, true]);
  });

  it('goes by hand: where it is steered, and the claw opens and shuts', () => {
    const steering = new Steering();
    const { world } = loadCast(claw, metres, undefined, steering);
    const hold = (id: string, steps: number) => {
      steering.press(id);
      for (let step = 0; step < steps; step++) world.step(1 / 60);
      steering.release(id);
      world.step(1 / 60);
    };
    const [trolley, head, jaw] = ['trolley', 'head', 'left-jaw'].map((id) => world.body(id));
    hold('right', 60);
    expect(trolley?.x).toBeGreaterThan(0);
    hold('down', 30);
    const low = head?.y;
    expect(low).toBeLessThan(3.5);
    hold('claw', 40);
    expect(jaw?.angle).toBeGreaterThan(0.3);
    hold('claw', 40);
    expect(jaw?.angle).toBeLessThan(-0.3);
    expect(Math.abs((head?.y ?? NaN) - (low ?? NaN))).toBeLessThan(0.15); // it was on its way
  });
});

it(
  'the marble machine goes on: after two minutes no marble is lost, and each has gone round',
  { timeout: 240_000 },
  () => {
    const { world } = loadCast(marbles, metres);
    const rounds = new Map<string, number>();
    world.on('overlap', ({ sensor, body }) => {
      if (sensor.id === 'lap') rounds.set(body.id, (rounds.get(body.id) ?? 0) + 1);
    });
    for (let step = 0; step < 7200; step++) world.step(1 / 60);
    const all = [...world.bodies].filter(({ id }) => id.startsWith('marble'));
    expect(all).toHaveLength(15);
    for (const { id, x, y } of all) {
      expect(x > -4.9 && x < 5.1 && y > -2.1 && y < 2.1, `${id} at ${x}, ${y}`).toBe(true);
      expect(rounds.get(id), id).toBeGreaterThan(2);
    }
  },
);

it('the wrecking ball knocks the wall down', () => {
  const { world } = loadCast(wreckingBall, metres);
  for (let step = 0; step < 300; step++) world.step(1 / 60);
  const bricks = [...world.bodies].filter(({ id }) => id.startsWith('brick'));
  expect(bricks).toHaveLength(60);
  for (const { id, y } of bricks) expect(y > 0.1 && y < 1.6, id).toBe(true); // of 3.4 m, and none in the ground
});

describe('the belt', () => {
  const wheels = [
    ['drive', 0.5],
    ['cam', 1.05],
    ['idler', 0.38],
  ] as const;

  it('turns all wheels the same way, and hands on as much as it gets', () => {
    const { world } = loadCast(belt, metres);
    for (let step = 0; step < 600; step++) world.step(1 / 60);
    const turns = wheels.map(([id, radius]) => (world.body(id)?.angle ?? NaN) * radius);
    for (const turned of turns) expect(turned).toBeGreaterThan(10);
    // The slack that the off-centre wheel takes and gives back is all that they differ by.
    expect(Math.max(...turns) - Math.min(...turns)).toBeLessThan(1);
  });

  it('carries the idler: at the end the belt is as long as at the start, and as it is drawn', () => {
    const { world, cords } = loadCast(belt, metres);
    const at = (body: Body, out: { x: number; y: number; angle: number }) => {
      [out.x, out.y, out.angle] = [body.x, body.y, body.angle];
      return out;
    };
    const drawn = () => lengthOf(cords[0].points(metres, at));
    const start = drawn();
    for (let step = 0; step < 300; step++) {
      world.step(1 / 60);
      expect(drawn()).toBeLessThan(start * 1.001); // slack makes it shorter
      expect(drawn()).toBeGreaterThan(start * 0.97);
    }
  });
});

it('one soft polygon keeps its area under the press, the other does not', () => {
  const { world } = loadCast(jelly, metres);
  const areaOf = (name: string) => {
    const corners = Array.from({ length: 8 }, (_, i) => world.body(`${name}${i}`)?.position ?? { x: NaN, y: NaN });
    return corners.reduce((sum, { x, y }, i) => {
      const next = corners[(i + 1) % 8];
      return sum + (x * next.y - next.x * y) / 2;
    }, 0);
  };
  const [full, empty] = [areaOf('full'), areaOf('empty')];
  let least = Infinity;
  for (let step = 0; step < 300; step++) {
    world.step(1 / 60);
    expect(Math.abs(areaOf('full') / full - 1)).toBeLessThan(0.05);
    least = Math.min(least, areaOf('empty') / empty);
  }
  expect(least).toBeLessThan(0.8);
});

describe('the cams', () => {
  /** Largest gap between a rod and its cam in the third second, m. */
  function gapAt(speed: number): number {
    const { world } = loadCast(cams, metres);
    const motor = motorOf(world.joint('axle0'));
    if (motor !== null) motor.speed = speed;
    let most = 0;
    for (let step = 0; step < 180; step++) {
      world.step(1 / 60);
      for (const { type, coordinates } of world.joints) {
        const [row] = coordinates;
        if (type === 'symbolic' && 'value' in row && step >= 120) most = Math.max(most, row.value);
      }
    }
    return most;
  }

  it('carry their rods while they turn slowly, and throw them at speed', () => {
    expect(gapAt(-3)).toBeLessThan(0.002);
    expect(gapAt(-9)).toBeGreaterThan(0.05);
  });
});

describe('the board of every joint', () => {
  it('shows every joint that the README lists, under its name', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const [, list] = /^## The joints\n(.*?)\. Each is/ms.exec(readme) ?? [];
    const names = [...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(25);
    const kinds = new Map<string, unknown>(Object.entries(builtInJoints));
    const shown = new Set(everyJoint.scene().joints.map(({ type }) => kinds.get(type)));
    const captions = everyJoint.captions?.map(({ text, note = '' }) => `${text} ${note}`).join(' ');
    for (const name of names) {
      expect(kinds.has(name), name).toBe(true);
      expect(shown.has(kinds.get(name)), name).toBe(true);
      expect(captions).toContain(name);
    }
  });

  it('is arranged for every picture: the same joints, as large as they can be', () => {
    const ids = (example: Example) => example.scene().joints.map(({ id }) => id);
    const boards = [0.46, 0.64, 1.6, 2.8, 9].map((aspect) => {
      const board = everyJoint.arranged?.(aspect);
      if (board === undefined) throw new Error('there is one board only');
      expect(ids(board)).toEqual(ids(everyJoint));
      const { width, height } = board.view;
      return { used: (Math.min(aspect / width, 1 / height) ** 2 * width * height) / aspect, width };
    });
    for (const { used } of boards.slice(0, 4)) expect(used).toBeGreaterThan(0.6);
    expect(new Set(boards.map(({ width }) => width)).size).toBe(5);
    expect(everyJoint.arranged?.(1.6)).toBe(everyJoint.arranged?.(1.61)); // else it would begin anew at every resize
    expect(everyJoint.arranged?.(1.6)?.view).toEqual(everyJoint.view);
  });

  it('goes on: after twenty seconds everything that joints move is in motion', { timeout: 300_000 }, () => {
    const { world } = loadCast(everyJoint, metres);
    for (let step = 0; step < 1200; step++) world.step(1 / 60);
    const fastest = new Map<string, number>();
    for (let step = 0; step < 240; step++) {
      world.step(1 / 60);
      for (const { id, type, velocity, angularVelocity } of world.bodies) {
        if (type !== 'dynamic') continue;
        const speed = Math.hypot(velocity.x, velocity.y) + Math.abs(angularVelocity);
        fastest.set(id, Math.max(fastest.get(id) ?? 0, speed));
      }
    }
    for (const [id, speed] of fastest) expect(speed, id).toBeGreaterThan(0.2);
  });
});

/** Largest error of the locks so far, m and rad. Where a lock is soft, its error is a deflection. */
function measure(world: World, worst: { length: number; angle: number }): void {
  for (const joint of world.joints) {
    for (const coordinate of joint.coordinates) {
      if (isSoft(joint, coordinate)) continue;
      const size = Math.abs(coordinate.error);
      const kind = coordinate.unit === 'angle' ? 'angle' : 'length';
      worst[kind] = Math.max(worst[kind], size);
    }
  }
}

function lengthOf(points: readonly (readonly [number, number])[]): number {
  return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i][0], y - points[i][1]), 0);
}

function isSoft(joint: Joint, { lock }: Joint['coordinates'][number]): boolean {
  const softness = lock?.softness ?? joint.softness;
  return softness !== null && 'hertz' in softness;
}
