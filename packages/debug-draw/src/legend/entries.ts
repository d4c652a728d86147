import { JointFlag, type CoordinateKind, type JointView, type LawSet } from '@tenon/core/view';
import { coordinateOf, guideOf, isSlack, turnsFreely } from '../anatomy';
import { isAtCap } from '../shade';
import { on, Sketch, term } from '../sketch';
import type { ShownContact } from '../source';

/** A row of the legend: what is said of what is drawn, and whether a joint shows it. */
export interface LegendEntry {
  readonly text: string;
  /** Made up, drawn as any other joint; pixels, y down, about ±22 × ±15. */
  readonly view: JointView;
  isIn(view: JointView): boolean;
}

/** The row of contacts: they are no joints. */
export const contactEntry: { readonly text: string; readonly sign: ShownContact } = {
  text: 'contact: pushes',
  sign: { points: [{ x: 0, y: 8 }], normalX: 0, normalY: -1, force: 10, asleep: false },
};

export const legendEntries: readonly LegendEntry[] = [
  { text: 'pivot: free to turn', view: pivot(), isIn: (v) => holdsPoint(v) && turnsFreely(v) },
  { text: 'weld: not free to turn', view: weld(), isIn: (v) => holdsPoint(v) && !turnsFreely(v) },
  {
    text: 'angle, at no point',
    view: angle(() => {}),
    isIn: (v) => v.coordinates[0]?.kind === 'angle' && v.coordinateCount === 1,
  },
  { text: 'rails: sideways locked', view: rails(), isIn: (v) => guideOf(v) !== null },
  { text: 'rod: length locked', view: span(({ lock }) => on(lock, { target: 40 })), isIn: hasRod },
  { text: 'rope', view: span(({ limits }) => on(limits, { lower: -Infinity, upper: 40, active: 1 })), isIn: isRope },
  { text: 'slack', view: slackRope(), isIn: isSlack },
  { text: 'rope over sheaves', view: pulley(), isIn: (v) => hasTerm(v, 'length') },
  { text: 'gears: ratio', view: gears(), isIn: (v) => hasTerm(v, 'angle') || hasTerm(v, 'axis') },
  { text: 'runs on a path', view: path(), isIn: hasKind('path') },
  { text: 'drawn to a target', view: drag(), isIn: isPulled },
  { text: 'drawn to a pose', view: pose(), isIn: hasKind('pose') },
  { text: 'constraint of your own', view: general(), isIn: hasKind('general') },
  { text: 'no contact', view: filter(), isIn: holdsNothing },

  { text: 'limits', view: turning(({ limits }) => on(limits, { lower: -2, upper: 0.6 })), isIn: has('limits') },
  {
    text: 'at its limit',
    view: turning(({ limits }) => on(limits, { lower: -2, upper: -0.4, active: 1 })),
    isIn: isAtLimit,
  },
  { text: 'spring, rest mark', view: span(({ spring }) => on(spring, { rest: 34 })), isIn: has('spring') },
  {
    text: 'motor: way, force',
    view: turning(({ motor }) => on(motor, { speed: 1, force: 3, cap: 10 })),
    isIn: hasMotor,
  },
  { text: 'servo: target', view: turning(({ motor }) => on(motor, { target: -1.4, speed: 1 })), isIn: hasServo },
  { text: 'law at its cap', view: turning(({ motor }) => on(motor, { speed: 1, force: 9, cap: 9 })), isIn: isLawAtCap },
  { text: 'friction', view: turning(({ friction }) => on(friction)), isIn: has('friction') },
  { text: 'ratchet', view: angle(({ ratchet }) => on(ratchet, { tooth: 0.9, phase: 0 })), isIn: has('ratchet') },
  { text: 'soft: gives way', view: softPivot(), isIn: isSoft },

  {
    text: 'load of a cap',
    view: weld({ stress: 0.6, stressPeak: 0.7 }),
    isIn: (v) => v.stressPeak > 0 && !isBreakable(v),
  },
  {
    text: 'load, × breaks',
    view: weld({ stress: 0.85, stressPeak: 0.9, flags: JointFlag.breakable }),
    isIn: isBreakable,
  },
  { text: 'asleep', view: weld({ flags: JointFlag.asleep }), isIn: hasFlag(JointFlag.asleep) },
  { text: 'disabled', view: weld({ flags: JointFlag.disabled }), isIn: hasFlag(JointFlag.disabled) },
  { text: 'broken', view: weld({ flags: JointFlag.broken }), isIn: hasFlag(JointFlag.broken) },
];

