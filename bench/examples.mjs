/**
 * The examples of the gallery as scenes of the bench, for the three choices of solver only: their joints have laws that no
 * peer has. Joint errors are what the joints say of their rigid locks (angles as rad · m).
 */
import { loadScene } from '@tenon/core/scene';
import { tsImport } from 'tsx/esm/api';

const gallery = new URL('../apps/examples/src/examples/index.ts', import.meta.url).href;

/** In the order of the gallery. */
export async function exampleNames() {
  const { examples } = await tsImport(gallery, import.meta.url);
  return examples.map(({ id }) => id);
}

const metres = { scale: 1, flipY: false };

/** The data that the bench needs of an example, and `build(settings)`, as of an engine. */
export async function makeExample(id) {
  const { examples } = await tsImport(gallery, import.meta.url);
  const example = examples.find((one) => one.id === id);
  if (example === undefined)
    throw new Error(`There is no example ${id}; there are ${examples.map((one) => one.id).join(', ')}`);
  const { bodies, joints } = load(example, {});
  return {
    name: `example:${id}`,
    title: `${example.title} (example)`,
    gravity: [0, 0],
    dt: 1 / 60,
    frames: 300,
    driven: true,
    bodies: bodies.map(({ type, x, y, angle, velocity, angularVelocity, mass, inertia }) => ({
      ...{ x, y, angle, vx: velocity.x, vy: velocity.y, w: angularVelocity },
      ...(type === 'dynamic' ? { mass, inertia } : { mass: 0, inertia: 0 }),
    })),
    joints: joints.map(() => ({})),
    build: (settings) => build(example, settings),
  };
}

function load(example, settings) {
  const { world } = loadScene({ ...example.scene(), sleeping: false, ...settings }, metres);
  const body = (name) => world.body(name);
  const script = example.script?.({ world, frame: metres, body, joint: (name) => world.joint(name) });
  if (script !== undefined) world.on('beforestep', ({ time, dt }) => script(time, dt));
  return { world, bodies: [...world.bodies], joints: [...world.joints] };
}

function build(example, settings) {
  const { world, bodies } = load(example, settings);
  return {
    world,
    step: (dt) => world.step(dt),
    read(out) {
      bodies.forEach((body, i) => {
        const { velocity } = body;
        out.set([body.x, body.y, body.angle, velocity.x, velocity.y, body.angularVelocity], 6 * i);
      });
    },
    jointErrors(out) {
      out.fill(0);
      let i = 0;
      for (const joint of world.joints) out[i++] = worst(joint);
    },
    destroy() {},
  };
}

function worst(joint) {
  let most = 0;
  for (const { lock, error } of joint.coordinates) {
    const softness = lock?.softness ?? joint.softness;
    if (softness === null || !('hertz' in softness)) most = Math.max(most, Math.abs(error));
  }
  return most;
}
