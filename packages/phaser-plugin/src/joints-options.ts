import { knownKeys, refuse, World, WORLD_OPTIONS, type WorldOptions } from '@tenon/core';
import { DebugDraw, type DebugDrawOptions } from '@tenon/debug-draw';

/** How a scene's joints are set up: the options of the core's world, except that `pixelsPerMeter` sets `lengthUnit`. */
export interface JointsOptions extends Omit<WorldOptions, 'lengthUnit'> {
  /** World units, which are pixels, per metre, above 0; default 50. Scales tolerances, thresholds and the default gravity. */
  readonly pixelsPerMeter?: number;
  /** Shows game objects between the last two steps; default true. False: at the last step, one step earlier but jerky. */
  readonly interpolate?: boolean;
  /** 0.5 is half as fast, 0 or more; default 1. */
  readonly timeScale?: number;
  /** Draws bodies and joints from the start; default false. */
  readonly debug?: boolean | DebugDrawOptions;
}

/** Every option; the unit of length is the plugin's to give. */
const KNOWN = [
  'pixelsPerMeter',
  'interpolate',
  'timeScale',
  'debug',
  ...WORLD_OPTIONS.filter((name) => name !== 'lengthUnit'),
];

/** The options as they are kept until a scene starts with them: a copy. Throws where they are wrong. */
export function readOptions(options: JointsOptions): JointsOptions {
  knownKeys('JointsOptions', options, KNOWN, (key) => (key === 'lengthUnit' ? 'pixelsPerMeter' : null));
  const { world, interpolate, timeScale, debug } = splitOptions(options);
  checkNumber('pixelsPerMeter', world.lengthUnit, 'be above 0', (number) => number > 0);
  checkTimeScale(timeScale);
  if (typeof interpolate !== 'boolean')
    refuse('param-invalid', 'JointsOptions.interpolate', 'be true or false', interpolate);
  const overlay = overlayOptions(debug);
  const tried = new World(world);
  const { x, y } = tried.gravity;
  tried.destroy();
  return Object.freeze({
    ...options,
    ...(options.gravity === undefined ? {} : { gravity: [x, y] as const }),
    ...(overlay === null || debug === true ? {} : { debug: overlay }),
  });
}

/** Options of the overlay, null where there is to be none. Throws where they are wrong. */
export function overlayOptions(debug: boolean | DebugDrawOptions): DebugDrawOptions | null {
  if (typeof debug === 'boolean') return debug ? {} : null;
  if (typeof debug !== 'object')
    refuse('param-invalid', 'JointsOptions.debug', 'be true, false or options of DebugDraw', debug);
  return DebugDraw.checkOptions(debug);
}

export function checkTimeScale(factor: number): number {
  return checkNumber('timeScale', factor, 'be 0 or more', (number) => number >= 0);
}

function checkNumber(name: string, value: number, requirement: string, isMet: (value: number) => boolean): number {
  const path = `JointsOptions.${name}`;
  if (!Number.isFinite(value)) refuse('param-not-finite', path, 'be a finite number', value);
  if (!isMet(value)) refuse('param-negative', path, requirement, value);
  return value;
}

/** The same with nothing left out, those of the world apart. */
interface SplitOptions extends Required<Pick<JointsOptions, 'interpolate' | 'timeScale' | 'debug'>> {
  readonly world: WorldOptions & { readonly lengthUnit: number };
}

/** Options of the world and of the plugin, apart. Gravity defaults to 9.81 m/s² down the screen. */
export function splitOptions(options: JointsOptions): SplitOptions {
  const { pixelsPerMeter = 50, interpolate = true, timeScale = 1, debug = false, ...rest } = options;
  const world = {
    gravity: [0, 9.81 * pixelsPerMeter] as const,
    clock: () => performance.now(),
    ...rest,
    lengthUnit: pixelsPerMeter,
  };
  return { world, interpolate, timeScale, debug };
}