function pivot(): JointView {
  return turning(() => {});
}

function turning(laws: (laws: LawSet) => void): JointView {
  const sketch = new Sketch('pivot').world().body([18, -6], { angle: -0.4, radius: 14 });
  laws(sketch.coordinate('angle', 'angle', [0, 0], [0, 0], { value: -0.4 }).laws);
  on(sketch.coordinate('point', 'point', [0, 0], [0, 0]).laws.lock);
  return sketch.view;
}

function softPivot(): JointView {
  const sketch = new Sketch('pivot').world().body([20, 2], { radius: 14 });
  on(sketch.coordinate('point', 'point', [-4, 0], [5, 0]).laws.lock, { soft: true });
  return sketch.view;
}

function weld(fields: Partial<JointView> = {}): JointView {
  const sketch = new Sketch('weld', fields).body([-18, 0], { radius: 10 }).body([18, 0], { radius: 10 });
  on(sketch.coordinate('angle', 'angle', [0, 0], [0, 0], { value: 0 }).laws.lock, { target: 0 });
  on(sketch.coordinate('point', 'point', [0, 0], [0, 0]).laws.lock);
  return sketch.view;
}

function angle(laws: (laws: LawSet) => void): JointView {
  const sketch = new Sketch('angle').body([-20, 2], { radius: 8 }).body([8, 0], { radius: 10 });
  laws(sketch.coordinate('angle', 'angle', [-20, 2], [8, 0], { value: -0.3 }).laws);
  return sketch.view;
}

function rails(): JointView {
  const sketch = new Sketch('line').world().body([4, 0], { radius: 14 });
  on(sketch.coordinate('slide', 'axis', [0, 0], [4, 0], { ux: 1, uy: 0, value: 4 }).laws.limits, {
    lower: -18,
    upper: 18,
  });
  on(sketch.coordinate('offset', 'axis', [0, 0], [4, 0], { ux: 0, uy: 1, value: 0 }).laws.lock, { target: 0 });
  return sketch.view;
}

function span(
  laws: (laws: LawSet) => void,
  fields: Partial<JointView> = {},
  end: [number, number] = [20, 0],
): JointView {
  const sketch = new Sketch('distance', fields).body([-20, 0], { radius: 6 }).body(end, { radius: 6 });
  laws(sketch.coordinate('length', 'length', [-20, 0], end, { value: end[0] + 20 }).laws);
  return sketch.view;
}

function slackRope(): JointView {
  return span(({ limits }) => on(limits, { lower: -Infinity, upper: 44 }), { flags: JointFlag.slack }, [14, -4]);
}

function pulley(): JointView {
  const sketch = new Sketch('pulley').body([-14, 11], { radius: 1 }).body([14, 8], { radius: 1 });
  const sum = sketch.coordinate('length', 'sum', [NaN, NaN], [NaN, NaN]);
  on(sum.laws.lock);
  term(sum, 'length', [-10, -3], [-14, 11]);
  term(sum, 'length', [10, -3], [14, 8]);
  return sketch.view;
}

function gears(): JointView {
  const sketch = new Sketch('gear').body([-9, 0], { radius: 9 }).body([9, 0], { radius: 14 });
  const sum = sketch.coordinate('sum', 'sum', [-9, 0], [9, 0]);
  on(sum.laws.lock);
  term(sum, 'angle', [-9, 0], [-9, 0], { weight: 1 });
  term(sum, 'angle', [9, 0], [9, 0], { weight: 1.5, value: 0.2 });
  return sketch.view;
}

