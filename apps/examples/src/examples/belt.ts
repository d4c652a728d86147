import { box, capsule, defineConstraint, disc, type SlopeBody } from '@tenon/core';
import type { SceneBody, SceneVec } from '@tenon/core/scene';
import { type Example, sceneOf } from './example';

/** Belts run round the outside of their wheels, `bodyA` to `bodyB` to `bodyC`. */
const beltOverWheels = defineConstraint({
  name: 'beltOverWheels',
  bodies: 3,
  rows: { ab: 'length', bc: 'length', ca: 'length' },
  parameters: {
    radiusA: { default: 1, least: 0, unit: 'length' },
    radiusB: { default: 1, least: 0, unit: 'length' },
    radiusC: { default: 1, least: 0, unit: 'length' },
    restAB: { default: 0, unit: 'length' },
    restBC: { default: 0, unit: 'length' },
    restCA: { default: 0, unit: 'length' },
  },
  value: ([a, b, c], { radiusA, radiusB, radiusC, restAB, restBC, restCA }) => {
    const way = wayRound(a, b, c);
    return {
      ab: span(a, radiusA, b, radiusB, way).minus(restAB),
      bc: span(b, radiusB, c, radiusC, way).minus(restBC),
      ca: span(c, radiusC, a, radiusA, way).minus(restCA),
    };
  },
  // At the start no span is stretched.
  place: ([a, b, c], { radiusA, radiusB, radiusC }) => {
    const way = wayRound(a, b, c);
    return {
      restAB: span(a, radiusA, b, radiusB, way).value,
      restBC: span(b, radiusB, c, radiusC, way).value,
      restCA: span(c, radiusC, a, radiusA, way).value,
    };
  },
});

/** 1 where a, b, c go round counter-clockwise, −1 where they go the other way. */
function wayRound(a: SlopeBody, b: SlopeBody, c: SlopeBody): number {
  return Math.sign(b.position.minus(a.position).cross(c.position.minus(a.position)).value);
}

/**
 * The straight piece between two wheels, less the belt that its wheels have fed into it: constant while the belt neither stretches nor slips. With
 * radii that differ its direction is not that of the line from centre to centre, and winds more of the belt on one wheel than off the other.
 */
function span(from: SlopeBody, r: number, to: SlopeBody, s: number, way: number) {
  const apart = to.position.minus(from.position);
  const step = r - s;
  const straight = apart
    .dot(apart)
    .minus(step * step)
    .sqrt();
  const fed = from.angle.times(r).minus(to.angle.times(s)).times(way);
  if (step === 0) return straight.minus(fed);
  const wound = apart.angle().times(way).minus(straight.over(step).atan()).times(step);
  return straight.minus(fed).plus(wound);
}

const DRIVE: SceneVec = [-2.2, 1.1];
const CAM: SceneVec = [1.9, 0.8];
const IDLER: SceneVec = [-0.3, -1.3];
/** Where the arm hangs that carries the idler. */
const POST: SceneVec = [-2.2, -1.2];
/** How far the axle of the large wheel is from its middle, m. */
const OFF_CENTRE = 0.3;
const RADII = { drive: 0.5, cam: 1.05, idler: 0.38 };

/** Three wheels on one belt. One turns about a point beside its middle, and one is carried by an arm. */
export const belt: Example = {
  id: 'belt',
  title: 'Belt over three wheels',
  text: 'A constraint of its own in a few lines: each span of the belt is as long as its wheels have fed it. The large wheel is pinned beside its middle, and the weight of the arm keeps the belt tight. Lift the arm, and the belt has slack.',
  view: { centre: [-0.1, -0.1], width: 8, height: 5.2 },
  types: [beltOverWheels],
  scene: () =>
    sceneOf(
      [
        { id: 'ground', type: 'static', position: [-0.1, -2.15], shape: box(7.8, 0.24) },
        stand('drive-stand', DRIVE, 0.5),
        stand('cam-stand', CAM, 0.6),
        axle('drive-axle', DRIVE),
        axle('cam-axle', CAM),
        wheel('drive', DRIVE, RADII.drive, 'coral'),
        wheel('cam', [CAM[0] + OFF_CENTRE, CAM[1]], RADII.cam, 'brass'),
        wheel('idler', IDLER, RADII.idler, 'teal'),
        {
          id: 'arm',
          position: [(POST[0] + IDLER[0]) / 2, (POST[1] + IDLER[1]) / 2],
          angle: Math.atan2(IDLER[1] - POST[1], IDLER[0] - POST[0]),
          shape: capsule(Math.hypot(IDLER[0] - POST[0], IDLER[1] - POST[1]), 0.09),
          density: 60,
          userData: { paint: 'steel', layer: 2 },
        },
      ],
      [
        {
          type: 'pivot',
          id: 'motor',
          bodyB: 'drive',
          anchor: DRIVE,
          angle: { motor: { speed: 4, maxTorque: 150 } },
        },
        { type: 'pivot', id: 'cam-hinge', bodyB: 'cam', anchor: CAM, angle: { friction: { torque: 5 } } },
        { type: 'pivot', id: 'arm-hinge', bodyB: 'arm', anchor: POST },
        { type: 'pivot', id: 'idler-hinge', bodyA: 'arm', bodyB: 'idler', anchor: IDLER },
        {
          type: 'beltOverWheels',
          id: 'belt',
          bodyA: 'drive',
          bodyB: 'cam',
          bodyC: 'idler',
          radiusA: RADII.drive,
          radiusB: RADII.cam,
          radiusC: RADII.idler,
          ...Object.fromEntries(['ab', 'bc', 'ca'].map((row) => [row, { lock: false, limits: { upper: 0 } }])), // it only pulls
          userData: { cord: 'belt', width: 0.08 },
        },
      ],
      { substeps: 8 },
    ),
  sliders: [
    { label: 'motor', joints: ['motor'], coordinate: 'angle', law: 'motor' },
    { label: 'friction of the large wheel', joints: ['cam-hinge'], coordinate: 'angle', law: 'friction' },
  ],
  budget: { length: 0.01, angle: 0 },
};

function wheel(id: string, position: SceneVec, radius: number, paint: string): SceneBody {
  return { id, position, shape: disc(radius), density: 12, userData: { paint, disc: 'wheel', layer: 1 } };
}

function axle(id: string, position: SceneVec): SceneBody {
  return { id, type: 'static', position, shape: disc(0.11), userData: { paint: 'steel', disc: 'ball', layer: 3 } };
}

function stand(id: string, [x, y]: SceneVec, width: number): SceneBody {
  return {
    id,
    type: 'static',
    position: [x, (y - 2.03) / 2],
    shape: box(width, y + 2.03),
    userData: { layer: -2 },
  };
}
