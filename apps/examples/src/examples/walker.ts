import { box, capsule, disc } from '@tenon/core';
import type { SceneBody, SceneJoint, SceneVec } from '@tenon/core/scene';
import { type Example, polygonAt, sceneOf } from './example';

/** Theo Jansen's numbers, m. */
const UNIT = 0.02;
const [b, c, d, e, f, g, h, i, j, k] = [41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49, 50, 61.9].map((x) => x * UNIT);
const CRANK = 15 * UNIT;
const FRAME: SceneVec = [38 * UNIT, -7.8 * UNIT];

/** The leg linkage of the Strandbeest: closed loops of bars, one crank. */
export const walker: Example = {
  id: 'walker',
  title: 'Walking linkage',
  text: 'Four legs of Theo Jansen’s Strandbeest on one crank: twenty-five bodies in closed loops, and a single motor.',
  view: { centre: [0, -0.55], width: 7, height: 4.5 },
  scene() {
    const bodies: SceneBody[] = [
      {
        id: 'hull',
        type: 'static',
        position: [0, FRAME[1]],
        shape: box(2 * FRAME[0] + 0.3, 0.14),
        userData: { layer: -3 },
      },
      { id: 'ground', type: 'static', position: [0, -2.02], shape: box(6.6, 0.16), userData: { layer: -4 } },
      { id: 'crank', position: [0, 0], shape: disc(CRANK + 0.08), density: 60, userData: { paint: 'steel' } },
    ];
    const joints: SceneJoint[] = [
      {
        type: 'pivot',
        id: 'shaft',
        bodyA: 'hull',
        bodyB: 'crank',
        anchor: [0, 0],
        angle: { motor: { speed: 3, maxTorque: 300 } },
      },
    ];
    for (const [n, phase] of [Math.PI, 0].entries()) {
      for (const side of [-1, 1]) addLeg(bodies, joints, side, phase, n);
    }
    return sceneOf(bodies, joints, { substeps: 8 });
  },
  sliders: [{ label: 'crank motor', joints: ['shaft'], coordinate: 'angle', law: 'motor' }],
  budget: { length: 0.01, angle: 0 },
};

function addLeg(bodies: SceneBody[], joints: SceneJoint[], side: number, phase: number, pair: number): void {
  const name = `${side < 0 ? 'left' : 'right'}${pair}`;
  const pin: SceneVec = [CRANK * Math.cos(phase), CRANK * Math.sin(phase)];
  const pivot: SceneVec = [side * FRAME[0], FRAME[1]];
  const top = meet(pin, j, pivot, b, side, 1);
  const knee = meet(pin, k, pivot, c, side, -1);
  const out = meet(top, e, pivot, d, side, 1);
  const ankle = meet(out, f, knee, g, side, 1);
  const foot = meet(ankle, h, knee, i, side, 1);

  const layer = pair === 0 ? -2 : 1;
  const bars = pair === 0 ? 'steel' : 'sky';
  bodies.push(
    triangle(`${name}-upper`, [pivot, top, out], pair === 0 ? 'violet' : 'brass', layer),
    triangle(`${name}-lower`, [knee, ankle, foot], pair === 0 ? 'violet' : 'brass', layer),
    bar(`${name}-j`, pin, top, bars, layer + 1),
    bar(`${name}-k`, pin, knee, bars, layer + 1),
    bar(`${name}-c`, pivot, knee, bars, layer + 1),
    bar(`${name}-f`, out, ankle, bars, layer + 1),
  );
  const hinges: [string, string, SceneVec][] = [
    ['hull', `${name}-upper`, pivot],
    ['hull', `${name}-c`, pivot],
    ['crank', `${name}-j`, pin],
    ['crank', `${name}-k`, pin],
    [`${name}-j`, `${name}-upper`, top],
    [`${name}-k`, `${name}-c`, knee],
    [`${name}-c`, `${name}-lower`, knee],
    [`${name}-f`, `${name}-upper`, out],
    [`${name}-f`, `${name}-lower`, ankle],
  ];
  for (const [bodyA, bodyB, anchor] of hinges) joints.push({ type: 'pivot', bodyA, bodyB, anchor });
}

/** Where circles about p and q meet; `bend` 1 for the upper or outer point as seen from the hull. */
function meet([px, py]: SceneVec, rp: number, [qx, qy]: SceneVec, rq: number, side: number, bend: 1 | -1): SceneVec {
  const dx = qx - px;
  const dy = qy - py;
  const size = Math.hypot(dx, dy);
  const along = (rp * rp - rq * rq + size * size) / (2 * size);
  const across = Math.sqrt(rp * rp - along * along) * bend * side;
  return [px + (dx * along - dy * across) / size, py + (dy * along + dx * across) / size];
}

function bar(id: string, [ax, ay]: SceneVec, [bx, by]: SceneVec, paint: string, layer: number): SceneBody {
  return {
    id,
    position: [(ax + bx) / 2, (ay + by) / 2],
    angle: Math.atan2(by - ay, bx - ax),
    shape: capsule(Math.hypot(bx - ax, by - ay), 0.05),
    density: 20,
    userData: { paint, layer },
  };
}

function triangle(id: string, corners: readonly SceneVec[], paint: string, layer: number): SceneBody {
  return { id, ...polygonAt(corners), density: 12, userData: { paint, layer } };
}
