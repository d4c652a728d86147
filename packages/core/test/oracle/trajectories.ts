import { readdirSync, readFileSync } from 'node:fs';
import '@tenon/core';
import type { SolverChoice, World } from '@tenon/core';
import { loadScene, type Scene, type SceneBody, type SceneJoint } from '@tenon/core/scene';
import { inspect } from '@tenon/core/inspect';
import { mappingOf, type Params } from './joints';

interface GoldenBody {
  readonly id: string;
  readonly type: 'static' | 'dynamic' | 'kinematic';
  readonly mass: number | null;
  readonly inertia: number | null;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly vx: number;
  readonly vy: number;
  readonly omega: number;
}

type GoldenJoint = Params & { readonly id: string; readonly type: string };

/** The model of a golden trajectory. */
export interface GoldenModel {
  readonly gravity: readonly [number, number];
  readonly bodies: readonly GoldenBody[];
  readonly joints: readonly GoldenJoint[];
  readonly loads?: readonly {
    readonly type: 'torque' | 'force';
    readonly body: string;
    readonly value: number | readonly [number, number];
  }[];
}

/** A golden trajectory, `tenon-trajectory/1`, with its samples. */
export interface Trajectory {
  readonly schema: string;
  readonly name: string;
  readonly model: GoldenModel;
  readonly schedule?: Readonly<Record<string, readonly { readonly t: number; readonly omega: number }[]>>;
  readonly compareWindow: number;
  readonly events?: readonly { readonly t: number }[];
  readonly driven?: boolean;
  readonly samples: {
    readonly t: readonly number[];
    readonly bodies: Readonly<
      Record<
        string,
        { readonly x: readonly number[]; readonly y: readonly number[]; readonly angle: readonly number[] }
      >
    >;
    readonly energy: { readonly total: readonly number[] };
    /** Per joint and sample the force on each row, N or N·m; not to be compared where the condition is above 200. */
    readonly reactions: Readonly<
      Record<string, { readonly rows: readonly string[]; readonly values: readonly (readonly number[])[] }>
    >;
    readonly reactionConditionNumber: readonly number[];
  };
}

/** A golden model as a scene. */
export function toScene(model: GoldenModel): Scene {
  return {
    schema: 'tenon-scene/1',
    gravity: [...model.gravity],
    sleeping: false,
    bodies: model.bodies.map(toBody),
    joints: model.joints.map(toJoint),
  };
}

function toBody({ id, type, mass, inertia, x, y, angle, vx, vy, omega }: GoldenBody): SceneBody {
  const moving = type === 'static' ? {} : { velocity: [vx, vy] as const, angularVelocity: omega };
  return { id, type, position: [x, y], angle, ...moving, ...(type === 'dynamic' ? { mass, inertia } : {}) };
}

function toJoint(joint: GoldenJoint): SceneJoint {
  const { type, options, bodies } = mappingOf(joint.type, joint);
  const named = Object.fromEntries(
    Object.entries(bodies).map(([key, n]) => [key, joint[`body${n}`] ?? joint['body'] ?? null]),
  );
  return { type, id: joint.id, ...named, ...options };
}

