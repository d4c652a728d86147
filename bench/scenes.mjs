/**
 * The scenes, as data: metres, kilograms, seconds, y up, gravity 10 m/s², 60 Hz. What has a shape collides, by a friction of 0.6.
 *
 *   body   { x, y, angle, vx, vy, w, mass, inertia }, mass 0: static; the pose is that of the centre of mass
 *          shape: { box: [width, height] }, { disc: radius } or { capsule: [length of its straight part, radius] }, along x
 *   joint  { type, a, b, … }: indices of bodies, −1 for the world; anchors `la`, `lb` local, of the world in the world
 *     pivot      limits [lower, upper] of θB − θA, motor { speed, maxTorque }
 *     prismatic  axis, a unit vector local in A; the angles are equal
 *     distance   length
 *     spring     stiffness (N/m), length at rest
 *     wheel      axis, a unit vector local in A, along which B's anchor is sprung { hertz, dampingRatio }; motor
 *     gear       ratio·θB − θA stays what it is; radius (m) turns its error into a length
 *     pulley     |la − ga| + ratio·|lb − gb| stays what it is; ga, gb in the world
 *
 * `frames` are run and timed. `smooth` scenes have a converged solution by the bench's own integrator (reference.mjs);
 * one that `rests` stays where it is; of the others our engine with a refined step is asked. `driven` scenes take energy
 * from a motor. Where bodies `collide`, small errors grow: their motion has no converged solution to hold them against.
 */

const GRAVITY = 10;

export function body(x, y, more = {}) {
  return { x, y, angle: 0, vx: 0, vy: 0, w: 0, mass: 1, inertia: 1, ...more };
}

/** Mass and moment of inertia of a box. */
export function box(width, height, density) {
  const mass = width * height * density;
  return { mass, inertia: (mass * (width * width + height * height)) / 12 };
}

export function pivot(a, b, la, lb, more = {}) {
  return { type: 'pivot', a, b, la, lb, ...more };
}

/** `n` links in a row from the origin, let go at `angle` to the horizontal, all turning about the origin at `turn`. */
export function chain(n, { link = 0.25, angle = 0, turn = 0, lastMass = 1, frames = 300 } = {}) {
  const half = link / 2;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const bodies = [];
  const joints = [];
  for (let i = 0; i < n; i++) {
    const along = (2 * i + 1) * half;
    const { mass, inertia } = box(link, link / 5, 20);
    const scale = i === n - 1 ? lastMass : 1;
    bodies.push(
      body(along * c, along * s, {
        angle,
        vx: -turn * along * s,
        vy: turn * along * c,
        w: turn,
        mass: mass * scale,
        inertia: inertia * scale,
      }),
    );
    joints.push(pivot(i - 1, i, i === 0 ? [0, 0] : [half, 0], [-half, 0]));
  }
  return { bodies, joints, frames, smooth: true };
}

/** `n` point masses in a row on rigid rods of 0.25 m without mass, let go level. */
export function beads(n) {
  const bodies = [];
  const joints = [];
  for (let i = 0; i < n; i++) {
    bodies.push(body((i + 1) * 0.25, 0, { mass: 0.25, inertia: 0.001 }));
    joints.push({ type: 'distance', a: i - 1, b: i, la: [0, 0], lb: [0, 0], length: 0.25 });
  }
  return { bodies, joints, frames: 300, smooth: true };
}

/** Chains of ten links beside each other. */
function chains(count) {
  const bodies = [];
  const joints = [];
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const one = chain(10);
    const x0 = (i % 100) * 4;
    const y0 = -Math.floor(i / 100) * 4;
    bodies.push(...one.bodies.map((b) => ({ ...b, x: b.x + x0, y: b.y + y0 })));
    joints.push(
      ...one.joints.map((j) => ({
        ...j,
        a: j.a < 0 ? -1 : j.a + first,
        b: j.b + first,
        la: j.a < 0 ? [x0, y0] : j.la,
      })),
    );
  }
  return { bodies, joints, frames: 60, smooth: true };
}

