import { Body } from '../body/body';
import { TIME } from '../state/body-store';
import { frozen } from '../base/check';
import type { RowUnit } from '../coordinates/coordinate';
import { refuse, TenonError } from '../base/error';
import type { JointBatch } from '../batches/joint-batch';
import type { Joint } from '../joint/joint';
import type { JointType } from '../joint/joint-type';
import { rebind } from '../joint/rebind';
import { readVec, type VecLike, VecView } from '../math/vec2';
import type { CoordinateView } from '../view/joint-view';
import { compareWritten } from './compare-written';
import { ConstraintInstance, type InstanceOptions } from './constraint-instance';
import { driveRow, generalType, type Measured, MOST_BODIES, OWN, readUnit, rowName } from './general-type';
import { MOST_ROWS } from '../batches/row-block';
import { probePosition, probeVelocity, stilled } from './probe';
import { failIn } from './user-code';
import { applyLaws, LAW_NUMBERS, readForceBounds, rememberLaws, type Row, rowLaws } from './row-laws';

/** What a `UserConstraint` takes beside its rows. */
export interface UserConstraintOptions extends InstanceOptions {
  /** What its rows are measured in: one for all, or one each: `length`, `angle`, a power of a length as `length^2`. Default `number`. */
  readonly units?: RowUnit | readonly RowUnit[];
  /** True: its rows are rates, J·v + V(0) = 0, and hold no position, as a skate or a motor does. */
  readonly velocityOnly?: boolean;
  /**
   * Of each row the least and the greatest force that it may give, N or N·m; `null`: any. What clamps impulses in Nape; here it is the same in
   * both solvers and at any frame rate.
   */
  readonly forceBounds?: readonly (readonly [low: number, high: number] | null)[];
}

/** What `jacobian` writes to. */
export interface Jacobian {
  /** Adds to the slopes of a row by x, y (world units) and angle (rad) of one of its bodies. */
  add(row: number, body: Body | null, x: number, y: number, angle: number): void;
}

/** A vector with three numbers: along x, along y, and about the centre of mass. */
export interface MutableVec3 {
  /** Along x. */
  x: number;
  /** Along y. */
  y: number;
  /** About the centre of mass. */
  z: number;
}

const instances = new WeakMap<Joint, UserConstraint>();
/** By class, then by rows, units and slots. */
const types = new WeakMap<object, Map<string, JointType>>();

/** Rates of rows at rest. */
const rest = new Float64Array(MOST_ROWS);

/**
 * A constraint as a class of one's own, after the UserConstraint of Nape. It says how far it is off (`position`), how fast that changes
 * (`velocity`), or both bodies' share in it (`jacobian`); one of them is enough, and all else follows. Inside these methods bodies show the pose at
 * hand, at which cos² + sin² need not be 1; they can be read, and nothing can be changed. What a method throws, and what is no number,
 * lets the rows rest for that step, and is thrown after it.
 */
