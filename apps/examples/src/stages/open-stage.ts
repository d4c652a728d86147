import type { Engine, Stage } from './stage';

/** Opens a stage that fills an element and follows its size. */
export async function openStage(engine: Engine, parent: HTMLElement): Promise<Stage> {
  if (engine === 'phaser') {
    const { PhaserStage } = await import('./phaser-stage');
    return PhaserStage.open(parent);
  }
  const { ThreeStage } = await import('./three-stage');
  return new ThreeStage(parent);
}
