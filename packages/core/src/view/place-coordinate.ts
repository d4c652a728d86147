import { ANGLE, BODY, COS, SIN, X, Y } from '../state/body-store';
import { SB, UX, UY, VALUE } from '../coordinates/scalar';
import type { Joint } from '../joint/joint';
import { PointCoordinate } from '../joint/point-coordinate';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y, REFERENCE_ANGLE } from '../state/record';
import type { ScalarCoordinate } from '../joint/scalar-coordinate';
import { addCoordinateView, addTermView, type CoordinateView, type JointView, type Place } from './joint-view';

/** Appends a coordinate to the view, with the place where it lives at the poses of the record just measured. */
export function placeCoordinate(
  view: JointView,
  joint: Joint,
  coordinate: ScalarCoordinate | PointCoordinate,
  poses: Float64Array,
): CoordinateView {
  const { kind } = coordinate.spec.kind;
  const shown = addCoordinateView(view, coordinate.name, kind);
  shown.unit = coordinate.unit;
  shown.value =
    coordinate instanceof PointCoordinate ? gapOf(joint) : coordinate.read(coordinate.row(VALUE) / coordinate.gauge);
  if (kind === 'sum') placeTerms(shown, joint, poses);
  else placePair(shown, joint, coordinate, poses);
  joint.definition.show?.(joint, coordinate.spec.index, shown, poses);
  return shown;
}

/** Distance of the two anchors as last measured. */
function gapOf(joint: Joint): number {
  const x = joint.read(GAP_X);
  const y = joint.read(GAP_Y);
  return Math.sqrt(x * x + y * y);
}

/** Frames of A and B, direction of a length, zero and gain of an angle. */
function placePair(
  place: Place,
  joint: Joint,
  coordinate: ScalarCoordinate | PointCoordinate,
  poses: Float64Array,
): void {
  const { batch, slot } = joint.record();
  const { rows: d } = batch;
  const r = slot * batch.stride;
  const a = batch.bodies[slot * batch.columns];
  const b = batch.bodies[(slot + 1) * batch.columns - 1];
  place.ax = poses[a + X] + d[r + ARM_AX];
  place.ay = poses[a + Y] + d[r + ARM_AY];
  place.aAngle = poses[a + ANGLE];
  place.bx = poses[b + X] + d[r + ARM_BX];
  place.by = poses[b + Y] + d[r + ARM_BY];
  place.bAngle = poses[b + ANGLE];
  if (coordinate instanceof PointCoordinate) return;
  const o = r + coordinate.spec.at;
  if (coordinate.unit === 'angle') {
    // q = ratio·θB − θA − reference: as q grows by 1, B turns by 1/ratio against A.
    const ratio = d[o + SB];
    const turns = ratio === 0 ? 1 : ratio;
    place.zero =
      (joint.definition.frames.includes('referenceAngle') ? place.aAngle + d[r + REFERENCE_ANGLE] : place.aAngle) /
      turns;
    place.gain = 1 / turns;
  } else {
    place.ux = d[o + UX];
    place.uy = d[o + UY];
    const curve = joint.definition.curve?.(joint);
    if (curve !== undefined) Object.assign(place, curve);
  }
}

/** One term per segment of a pulley, per source of a gear, which was measured with it. */
function placeTerms(shown: CoordinateView, joint: Joint, poses: Float64Array): void {
  for (const part of joint.definition.parts?.(joint, poses) ?? []) {
    const term = addTermView(shown, part.kind);
    term.weight = part.weight;
    term.value = part.value;
    term.fixedEnd = part.fixedEnd;
    if (part.source !== null) {
      placePair(term, part.source.joint, part.source, poses);
    } else {
      Object.assign(term, part.place);
    }
  }
}

/** The frame of a body, as both frames of a term: a body that stands for its angle. */
export function placeOfBody(slot: number, poses: Float64Array): Partial<Place> {
  const b = slot * BODY;
  const angle = poses[b + ANGLE];
  return {
    ax: poses[b + X],
    ay: poses[b + Y],
    aAngle: 0,
    bx: poses[b + X],
    by: poses[b + Y],
    bAngle: angle,
    zero: 0,
    gain: 1,
  };
}

/** A segment between an anchor of one body and an anchor of another. */
export function placeOfSegment(
  slotA: number,
  localA: { x: number; y: number },
  slotB: number,
  localB: { x: number; y: number },
  poses: Float64Array,
): Partial<Place> {
  const a = worldPoint(slotA, localA, poses);
  const b = worldPoint(slotB, localB, poses);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  return {
    ax: a.x,
    ay: a.y,
    aAngle: poses[slotA * BODY + ANGLE],
    bx: b.x,
    by: b.y,
    bAngle: poses[slotB * BODY + ANGLE],
    ux: length > 0 ? dx / length : 1,
    uy: length > 0 ? dy / length : 0,
  };
}

function worldPoint(slot: number, { x, y }: { x: number; y: number }, poses: Float64Array): { x: number; y: number } {
  const b = slot * BODY;
  return {
    x: poses[b + X] + poses[b + COS] * x - poses[b + SIN] * y,
    y: poses[b + Y] + poses[b + SIN] * x + poses[b + COS] * y,
  };
}