export abstract class UserConstraint extends ConstraintInstance {
  readonly #count: number;
  readonly #units: readonly RowUnit[];
  readonly #velocityOnly: boolean;
  #forceBounds: readonly (readonly [low: number, high: number] | null)[];
  readonly #slots: (Body | null)[] = [];
  /** It has to be validated before it is measured: the author's field of a body is set after that is registered. */
  #isNew = false;
  #isResting = false;
  /** Where `jacobian` adds to. */
  #slopes: Float64Array = new Float64Array(0);
  readonly #position = (err: Float64Array): void => {
    this.prepare?.();
    this.position?.(err);
  };
  readonly #velocity = (err: Float64Array): void => this.velocity?.(err);
  readonly #writer: Jacobian = frozen({ add: (row, body, x, y, angle) => this.#add(row, body, x, y, angle) });

  /** Throws `option-missing` for a class without `position`, `velocity` and `jacobian`. */
  protected constructor(rows: number, options: UserConstraintOptions = {}) {
    const { units = 'number', velocityOnly = false, forceBounds, ...common } = options;
    super(common, []);
    if (!Number.isInteger(rows) || rows < 1 || rows > MOST_ROWS)
      refuse('param-invalid', `${this.label}.rows`, `be a whole number from 1 to ${MOST_ROWS}`, rows);
    this.#count = rows;
    const list = typeof units === 'string' ? Array.from({ length: rows }, () => units) : units;
    if (list.length !== rows) refuse('param-invalid', `${this.label}.units`, 'be one, or one for each row', units);
    this.#units = frozen(list.map((unit, i) => readUnit(`${this.label}.units[${i}]`, unit)));
    this.#velocityOnly = velocityOnly;
    this.#forceBounds = readForceBounds(this.label, rows, forceBounds);
    if (this.jacobian === undefined && this.velocity === undefined && (velocityOnly || this.position === undefined))
      refuse('option-missing', this.label, `have ${velocityOnly ? '' : 'position, '}velocity or jacobian`, this.label);
    if (this.position === undefined && !velocityOnly)
      refuse('option-missing', this.label, 'have position, or be made with velocityOnly: true', this.label);
    if (this.limits !== undefined && velocityOnly)
      refuse('option-conflict', `${this.label}.limits`, 'be left out where rows are rates: they hold no value', true);
  }

  /** C: how far each row is off. */
  protected position?(err: Float64Array): void;

  /**
   * V: the rate of each row at the `constraintVelocity` of its bodies, of which it is a sum with constant factors, and a constant: how fast the row
   * goes by itself, as `bias` of the language. What that adds up to is added to `position` by the engine.
   */
  protected velocity?(err: Float64Array): void;

  /** J: by how much each row changes by each of its bodies. */
  protected jacobian?(J: Jacobian): void;

  /** Bounds of C for each row, both 0 before; called when it is added and after `invalidate`. Equal ones hold it there. */
  protected limits?(lower: Float64Array, upper: Float64Array): void;

  /** Called before the others at each pose. */
  protected prepare?(): void;

  /** Called when it is added, after `invalidate`, and before it is measured with another body: throws where parameters do not go together. */
  protected validate?(): void;

  /** J M⁻¹ Jᵀ, its upper triangle row by row. Never needed; compared where its world has `checks`. */
  protected effectiveMass?(k: Float64Array): void;

  /** Jᵀ λ on one of its bodies. Never needed; compared where its world has `checks`. */
  protected impulse?(lambda: Float64Array, body: Body, out: MutableVec3): void;

  /**
   * Where a row is seen, for overlays: `view.kind` (`length`, `axis`, `angle`, `point`) and the numbers of its place, at the poses that bodies show.
   * All laws of the row are drawn there then. Left out, it is a sign amid its bodies.
   */
  protected place?(row: number, view: CoordinateView): void;

  /** One with the same bodies and parameters, in no world. */
  abstract clone(): UserConstraint;

  /** Bodies by slot, in the order in which they were registered first. */
  get bodies(): readonly (Body | null)[] {
    return frozen([...this.#slots]);
  }

  /** Of each row the least and the greatest force that it may give, N or N·m; `null`: any. */
  get forceBounds(): readonly (readonly [low: number, high: number] | null)[] {
    return this.#forceBounds;
  }

  set forceBounds(bounds: readonly (readonly [low: number, high: number] | null)[]) {
    const before = this.#forceBounds;
    this.#forceBounds = readForceBounds(this.label, this.#count, bounds);
    try {
      this.#applyLaws();
    } catch (error) {
      this.#forceBounds = before;
      throw error;
    }
  }

  /**
   * In the setter of a body: `this.#body = this.registerBody(this.#body, body)`. The same body may be registered twice. Throws `other-world`, and
   * `param-invalid` for a further slot once it is in a world.
   */
  protected registerBody<B extends Body | null>(before: Body | null, after: B): B {
    const path = `${this.label}.registerBody`;
    if (after !== null && !(after instanceof Body)) refuse('param-invalid', path, 'be given a body or null', after);
    const found = this.#slots.indexOf(before);
    if (before === null && after === null) return after;
    const slot = found < 0 ? this.#slots.length : found;
    if (slot >= MOST_BODIES) refuse('param-invalid', path, `be called for at most ${MOST_BODIES} bodies`, slot + 1);
    const { live } = this;
    if (live !== null) {
      if (found < 0) refuse('param-invalid', path, 'be called for each of its bodies before world.add', after?.id);
      // The author's field of this body is the old one until this returns.
      this.#isResting = true;
      try {
        rebind(live, slot, after);
      } finally {
        this.#isResting = false;
      }
    }
    this.#slots[slot] = after;
    this.#isNew = true;
    return after;
  }

  /** A vector that tells when it is changed, for a property of the constraint. */
  protected bindVec2(initial: VecLike = [0, 0]): VecView {
    const path = `${this.label}.bindVec2`;
    let now = readVec(path, initial);
    return new VecView(
      (axis) => (axis === 0 ? now.x : now.y),
      (x, y) => {
        const before = now;
        now = readVec(path, [x, y]);
        try {
          this.invalidate();
        } catch (error) {
          now = before;
          throw error;
        }
      },
    );
  }

  /** In the setter of a parameter: what it measures is another from now on. Checks it, wakes its bodies, and reads its limits again. */
  protected invalidate(): void {
    const { live, world } = this;
    if (live === null || world === null) return;
    world.requireUnmeasured();
    this.validate?.();
    this.#applyLaws();
    this.findRates(live);
    live.lead();
    live.forgetStiffness();
    live.wake();
    if (world.checks) this.#check(live);
  }

  /** @internal */
  protected override prepareToAdd(): ReturnType<ConstraintInstance['prepareToAdd']> {
    if (this.#slots.every((body) => body === null))
      refuse('option-missing', this.label, 'register a body before it is added', null);
    this.validate?.();
    const numbers = this.#lawNumbers();
    const laws = this.#rows.map((row, i) => rowLaws(this.label, row, this, numbers, i));
    const rowsAre = this.#velocityOnly ? 'rates' : this.velocity === undefined ? 'values' : 'values with rates';
    const type = typeOf(this.constructor, this.#units, this.#slots.length, rowsAre);
    return {
      type,
      bodies: this.#slots,
      laws: Object.fromEntries(laws.map((law, i) => [rowName(i, laws.length), law])),
    };
  }

  /** @internal */
  override addTo(world: Parameters<ConstraintInstance['addTo']>[0]): void {
    super.addTo(world);
    const { live } = this;
    if (!world.checks || live === null) return;
    try {
      this.#check(live);
    } catch (error) {
      live.remove();
      throw error;
    }
  }

  /** @internal */
  override attach(joint: Joint): void {
    super.attach(joint);
    instances.set(joint, this);
    rememberLaws(joint, lawsAt(this.#slots.length), this.#lawNumbers());
  }

  /** @internal */
  protected override lawsChanged(): void {
    this.#applyLaws(true);
  }

  /** Gives rows the laws that have become others, or all of them theirs again. */
  #applyLaws(all = false): void {
    const { live } = this;
    if (live !== null) applyLaws(live, lawsAt(this.#slots.length), this.#rows, this, this.#lawNumbers(), all);
  }

  get #rows(): readonly Row[] {
    return this.#units.map((unit) => ({ unit, isRate: this.#velocityOnly }));
  }

  /** What the laws of its rows follow from, as row-laws.ts has it. */
  #lawNumbers(): Float64Array {
    const lower = new Float64Array(this.#count);
    const upper = new Float64Array(this.#count);
    this.limits?.(lower, upper);
    return Float64Array.from(
      this.#forceBounds.flatMap((bounds, i) => [lower[i], upper[i], ...(bounds ?? [-Infinity, Infinity]), Infinity, 1]),
    );
  }

  #check(joint: Joint): void {
    const { batch, slot } = joint.record();
    const { store } = joint.requireWorld();
    compareWritten({
      label: this.label,
      rows: this.#count,
      bodies: this.#slots,
      store,
      measure: (pose, out, from) => this.#measure(batch, slot, pose, out, from),
      has: {
        position: this.position !== undefined && !this.#velocityOnly,
        velocity: this.velocity !== undefined,
        jacobian: this.jacobian !== undefined,
      },
      effectiveMass: this.effectiveMass?.bind(this),
      impulse: this.impulse?.bind(this),
    });
  }

  /** @internal Writes how fast its rows with a value go by themselves; true if one does. */
  findRates(joint: Joint): boolean {
    if (this.velocity === undefined || this.#velocityOnly) return false;
    const world = joint.requireWorld();
    const { store } = world;
    const { motion } = store;
    const rows = this.#count;
    rest.fill(0);
    try {
      world.setMeasuring(true);
      store.motion = stilled(motion, this.#slots);
      this.prepare?.();
      this.velocity(rest);
    } catch (error) {
      rest.fill(0);
      failIn(joint, error);
    } finally {
      store.motion = motion;
      world.setMeasuring(false);
    }
    const at = ratesAt(this.#slots.length, rows);
    let moves = false;
    for (let k = 0; k < rows; k++) {
      const rate = Number.isFinite(rest[k]) ? rest[k] : 0;
      joint.initialize(at + k, rate);
      moves ||= rate !== 0;
    }
    return moves;
  }

  /** @internal */
  show(joint: Joint, row: number, view: CoordinateView, poses: Float64Array): void {
    if (this.place === undefined) return;
    const world = joint.requireWorld();
    const { store } = world;
    const { pose } = store;
    try {
      world.setMeasuring(true);
      store.pose = poses;
      this.place(row, view);
    } finally {
      store.pose = pose;
      world.setMeasuring(false);
    }
  }

  /** @internal Its rows at the poses `q`. */
  measureInto(batch: JointBatch, j: number, q: Float64Array, out: Measured): void {
    if (this.#isResting) return;
    if (this.#isNew) this.validate?.();
    this.#isNew = false;
    const from = this.jacobian !== undefined ? 'jacobian' : this.velocity !== undefined ? 'velocity' : 'position';
    this.#measure(batch, j, q, out, from);
    const { values, jacobian, turns, rates } = out;
    if (this.velocity !== undefined && !this.#velocityOnly) {
      const at = j * batch.stride + ratesAt(this.#slots.length, this.#count);
      for (let k = 0; k < this.#count; k++) {
        rates[k] = batch.rows[at + k];
        values[k] += batch.rows[at + this.#count + k] + q[TIME] * rates[k];
      }
    }
    // Who moves a row by an angle alone has no lever.
    for (let i = 0; i < turns.length; i++)
      if (jacobian[3 * i] === 0 && jacobian[3 * i + 1] === 0) turns[i] = jacobian[3 * i + 2];
  }

  #measure(
    batch: JointBatch,
    j: number,
    q: Float64Array,
    out: Measured,
    from: 'jacobian' | 'velocity' | 'position',
  ): void {
    const world = this.joint?.world;
    if (world === undefined || world === null) return;
    const { store } = world;
    const { pose, motion } = store;
    store.pose = q;
    try {
      if (from === 'position') probePosition(q, this.#slots, this.#count, this.#position, out.jacobian);
      if (from === 'velocity') store.motion = stilled(motion, this.#slots);
      this.prepare?.();
      if (!this.#velocityOnly) this.position?.(out.values);
      this.#slopes = out.jacobian;
      if (from === 'jacobian') this.jacobian?.(this.#writer);
      if (from !== 'velocity') return;
      const atRest = probeVelocity(store.motion, this.#slots, this.#count, this.#velocity, out.jacobian);
      for (let k = 0; this.#velocityOnly && k < this.#count; k++) driveRow(batch, j, k, -atRest[k]);
    } finally {
      store.pose = pose;
      store.motion = motion;
    }
  }

  #add(row: number, body: Body | null, x: number, y: number, angle: number): void {
    const path = `${this.label}.jacobian`;
    if (!Number.isInteger(row) || row < 0 || row >= this.#count)
      refuse('constraint-invalid', path, `name a row from 0 to ${this.#count - 1}`, row);
    if (body === null) return;
    const slot = this.#slots.indexOf(body);
    if (slot < 0) refuse('constraint-invalid', path, 'name one of its bodies', body.id);
    const i = 3 * (row * this.#slots.length + slot);
    this.#slopes[i] += x;
    this.#slopes[i + 1] += y;
    this.#slopes[i + 2] += angle;
  }
}

/** Where a record has what its rows were given. */
const lawsAt = (slots: number): number => OWN + slots;
/** Behind that how fast each row goes by itself, and how far it has gone. */
const ratesAt = (slots: number, rows: number): number => lawsAt(slots) + LAW_NUMBERS * rows;

type RowsAre = 'values' | 'values with rates' | 'rates';

/** Rows that go by themselves have done so; they lead what they hold, and keep its bodies awake. */
function passTime(joint: Joint, at: number, count: number, dt: number): void {
  for (let k = 0; k < count; k++)
    joint.initialize(at + count + k, joint.read(at + count + k) + dt * joint.read(at + k));
  if (instances.get(joint)?.findRates(joint) !== true) return;
  joint.lead();
  joint.wake();
}

/** The type of all constraints of a class with the same rows and slots. */
function typeOf(of: object, units: readonly RowUnit[], slots: number, rowsAre: RowsAre): JointType {
  const known = types.get(of) ?? new Map<string, JointType>();
  types.set(of, known);
  const key = `${units.join()} ${slots} ${rowsAre}`;
  const found = known.get(key) ?? defineType((of as { name: string }).name, units, slots, rowsAre);
  known.set(key, found);
  return found;
}

function defineType(name: string, units: readonly RowUnit[], slots: number, rowsAre: RowsAre): JointType {
  const count = units.length;
  return generalType({
    name,
    label: name,
    bodies: slots,
    rows: Object.fromEntries(units.map((unit, i) => [rowName(i, units.length), unit])),
    locked: false,
    isRate: () => rowsAre === 'rates',
    own: (LAW_NUMBERS + (rowsAre === 'values with rates' ? 2 : 0)) * count,
    measuresMean: false,
    flat: ['instance'],
    facade: (base) => base,
    place: (joint, { instance }) => {
      if (!(instance instanceof UserConstraint)) refuse('param-invalid', name, 'be made with new, and added', instance);
      instance.attach(joint);
      instance.findRates(joint);
    },
    ...(rowsAre === 'values with rates' && {
      passTime: (joint, dt) => passTime(joint, ratesAt(slots, count), count, dt),
    }),
    show: (joint, row, view, poses) => instances.get(joint)?.show(joint, row, view, poses),
    measure(batch, j, start, _end, _offsets, out) {
      const joint = batch.handles[j];
      if (joint !== null) instances.get(joint)?.measureInto(batch, j, start, out);
    },
    describe({ id }) {
      throw new TenonError(
        'source-invalid',
        `${name} '${id}' is of a class, which no file can hold: copy it with its own clone(), or describe it with defineConstraint`,
        name,
        id,
      );
    },
  });
}