/** A hundred planks of 0.5 m between two banks that are 5 % nearer than they are long; 50 planks' load in the middle. */
export function bridge() {
  const n = 100;
  const plank = 0.5;
  const chord = 0.95 * n * plank;
  // The planks start on an arc that hangs through: n equal turns δ, chord = plank · sin(nδ/2) / sin(δ/2).
  let low = 1e-6;
  let high = (2 * Math.PI) / n;
  for (let i = 0; i < 100; i++) {
    const turn = (low + high) / 2;
    if ((plank * Math.sin((n * turn) / 2)) / Math.sin(turn / 2) > chord) low = turn;
    else high = turn;
  }
  const turn = (low + high) / 2;
  const bodies = [];
  const joints = [];
  const size = box(plank, 0.1, 20);
  let x = -chord / 2;
  let y = 0;
  for (let i = 0; i < n; i++) {
    const angle = (i - (n - 1) / 2) * turn;
    const dx = (plank / 2) * Math.cos(angle);
    const dy = (plank / 2) * Math.sin(angle);
    bodies.push(body(x + dx, y + dy, { angle, ...size }));
    joints.push(pivot(i - 1, i, i === 0 ? [x, y] : [plank / 2, 0], [-plank / 2, 0]));
    x += 2 * dx;
    y += 2 * dy;
  }
  joints.push(pivot(n - 1, -1, [plank / 2, 0], [x, y]));
  const middle = bodies[n / 2];
  const at = [middle.x - (plank / 2) * Math.cos(middle.angle), middle.y - (plank / 2) * Math.sin(middle.angle)];
  joints.push(pivot(n / 2, n, [-plank / 2, 0], [0, 0]));
  bodies.push(body(at[0], at[1], { mass: 50 * size.mass, inertia: 50 * size.inertia }));
  return { bodies, joints, frames: 300, smooth: true };
}

/** Box2D's joint_grid: n × n discs at 1 m, each hinged to its right and lower neighbour half way, held at the top. */
function grid(n, frames) {
  const bodies = [];
  const joints = [];
  const mass = Math.PI * 0.16;
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      const held = i === 0 && k >= n / 2 - 3 && k <= n / 2 + 3;
      const index = bodies.length;
      bodies.push(body(k, -i, held ? { mass: 0, inertia: 0 } : { mass, inertia: (mass * 0.16) / 2 }));
      if (i > 0) joints.push(pivot(index - 1, index, [0, -0.5], [0, 0.5]));
      if (k > 0) joints.push(pivot(index - n, index, [0.5, 0], [-0.5, 0]));
    }
  }
  const moves = ({ a, b }) => bodies[a].mass > 0 || bodies[b].mass > 0;
  return { bodies, joints: joints.filter(moves), frames, rests: true };
}

/** Parts of a ragdoll about its head: parent, centre, size, joint with the parent, limits (rad). */
const RAGDOLL = [
  { x: 0, y: 0, width: 0.2, height: 0.24 },
  { parent: 0, x: 0, y: -0.3, width: 0.36, height: 0.3, joint: [0, -0.14], limits: [-0.5, 0.5] },
  { parent: 1, x: 0, y: -0.58, width: 0.32, height: 0.24, joint: [0, -0.46], limits: [-0.4, 0.4] },
  { parent: 1, x: -0.32, y: -0.2, width: 0.28, height: 0.1, joint: [-0.18, -0.2], limits: [-1.2, 1.6] },
  { parent: 3, x: -0.6, y: -0.2, width: 0.26, height: 0.08, joint: [-0.46, -0.2], limits: [-0.1, 2.2] },
  { parent: 1, x: 0.32, y: -0.2, width: 0.28, height: 0.1, joint: [0.18, -0.2], limits: [-1.6, 1.2] },
  { parent: 5, x: 0.6, y: -0.2, width: 0.26, height: 0.08, joint: [0.46, -0.2], limits: [-2.2, 0.1] },
  { parent: 2, x: -0.1, y: -0.9, width: 0.13, height: 0.4, joint: [-0.1, -0.7], limits: [-1, 0.6] },
  { parent: 7, x: -0.1, y: -1.3, width: 0.11, height: 0.4, joint: [-0.1, -1.1], limits: [-0.1, 1.8] },
  { parent: 2, x: 0.1, y: -0.9, width: 0.13, height: 0.4, joint: [0.1, -0.7], limits: [-0.6, 1] },
  { parent: 9, x: 0.1, y: -1.3, width: 0.11, height: 0.4, joint: [0.1, -1.1], limits: [-1.8, 0.1] },
];

