import { evaluate } from '@tenon/core/symbolic';
import { expect, test } from 'vitest';

const source = 'body a, b vector p constraint |b.position + relative b.rotation p - a.position| - sin(a.rotation)';
const a = { mass: 1, inertia: 1, x: 0, y: 0, angle: 0.25, vx: 0, vy: 0, omega: 0 };
const state = { bodies: { a, b: { ...a, x: 2, angle: -1 } }, params: { p: [0.5, 0.25] as const } };

test('a page whose policy forbids code from text computes the same bits', async () => {
  const module = new URL('../../src/symbolic/index.ts', import.meta.url).href;
  const frame = document.createElement('iframe');
  const answer = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
  frame.srcdoc = `
    <meta http-equiv="Content-Security-Policy" content="script-src 'nonce-tenon' ${location.origin}">
    <script type="module" nonce="tenon">
      let isForbidden = false;
      try { new Function('') } catch { isForbidden = true }
      const { evaluate } = await import(${JSON.stringify(module)});
      const result = evaluate(${JSON.stringify(source)}, ${JSON.stringify(state)});
      parent.postMessage({ isForbidden, ...result }, '*');
    </script>`;
  document.body.append(frame);
  expect(await answer).toEqual({ isForbidden: true, ...evaluate(source, state, { mode: 'compile' }) });
  frame.remove();
});
