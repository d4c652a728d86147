import { knownKeys, refuse, TenonError, World, type WorldOptions, WORLD_OPTIONS } from '@tenon/core';
import type { PlaneChoice } from './plane';

/** How joints are made for a scene. Everything a `World` takes, too; gravity is 9.81 m/s² downwards unless given. */
export interface ThreeJointsOptions extends WorldOptions {
  /** A world of yours; then nothing that makes one may be given. */
  readonly world?: World;
  /** Where bodies live: 'xy' (default), 'xz', or the local xy plane of an object. */
  readonly frame?: PlaneChoice;
  /** The same as `lengthUnit`, for scenes that are measured in pixels, above 0; default 1. */
  readonly pixelsPerMeter?: number;
  /** Show poses between two fixed steps; default true. */
  readonly interpolate?: boolean;
  /** How fast time passes, 0 or more; default 1. */
  readonly timeScale?: number;
}

/** Every option. */
const KNOWN = ['world', 'frame', 'pixelsPerMeter', 'interpolate', 'timeScale', ...WORLD_OPTIONS];

/** The same with nothing left out, and the world that they name or make. */
interface ReadOptions extends Required<Pick<ThreeJointsOptions, 'world' | 'frame' | 'interpolate' | 'timeScale'>> {
  /** The world was made here. */
  readonly isOwn: boolean;
}

/** Throws where options are wrong. */
export function readOptions(options: ThreeJointsOptions): ReadOptions {
  knownKeys('ThreeJoints', options, KNOWN);
  const { world, frame = 'xy', pixelsPerMeter, interpolate = true, timeScale = 1, ...own } = options;
  if (world === undefined)
    return { world: new World(withDefaults(own, pixelsPerMeter)), isOwn: true, frame, interpolate, timeScale };
  if (!(world instanceof World)) refuse('param-invalid', 'ThreeJoints.world', 'be a World', world);
  if (pixelsPerMeter !== undefined || Object.keys(own).length > 0)
    throw new TenonError('option-conflict', 'options that make a world must be left out beside world', 'world', world);
  return { world, isOwn: false, frame, interpolate, timeScale };
}

export function checkFlag(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') refuse('param-invalid', `ThreeJoints.${name}`, 'be true or false', value);
  return value;
}

export function checkFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) refuse('param-not-finite', `ThreeJoints.${name}`, 'be a finite number', value);
}

export function checkNumber(
  name: string,
  value: number,
  requirement: string,
  isMet: (value: number) => boolean,
): number {
  checkFinite(name, value);
  if (!isMet(value)) refuse('param-negative', `ThreeJoints.${name}`, requirement, value);
  return value;
}

/** y is up in three, and a world of pixels has its gravity in pixels. */
function withDefaults(options: WorldOptions, pixelsPerMeter: number | undefined): WorldOptions {
  if (pixelsPerMeter !== undefined && options.lengthUnit !== undefined) {
    throw new TenonError(
      'option-conflict',
      'pixelsPerMeter must be left out beside lengthUnit',
      'pixelsPerMeter',
      pixelsPerMeter,
    );
  }
  if (pixelsPerMeter !== undefined) checkNumber('pixelsPerMeter', pixelsPerMeter, 'be above 0', (number) => number > 0);
  const lengthUnit = pixelsPerMeter ?? options.lengthUnit ?? 1;
  return { gravity: [0, -9.81 * lengthUnit], clock: () => performance.now(), ...options, lengthUnit };
}