/** Ragdolls of 11 bodies and 10 limited joints, pinned by the head and pushed: each starts turning about its pin. */
export function ragdolls(count) {
  const bodies = [];
  const joints = [];
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const x0 = (i % 20) * 3;
    const y0 = -Math.floor(i / 20) * 3;
    const w = (i % 2 ? -1 : 1) * (2 + (4 * i) / count);
    for (const { x, y, width, height } of RAGDOLL) {
      bodies.push(body(x0 + x, y0 + y, { vx: -w * y, vy: w * x, w, ...box(width, height, 50) }));
    }
    joints.push(pivot(-1, first, [x0, y0], [0, 0]));
    RAGDOLL.forEach(({ parent, x, y, joint, limits }, part) => {
      if (parent === undefined) return;
      const from = RAGDOLL[parent];
      joints.push(
        pivot(first + parent, first + part, [joint[0] - from.x, joint[1] - from.y], [joint[0] - x, joint[1] - y], {
          limits,
        }),
      );
    });
  }
  return { bodies, joints, frames: 300 };
}

/** A crank of 0.25 m turned by a motor, a rod of 0.75 m with a mass of its own, a slider; each starts in another phase. */
function sliderCranks(count) {
  const bodies = [];
  const joints = [];
  const crank = 0.25;
  const rod = 0.75;
  const speed = 2 * Math.PI;
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const x0 = (i % 25) * 2;
    const y0 = -Math.floor(i / 25) * 2;
    const angle = (2 * Math.PI * i) / count;
    const px = crank * Math.cos(angle);
    const py = crank * Math.sin(angle);
    const tilt = -Math.asin(py / rod);
    const turn = -(speed * px) / (rod * Math.cos(tilt));
    const rx = (rod / 2) * Math.cos(tilt);
    const ry = (rod / 2) * Math.sin(tilt);
    const slide = -speed * py - turn * 2 * ry;
    bodies.push(
      body(x0 + px / 2, y0 + py / 2, {
        angle,
        w: speed,
        vx: (-speed * py) / 2,
        vy: (speed * px) / 2,
        ...box(crank, 0.06, 20),
      }),
    );
    bodies.push(
      body(x0 + px + rx, y0 + py + ry, {
        angle: tilt,
        w: turn,
        vx: -speed * py - turn * ry,
        vy: speed * px + turn * rx,
        ...box(rod, 0.06, 20),
      }),
    );
    bodies.push(body(x0 + px + 2 * rx, y0, { vx: slide, ...box(0.2, 0.15, 20) }));
    joints.push(pivot(-1, first, [x0, y0], [-crank / 2, 0], { motor: { speed, maxTorque: 1e4 }, reference: angle }));
    joints.push(pivot(first, first + 1, [crank / 2, 0], [-rod / 2, 0]));
    joints.push(pivot(first + 1, first + 2, [rod / 2, 0], [0, 0]));
    joints.push({ type: 'prismatic', a: -1, b: first + 2, la: [x0, y0], lb: [0, 0], axis: [1, 0] });
  }
  return { bodies, joints, frames: 300, smooth: true, driven: true };
}