/** Every trajectory in the folder of fixtures. */
export function readTrajectories(): Trajectory[] {
  const folder = new URL('../fixtures/trajectories/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Trajectory)
    .filter(({ schema }) => schema === 'tenon-trajectory/1');
}

/** What a run was like, over its samples. */
export interface Run {
  /** Largest distance (m) or angle (rad) of a body from the reference. */
  readonly error: number;
  /** Largest error of a lock, m or rad. */
  readonly gap: number;
  /** Largest error of a reaction, relative to the largest reaction of all. */
  readonly reaction: number;
  /** Largest gain and loss of energy against the reference, J. */
  readonly gain: number;
  readonly loss: number;
}

/**
 * Runs a trajectory with steps near `h` seconds, one substep each, so that steps end at the samples; up to `until`
 * seconds (default: the compare window).
 */
export function run(
  trajectory: Trajectory,
  h: number,
  solver: SolverChoice,
  until = trajectory.compareWindow,
  settings: Partial<Scene> = {},
): Run {
  const { model, samples, schedule = {} } = trajectory;
  const { world, bodies } = loadScene({ ...toScene(model), solver, substeps: 1, directSubsteps: 1, ...settings });
  let error = 0;
  let gap = 0;
  let reaction = 0;
  let gain = 0;
  let loss = 0;
  let before: readonly number[] = [];
  const energy = (): number => world.energy.total - workOf(world, model);
  const start = energy();
  for (let i = 1; i < samples.t.length && samples.t[i] <= until + 1e-9; i++) {
    const span = samples.t[i] - samples.t[i - 1];
    const steps = Math.max(1, Math.round(span / h));
    for (let k = 0; k < steps; k++) {
      const now = samples.t[i - 1] + (k * span) / steps;
      drive(world, schedule, now, span / steps);
      push(world, model);
      world.step(span / steps);
      // Forces are means over a step: those of the steps before and after a sample tell the one at it.
      if (k === 0 && i > 1 && isSmooth(trajectory, i - 1, h))
        reaction = Math.max(reaction, reactionError(world, trajectory, i - 1, before));
    }
    before = readReactions(world, trajectory);
    for (const [id, pose] of Object.entries(samples.bodies)) {
      const body = bodies.get(id);
      if (body?.type !== 'dynamic') continue;
      error = Math.max(error, Math.abs(body.angle - pose.angle[i]), Math.hypot(body.x - pose.x[i], body.y - pose.y[i]));
    }
    for (const joint of world.joints)
      for (const size of Object.values(joint.error)) gap = Math.max(gap, Math.abs(size));
    const change = energy() - start - (samples.energy.total[i] - samples.energy.total[0]);
    gain = Math.max(gain, change);
    loss = Math.max(loss, -change);
  }
  return { error, gap, reaction, gain, loss };
}

/** Force on every row that the trajectory tells of, mean of the last step. */
function readReactions(world: World, { model, samples }: Trajectory): number[] {
  return Object.entries(samples.reactions).flatMap(([id, { rows }]) => {
    const golden = model.joints.find((joint) => joint.id === id);
    const joint = world.joint(id);
    if (golden === undefined || joint === null) throw new Error(`No joint '${id}'`);
    const { rows: matches } = mappingOf(golden.type, golden);
    const inspected = inspect(joint).rows;
    return rows.map((name) => {
      const match = matches.find((row) => row.golden === name);
      const impulse = inspected.find((row) => row.name === match?.row)?.impulse;
      if (impulse === undefined) throw new Error(`No row '${name}' of ${id}`);
      return impulse / world.lastStep;
    });
  });
}

function reactionError(world: World, trajectory: Trajectory, i: number, before: readonly number[]): number {
  const { reactions } = trajectory.samples;
  const after = readReactions(world, trajectory);
  const expected = Object.values(reactions).flatMap(({ values }) => values[i]);
  const largest = Math.max(...Object.values(reactions).flatMap(({ values }) => values.flat().map(Math.abs)));
  return Math.max(...expected.map((value, k) => Math.abs((before[k] + after[k]) / 2 - value))) / (largest || 1);
}

/** Whether the reactions at a sample are well conditioned, and no event comes near it. */
function isSmooth({ samples, events = [] }: Trajectory, i: number, h: number): boolean {
  return samples.reactionConditionNumber[i] <= 200 && events.every(({ t }) => Math.abs(t - samples.t[i]) > 2 * h);
}

/**
 * Kinematic bodies turn at the mean of their schedule over the step, so that they are right at its end; before its first entry as they
 * do.
 */
export function drive(world: World, schedule: NonNullable<Trajectory['schedule']>, now: number, h: number): void {
  for (const [id, phases] of Object.entries(schedule)) {
    const body = world.body(id);
    if (body === null || phases.length === 0) continue;
    let turn = body.angularVelocity * Math.max(0, Math.min(phases[0].t, now + h) - now);
    phases.forEach(({ t, omega }, i) => {
      const end = phases[i + 1]?.t ?? Infinity;
      turn += omega * Math.max(0, Math.min(end, now + h) - Math.max(t, now));
    });
    body.angularVelocity = turn / h;
  }
}

/** What the loads have done since all bodies were at the origin, J: the golden energy counts it. */
function workOf(world: World, { loads = [] }: GoldenModel): number {
  return loads.reduce((sum, { type, body: id, value }) => {
    const body = world.body(id);
    if (body === null) return sum;
    if (type === 'torque') return sum + (value as number) * body.angle;
    const [x, y] = value as [number, number];
    return sum + x * body.x + y * body.y;
  }, 0);
}

/** Gives the bodies the model's loads for the next step. */
export function push(world: World, { loads = [] }: GoldenModel): void {
  for (const { type, body, value } of loads) {
    if (type === 'torque') world.body(body)?.applyTorque(value as number);
    else world.body(body)?.applyForce(value as [number, number]);
  }
}
