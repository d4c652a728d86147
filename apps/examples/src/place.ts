import type { Engine } from './stages/stage';

/** What an address shows. */
export interface Place {
  /** Null: the gallery. */
  readonly example: string | null;
  readonly engine: Engine;
  /** Steps after which time stands still; null: never. */
  readonly stop: number | null;
  readonly overlay: boolean;
}

/** Reads `?example=piston&engine=three&step=120&overlay=1`. */
export function placeOf(address: string): Place {
  const query = new URL(address).searchParams;
  const step = Number(query.get('step') ?? NaN);
  return {
    example: query.get('example'),
    engine: query.get('engine') === 'three' ? 'three' : 'phaser',
    stop: Number.isInteger(step) && step >= 0 ? step : null,
    overlay: query.get('overlay') === '1',
  };
}

export function addressOf({ example, engine, stop, overlay }: Place): string {
  if (example === null) return './';
  const query = new URLSearchParams({ example, engine });
  if (stop !== null) query.set('step', String(stop));
  if (overlay) query.set('overlay', '1');
  return `?${query.toString()}`;
}