/** A disc of 0.25 m that spins freely about its centre, a rod without mass from its rim, a slider; the speeds go from 2 to 12 rad/s. */
function pinnedSliderCranks(count) {
  const bodies = [];
  const joints = [];
  const crank = 0.25;
  const rod = 0.75;
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const x0 = (i % 25) * 2;
    const y0 = -Math.floor(i / 25) * 2;
    const angle = (2 * Math.PI * i) / count;
    const speed = 2 + (10 * i) / count;
    const px = crank * Math.cos(angle);
    const py = crank * Math.sin(angle);
    const along = Math.sqrt(rod * rod - py * py);
    const mass = Math.PI * crank * crank * 20;
    bodies.push(body(x0, y0, { angle, w: speed, mass, inertia: (mass * crank * crank) / 2 }));
    // The rod keeps its length: what its ends do along it is the same.
    bodies.push(body(x0 + px + along, y0, { vx: -speed * py - (speed * px * py) / along, ...box(0.2, 0.15, 20) }));
    joints.push(pivot(-1, first, [x0, y0], [0, 0]));
    joints.push({ type: 'distance', a: first, b: first + 1, la: [crank, 0], lb: [0, 0], length: rod });
    joints.push({ type: 'prismatic', a: -1, b: first + 1, la: [x0, y0], lb: [0, 0], axis: [1, 0] });
  }
  return { bodies, joints, frames: 300, smooth: true };
}

/**
 * Cars on a stand: a chassis on two sprung wheels with motors is let go above its rest. One hub is pinned to the world, the other stands on
 * a rod: the chassis may tilt, which brings the hubs nearer.
 */
function cars(count) {
  const bodies = [];
  const joints = [];
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const x0 = (i % 20) * 4;
    const y0 = -Math.floor(i / 20) * 3;
    bodies.push(body(x0, y0 + 0.6, { w: 0.5 - i / count, ...box(2, 0.5, 50) }));
    for (const side of [-0.7, 0.7]) {
      const mass = Math.PI * 0.09 * 20;
      const held = { a: -1, b: bodies.length, lb: [0, 0] };
      if (side < 0) joints.push({ type: 'pivot', ...held, la: [x0 + side, y0] });
      else joints.push({ type: 'distance', ...held, la: [x0 + side, y0 - 1], length: 1 });
      joints.push({
        type: 'wheel',
        a: first,
        b: bodies.length,
        la: [side, -0.6],
        lb: [0, 0],
        axis: [0, 1],
        spring: { hertz: 3, dampingRatio: 0.3 },
        motor: { speed: -20, maxTorque: 10 },
      });
      bodies.push(body(x0 + side, y0, { mass, inertia: (mass * 0.09) / 2 }));
    }
  }
  return { bodies, joints, frames: 300 };
}

/** Twenty trains of six meshed wheels, the first hung off its centre, and twenty pulleys with swinging weights. */
export function pulleysAndGears() {
  const bodies = [];
  const joints = [];
  for (let i = 0; i < 20; i++) {
    const y0 = -2 * i;
    let x = 0;
    for (let k = 0; k < 6; k++) {
      const radius = k % 2 ? 0.15 : 0.25;
      const mass = Math.PI * radius * radius * 20;
      const off = k === 0 ? 0.1 : 0;
      joints.push(pivot(-1, bodies.length, [x, y0], [-off, 0]));
      if (k > 0) {
        const before = k % 2 ? 0.25 : 0.15;
        joints.push({ type: 'gear', a: bodies.length - 1, b: bodies.length, ratio: -radius / before, radius: before });
      }
      bodies.push(body(x + off, y0, { mass, inertia: (mass * radius * radius) / 2 }));
      x += radius + (k % 2 ? 0.25 : 0.15);
    }
  }
  for (let i = 0; i < 20; i++) {
    const x0 = 4 + 2 * i;
    const first = bodies.length;
    const size = box(0.25, 0.25, 20);
    bodies.push(body(x0 - 0.5, -1.5, { vx: 0.5 + 0.05 * i, ...size }));
    bodies.push(body(x0 + 0.5, -2, { vx: -0.5, mass: 1.5 * size.mass, inertia: 1.5 * size.inertia }));
    joints.push({
      type: 'pulley',
      a: first,
      b: first + 1,
      ga: [x0 - 0.5, 0],
      gb: [x0 + 0.5, 0],
      la: [0, 0.125],
      lb: [0, 0.125],
      ratio: 1,
    });
  }
  return { bodies, joints, frames: 120, smooth: true };
}