function path(): JointView {
  const points = Float64Array.of(-20, 4, -12, -2, -4, -5, 4, -4, 12, 2, 20, 5);
  const lengths = Float64Array.of(0, 10, 18.5, 26.6, 36.6, 45.1);
  const sketch = new Sketch('path').world().body([4, -4], { radius: 14 });
  sketch.coordinate('travel', 'path', [0, 0], [4, -4], { points, lengths, pointCount: 6, value: 26.6 });
  return sketch.view;
}

function drag(): JointView {
  const sketch = new Sketch('drag', { flags: JointFlag.dragging }).world().body([-16, 6], { radius: 14 });
  on(sketch.coordinate('point', 'point', [12, -4], [-12, 4]).laws.spring, { rest: 0 });
  return sketch.view;
}

function pose(): JointView {
  const sketch = new Sketch('pose').world().body([-12, 4], { radius: 14 });
  on(sketch.coordinate('pose', 'pose', [8, -2], [-12, 4], { aAngle: 0.5 }).laws.motor, { target: 0 });
  return sketch.view;
}

function general(): JointView {
  const sketch = new Sketch('user').body([-20, -5], { radius: 6 }).body([20, -5], { radius: 6 });
  on(sketch.coordinate('value', 'general', [-20, -5], [20, -5], { value: 0.4 }).laws.limits, { lower: -1, upper: 1 });
  return sketch.view;
}

function filter(): JointView {
  return new Sketch('filter').body([-20, 3], { radius: 8 }).body([20, -3], { radius: 8 }).view;
}

/** What has broken held something, and is seen by its ends alone. */
function holdsNothing(view: JointView): boolean {
  return view.coordinateCount === 0 && (view.flags & JointFlag.broken) === 0;
}

function holdsPoint(view: JointView): boolean {
  return coordinateOf(view, 'point')?.laws.lock.on ?? false;
}

function hasRod(view: JointView): boolean {
  const laws = coordinateOf(view, 'length')?.laws;
  return laws !== undefined && laws.lock.on && !laws.lock.soft;
}

function isRope(view: JointView): boolean {
  const laws = coordinateOf(view, 'length')?.laws;
  return laws !== undefined && laws.limits.on && !laws.lock.on && !laws.spring.on && !(laws.limits.lower > 0);
}

function isPulled(view: JointView): boolean {
  const laws = coordinateOf(view, 'point')?.laws;
  return laws !== undefined && !laws.lock.on && (laws.spring.on || laws.motor.on);
}

function hasTerm(view: JointView, kind: 'angle' | 'axis' | 'length'): boolean {
  const sum = coordinateOf(view, 'sum');
  return sum !== null && sum.termCount > 0 && sum.terms.some((t, i) => i < sum.termCount && t.kind === kind);
}

function hasKind(kind: CoordinateKind): (view: JointView) => boolean {
  return (view) => coordinateOf(view, kind) !== null;
}

function hasFlag(flag: number): (view: JointView) => boolean {
  return (view) => (view.flags & flag) !== 0;
}

function isBreakable(view: JointView): boolean {
  return (view.flags & JointFlag.breakable) !== 0 && view.stressPeak > 0;
}

function some(view: JointView, test: (laws: LawSet) => boolean): boolean {
  for (let i = 0; i < view.coordinateCount; i++) if (test(view.coordinates[i].laws)) return true;
  return false;
}

function has(law: keyof LawSet): (view: JointView) => boolean {
  return (view) => some(view, (laws) => laws[law].on);
}

function hasMotor(view: JointView): boolean {
  return some(view, ({ motor }) => motor.on && !Number.isFinite(motor.target));
}

function hasServo(view: JointView): boolean {
  return some(view, ({ motor }) => motor.on && Number.isFinite(motor.target));
}

function isAtLimit(view: JointView): boolean {
  return some(view, ({ limits }) => limits.on && limits.active !== 0);
}

function isSoft(view: JointView): boolean {
  return some(view, ({ lock }) => lock.on && lock.soft);
}

function isLawAtCap(view: JointView): boolean {
  return some(view, (laws) => lawsWithCap.some((law) => laws[law].on && isAtCap(laws[law])));
}

const lawsWithCap = ['spring', 'motor', 'friction'] as const;
