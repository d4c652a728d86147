import * as Phaser from 'phaser';
import { type JointsOptions, type JointsPlugin, TenonPlugin } from '@tenon/phaser-plugin';
import { afterEach } from 'vitest';

/** ms */
const frame = 1000 / 60;

export class JointsScene extends Phaser.Scene {
  declare joints: JointsPlugin;
}

/** A game whose frames the test makes, one by one: no frame happens by itself, and every frame is as long as it says. */
export class Stage {
  readonly game: Phaser.Game;
  time = 0;
  #isDestroyed = false;

  constructor(game: Phaser.Game) {
    this.game = game;
  }

  /** `count` frames of `ms` milliseconds. */
  frames(count: number, ms = frame): void {
    for (let i = 0; i < count; i++) {
      this.time += ms;
      this.game.step(this.time, ms);
    }
  }

  scene(key: string): JointsScene {
    return this.game.scene.getScene(key) as JointsScene;
  }

  /** Ends the game; Phaser does so at the next frame. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.game.destroy(true);
    this.game.step(this.time, 0);
  }
}

const stages: Stage[] = [];

afterEach(() => {
  for (const stage of stages.splice(0)) stage.destroy();
});

/** Boots a game and stops its loop; its scenes are started. */
export async function openStage(config: Phaser.Types.Core.GameConfig = {}): Promise<Stage> {
  const game = new Phaser.Game({
    type: Phaser.CANVAS,
    width: 400,
    height: 300,
    audio: { noAudio: true },
    banner: false,
    scene: JointsScene,
    ...config,
  });
  const stage = new Stage(game);
  stages.push(stage);
  game.events.on('step', (time: number) => (stage.time = time));
  await new Promise<void>((resolve) => {
    const poll = () => (game.isRunning && game.loop.frame > 1 ? resolve() : void setTimeout(poll, 5));
    poll();
  });
  game.loop.stop();
  stage.frames(2);
  return stage;
}

/** A game with one scene that has joints, running. */
export async function openScene(
  options: JointsOptions = {},
  config: Phaser.Types.Core.GameConfig = {},
): Promise<{ stage: Stage; scene: JointsScene; joints: JointsPlugin }> {
  const plugin = { key: 'TenonPlugin', plugin: TenonPlugin.with(options), mapping: 'joints' };
  const stage = await openStage({
    plugins: { scene: [plugin] },
    scene: class extends JointsScene {
      constructor() {
        super('main');
      }
    },
    ...config,
  });
  const scene = stage.scene('main');
  return { stage, scene, joints: scene.joints };
}