/** Crank, coupler and rocker of 0.3, 1 and 0.8 m on a base of 1 m, the crank started at 10 rad/s. */
export function fourBar() {
  const [crank, coupler, rocker, base] = [0.3, 1, 0.8, 1];
  // The crank stands up; the joint of coupler and rocker is where the two circles meet.
  const dx = base;
  const dy = -crank;
  const d = Math.sqrt(dx * dx + dy * dy);
  const along = (coupler * coupler - rocker * rocker + d * d) / (2 * d);
  const beside = Math.sqrt(coupler * coupler - along * along);
  const jx = (along * dx - beside * dy) / d;
  const jy = crank + (along * dy + beside * dx) / d;
  const rod = (x1, y1, x2, y2) => {
    const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2);
    return body((x1 + x2) / 2, (y1 + y2) / 2, { angle: Math.atan2(y2 - y1, x2 - x1), ...box(length, 0.08, 20) });
  };
  const bodies = [rod(0, 0, 0, crank), rod(0, crank, jx, jy), rod(jx, jy, base, 0)];
  bodies[0].w = 10;
  const joints = [
    pivot(-1, 0, [0, 0], [-crank / 2, 0]),
    pivot(0, 1, [crank / 2, 0], [-coupler / 2, 0]),
    pivot(1, 2, [coupler / 2, 0], [-rocker / 2, 0]),
    pivot(2, -1, [rocker / 2, 0], [base, 0]),
  ];
  fitFourBar(bodies);
  return { bodies, joints, frames: 300, smooth: true };
}

const GROUND = { mass: 0, inertia: 0, shape: { box: [100, 2] } };

/** Boxes of a metre in `base` rows, on the ground. */
function pyramid(base) {
  const bodies = [body(0, -1, GROUND)];
  for (let row = 0; row < base; row++)
    for (let i = row; i < base; i++)
      bodies.push(body((i - row / 2 - base / 2) * 1.05, 0.5 + row, { shape: { box: [1, 1] }, ...box(1, 1, 1) }));
  return { bodies, joints: [], frames: 240, driven: true, collide: true };
}

/** Ragdolls as above, of capsules, dropped in a heap; joined parts do not collide. */
function heap(count) {
  const bodies = [body(0, -1, GROUND)];
  const joints = [];
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const x0 = (i % 7) * 1.6 - 4.8;
    const y0 = 1.8 + Math.floor(i / 7) * 2.3;
    for (const { x, y, width, height } of RAGDOLL) {
      const [long, short] = [Math.max(width, height), Math.min(width, height)];
      const turn = height > width ? Math.PI / 2 : 0;
      const size = box(long, short, 50);
      bodies.push(body(x0 + x, y0 + y, { angle: turn, shape: { capsule: [long - short, short / 2] }, ...size }));
    }
    RAGDOLL.forEach(({ parent, x, y, joint, limits }, part) => {
      if (parent === undefined) return;
      const local = (k, dx, dy) => (bodies[first + k].angle === 0 ? [dx, dy] : [dy, -dx]);
      const from = RAGDOLL[parent];
      const turned = bodies[first + part].angle - bodies[first + parent].angle;
      joints.push(
        pivot(
          first + parent,
          first + part,
          local(parent, joint[0] - from.x, joint[1] - from.y),
          local(part, joint[0] - x, joint[1] - y),
          { limits: limits.map((limit) => limit + turned) },
        ),
      );
    });
  }
  return { bodies, joints, frames: 240, driven: true, collide: true };
}

