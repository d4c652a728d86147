import { direct, World } from '@tenon/core';
import { expect, test } from 'vitest';

/** Where a chain of hinges has come to after a second, by the bits. */
function chain(world: World): string {
  let bodyA = null;
  for (let i = 0; i < 20; i++) {
    const bodyB = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [i, 0] });
    bodyA = bodyB;
  }
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  return world.hash();
}

test('hinges go the general way in a page whose policy forbids WebAssembly, as in a world without the part fast', async () => {
  const module = new URL('../../src/index.ts', import.meta.url).href;
  const frame = document.createElement('iframe');
  const answer = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
  frame.srcdoc = `
    <meta http-equiv="Content-Security-Policy" content="script-src 'nonce-tenon' ${location.origin}">
    <script type="module" nonce="tenon">
      let isForbidden = false;
      try { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) } catch { isForbidden = true }
      const { World } = await import(${JSON.stringify(module)});
      const chain = ${chain.toString()};
      const hashes = ['iterative', 'direct'].map((solver) => chain(new World({ solver })));
      parent.postMessage({ isForbidden, hashes }, '*');
    </script>`;
  document.body.append(frame);
  const hashes = (['iterative', 'direct'] as const).map((solver) => chain(new World({ solver, parts: [direct] })));
  expect(await answer).toEqual({ isForbidden: true, hashes });
  frame.remove();
});
