/** Joint error and energy of a scene from its bodies' states (x, y, angle, vx, vy, ω; 6 per body): the same for every engine. */

/** Writes the error (m) of each joint: separation of the anchors, or what takes its place. */
export function jointErrors(scene, s, out) {
  scene.joints.forEach((joint, i) => (out[i] = errorOf(joint, s, scene.bodies)));
}

function errorOf(joint, s, bodies) {
  const { type, a, b, la, lb } = joint;
  if (type === 'spring' || type === 'path') return 0;
  if (type === 'gear') return gearError(joint, s, bodies);
  if (type === 'pulley') return ropeLength(joint, s, at(s, a, la), at(s, b, lb)) - startRope(joint, bodies);
  const [ax, ay] = at(s, a, la);
  const [bx, by] = at(s, b, lb);
  const dx = bx - ax;
  const dy = by - ay;
  if (type === 'distance') return Math.sqrt(dx * dx + dy * dy) - joint.length;
  if (type === 'prismatic' || type === 'wheel') {
    const turn = a < 0 ? 0 : s[6 * a + 2];
    const c = Math.cos(turn);
    const sine = Math.sin(turn);
    const [ux, uy] = joint.axis;
    return dy * (c * ux - sine * uy) - dx * (sine * ux + c * uy);
  }
  return Math.sqrt(dx * dx + dy * dy);
}

/** A local point of a body in the world; −1 is the world itself. */
function at(s, body, [x, y]) {
  if (body < 0) return [x, y];
  const c = Math.cos(s[6 * body + 2]);
  const sine = Math.sin(s[6 * body + 2]);
  return [s[6 * body] + c * x - sine * y, s[6 * body + 1] + sine * x + c * y];
}

function gearError({ a, b, ratio, radius }, s, bodies) {
  const sum = ratio * (s[6 * b + 2] - bodies[b].angle) - (s[6 * a + 2] - bodies[a].angle);
  return sum * radius;
}

function ropeLength({ ga, gb, ratio }, s, p, q) {
  return Math.hypot(p[0] - ga[0], p[1] - ga[1]) + ratio * Math.hypot(q[0] - gb[0], q[1] - gb[1]);
}

function startRope(joint, bodies) {
  const start = new Float64Array(6 * bodies.length);
  for (const i of [joint.a, joint.b]) start.set([bodies[i].x, bodies[i].y, bodies[i].angle], 6 * i);
  return ropeLength(joint, start, at(start, joint.a, joint.la), at(start, joint.b, joint.lb));
}

/** Kinetic and potential energy, J. */
export function energyOf({ bodies, joints, gravity }, s) {
  let kinetic = 0;
  let potential = 0;
  bodies.forEach(({ mass, inertia }, i) => {
    const o = 6 * i;
    kinetic += (mass * (s[o + 3] ** 2 + s[o + 4] ** 2) + inertia * s[o + 5] ** 2) / 2;
    potential -= mass * (gravity[0] * s[o] + gravity[1] * s[o + 1]);
  });
  for (const { type, a, b, la, lb, stiffness, length } of joints) {
    if (type !== 'spring') continue;
    const [ax, ay] = at(s, a, la);
    const [bx, by] = at(s, b, lb);
    potential += (stiffness * (Math.hypot(bx - ax, by - ay) - length) ** 2) / 2;
  }
  return { kinetic, potential };
}

/** Angles run on over ±π, whatever an engine reports: no body turns by half a turn in a step. */
export function unwrapAngles(s, before) {
  for (let o = 2; o < s.length; o += 6) s[o] += 2 * Math.PI * Math.round((before[o] - s[o]) / (2 * Math.PI));
}

/** RMS distance of the moving bodies' centres from a converged solution, m. */
export function distanceFrom(solution, { bodies }, s) {
  let sum = 0;
  let count = 0;
  bodies.forEach(({ mass }, i) => {
    if (mass === 0) return;
    sum += (s[6 * i] - solution[3 * i]) ** 2 + (s[6 * i + 1] - solution[3 * i + 1]) ** 2;
    count++;
  });
  return Math.sqrt(sum / count);
}

/** The state a scene starts in. */
export function startState({ bodies }) {
  return Float64Array.from(bodies.flatMap(({ x, y, angle, vx, vy, w }) => [x, y, angle, vx, vy, w]));
}