const scenes = {
  'chain-10': ['Chain of 10 links, let go level', () => chain(10)],
  'chain-100': ['Chain of 100 links', () => chain(100)],
  'chain-1000': ['Chain of 1 000 links', () => chain(1000)],
  'heavy-100': ['20 links, the last 100 times as heavy', () => chain(20, { lastMass: 100 })],
  'heavy-1000': ['20 links, the last 1 000 times as heavy', () => chain(20, { lastMass: 1000 })],
  bridge: ['Bridge of 100 planks, 5 % slack, 50 planks’ load', bridge],
  'grid-50': ['Box2D’s joint grid, 50 × 50', () => grid(50, 300)],
  'grid-100': ['Box2D’s joint grid, 100 × 100', () => grid(100, 100)],
  ragdolls: ['200 ragdolls with limits', () => ragdolls(200)],
  'slider-cranks': ['500 slider-cranks with motors', () => sliderCranks(500)],
  'slider-cranks-pins': ['500 slider-cranks, their rods distance joints', () => pinnedSliderCranks(500)],
  cars: ['200 cars on sprung wheels with motors', () => cars(200)],
  beads: ['20 point masses on rods (distance joints)', () => beads(20)],
  'pulleys-gears': ['20 gear trains and 20 pulleys', pulleysAndGears],
  pyramid: ['Pyramid of 210 boxes', () => pyramid(20)],
  heap: ['20 ragdolls dropped in a heap', () => heap(20)],
  whip: ['Whip, 10 × 0.25 m, swung at 8 rad/s', () => chain(10, { turn: 8 })],
  'double-pendulum': ['Double pendulum', () => chain(2, { link: 0.5 })],
  'four-bar': ['Four-bar linkage at 10 rad/s', fourBar],
  flywheel: ['Rod turning at 30 rad/s about its end', () => chain(1, { link: 1, turn: 30 })],
};

export const sceneNames = Object.keys(scenes);

const sized = {
  chain,
  chains,
  beads,
  grid: (n) => grid(n, 60),
  ragdolls,
  'slider-cranks': sliderCranks,
  'slider-cranks-pins': pinnedSliderCranks,
  cars,
  pyramid,
  heap,
};

/** Builds a scene; also some of any size: `chain:250`, `grid:30`, `ragdolls:50`, `chains:8` (of ten links). */
export function makeScene(name) {
  const [kind, size] = name.split(':');
  const made = size === undefined ? scenes[name]?.[1]() : sized[kind]?.(Number(size));
  if (made === undefined) throw new Error(`There is no scene ${name}; there are ${sceneNames.join(', ')}`);
  return { name, title: scenes[name]?.[0] ?? name, gravity: [0, -GRAVITY], dt: 1 / 60, ...made };
}

/** ω of coupler and rocker from that of the crank, then the centres. */
function fitFourBar([crank, coupler, rocker]) {
  const arm = (b, length) => [length * Math.cos(b.angle), length * Math.sin(b.angle)];
  const [cx, cy] = arm(crank, 0.3);
  const [kx, ky] = arm(coupler, 1);
  const [rx, ry] = arm(rocker, 0.8);
  // crank.w·⊥c + coupler.w·⊥k + rocker.w·⊥r = 0
  const px = crank.w * -cy;
  const py = crank.w * cx;
  const det = -ky * rx + ry * kx;
  coupler.w = (-px * rx - ry * py) / det;
  rocker.w = (ky * py + px * kx) / det;
  crank.vx = px / 2;
  crank.vy = py / 2;
  coupler.vx = px - (coupler.w * ky) / 2;
  coupler.vy = py + (coupler.w * kx) / 2;
  rocker.vx = px - coupler.w * ky - (rocker.w * ry) / 2;
  rocker.vy = py + coupler.w * kx + (rocker.w * rx) / 2;
}
