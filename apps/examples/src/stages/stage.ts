import type { World } from '@tenon/core';
import type { Example } from '../examples/example';
import type { Frame } from '../frame';
import type { Sign } from '../sign';
import type { Steering } from '../steering';

export type Engine = 'phaser' | 'three';

/** Strongest pull of a pointer, in weights of the body: enough to tear a net by one of its knots. */
export const PULL = 300;

/** An engine that shows one example at a time in an element. */
export interface Stage {
  readonly engine: Engine;
  /** Of the example that is shown. */
  readonly world: World;
  readonly frame: Frame;
  /** Of the example that is shown. */
  readonly steering: Steering;
  /** Of the example that is shown. */
  readonly sign: Sign;
  /** While true no time passes but by `step`. */
  paused: boolean;
  /** Draws joints over the bodies. */
  overlay: boolean;
  /** Shows an example from its beginning. One that cannot be shown is refused, and nothing is shown. */
  show(example: Example): Promise<void>;
  /** One fixed step. */
  step(): void;
  /** Where a body is drawn, CSS px from the top left of the picture; null if it is not drawn. */
  drawnAt(id: string): readonly [x: number, y: number] | null;
  dispose(): void;
}

/** What was thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('something else than an error was thrown', { cause: thrown });
}
