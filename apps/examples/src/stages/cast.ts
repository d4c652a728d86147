import type { Body, World } from '@tenon/core';
import { loadScene, type Scene } from '@tenon/core/scene';
import { type Cord, cordsOf } from '../figures/cords';
import { type Figure, figureOf } from '../figures/figure';
import { bodyLook } from '../figures/looks';
import type { Example } from '../examples/example';
import type { Frame } from '../frame';
import { Sign } from '../sign';
import { Steering } from '../steering';
import { ViewCentre } from './view-centre';

/** A body and what it looks like. */
export interface Actor {
  readonly body: Body;
  readonly figure: Figure;
}

/** An example in a world: what is to be drawn, from the back to the front. */
export interface Cast {
  readonly world: World;
  readonly frame: Frame;
  readonly centre: ViewCentre;
  readonly cords: readonly Cord[];
  /** Behind the cords. */
  readonly back: readonly Actor[];
  /** Before them. */
  readonly front: readonly Actor[];
}

/** Loads an example, with its script, into a new world or one that an engine has made. */
export function loadCast(
  example: Example,
  frame: Frame,
  world?: World,
  steering = new Steering(),
  sign = new Sign(),
): Cast {
  const scene = example.scene();
  const loaded = loadScene(scene, {
    ...frame,
    types: example.types ?? [],
    ...(world === undefined ? {} : { world }),
  });
  if (world !== undefined) settle(world, scene, frame);
  const { bodies } = loaded;
  const body = (id: string): Body => {
    const found = bodies.get(id);
    if (found === undefined) throw new Error(`${example.id} has no body '${id}'`);
    return found;
  };
  steering.reset();
  sign.text = '';
  const script = example.script?.({
    world: loaded.world,
    frame,
    body,
    joint: (id) => loaded.world.joint(id),
    steering,
    sign,
  });
  if (script !== undefined) loaded.world.on('beforestep', ({ time, dt }) => script(time, dt));

  const shown = [...bodies.values()]
    .filter(({ shape, userData }) => shape !== null && bodyLook(userData).hidden !== true)
    .sort((a, b) => layerOf(a) - layerOf(b));
  const actors = shown.flatMap((body): Actor[] =>
    body.shape === null
      ? []
      : [{ body, figure: figureOf(body.shape, bodyLook(body.userData), frame, body.type === 'static') }],
  );
  return {
    world: loaded.world,
    frame,
    centre: new ViewCentre(example, body, frame),
    cords: cordsOf(loaded.world),
    back: actors.filter((actor) => layerOf(actor.body) < 0),
    front: actors.filter((actor) => layerOf(actor.body) >= 0),
  };
}

/** A world that was made before the scene keeps its own settings: it is given those of the scene. */
function settle(
  world: World,
  { gravity = [0, 0], substeps = 4, solver = 'auto' }: Scene,
  { scale, flipY }: Frame,
): void {
  const [x, y] = gravity;
  world.gravity = [x * scale, flipY ? -y * scale : y * scale];
  world.substeps = substeps;
  world.solver = solver;
}

/** What stands still is behind what moves. */
function layerOf({ type, userData }: Body): number {
  return bodyLook(userData).layer ?? (type === 'static' ? -1 : 0);
}
