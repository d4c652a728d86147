import { TenonError, World, type WorldOptions } from '@tenon/core';
import type { DebugDrawOptions } from '@tenon/debug-draw';

/** How a scene's joints are set up: the options of the core's world, except that `pixelsPerMeter` sets `lengthUnit`. */
export interface JointsOptions extends Omit<WorldOptions, 'lengthUnit'> {
  /** World units, which are pixels, per metre; default 50. Scales tolerances, thresholds and the default gravity. */
  readonly pixelsPerMeter?: number;
  /** Shows game objects between the last two steps; default true. False: at the last step, one step earlier but jerky. */
  readonly interpolate?: boolean;
  /** 0.5 is half as fast; default 1. */
  readonly timeScale?: number;
  /** Draws bodies and joints from the start; default false. */
  readonly debug?: boolean | DebugDrawOptions;
}

/** Throws where the options are wrong, before a scene starts with them. Returns them. */
export function checkOptions(options: JointsOptions): JointsOptions {
  const { world, timeScale } = splitOptions(options);
  new World(world).destroy();
  checkTimeScale(timeScale);
  return options;
}

export function checkTimeScale(factor: number): number {
  if (factor >= 0 && factor < Infinity) return factor;
  throw new TenonError(
    'param-negative',
    `JointsPlugin.timeScale must be 0 or more, got ${factor}`,
    'timeScale',
    factor,
  );
}

/** Options of the world and of the plugin, apart. Gravity defaults to 9.81 m/s² down the screen. */
export function splitOptions(options: JointsOptions) {
  const { pixelsPerMeter = 50, interpolate = true, timeScale = 1, debug = false, ...rest } = options;
  if ('lengthUnit' in rest) {
    throw new TenonError(
      'option-conflict',
      'JointsOptions.lengthUnit must be left out: pixelsPerMeter sets it',
      'lengthUnit',
      rest.lengthUnit,
    );
  }
  const world = {
    gravity: [0, 9.81 * pixelsPerMeter] as const,
    clock: () => performance.now(),
    ...rest,
    lengthUnit: pixelsPerMeter,
  };
  return { world, interpolate, timeScale, debug };
}
