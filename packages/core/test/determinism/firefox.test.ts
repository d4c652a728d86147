import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import kept from './hashes.json';

const programs = ['firefox', 'firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** Milliseconds; it takes 6 s on two idle cores and took 23 s with 17 processes waiting for them. */
const patience = 100_000;

test('fixed scenes with every joint end in the same bits in Firefox as in Node', { timeout: 120_000 }, async (t) => {
  const firefox = programs.find((program) => spawnSync(program, ['--version']).status === 0);
  if (!firefox) return t.skip('there is no Firefox here');

  const answer = await answerOf(firefox);
  if (answer === null) return t.skip(`${firefox} did not start`);
  expect(JSON.parse(answer)).toEqual(kept);
});

/** A new profile asks Mozilla for a dozen things; without names it reaches only this test. */
const preferences = 'user_pref("network.dns.disabled", true); user_pref("network.proxy.type", 0);';

const page = `<!doctype html>
<script>
  const answer = (value) => fetch('/', { method: 'POST', body: JSON.stringify(value) });
  onerror = (message) => answer({ error: message });
</script>
<script src="/scenes.js"></script>
<script>answer(scenes.hashes());</script>`;

/**
 * What the page posts from a Firefox of its own; null where that never asks for the page. Vitest's browser mode would go
 * through Playwright, which asks Firefox 153 ESR for a command it lacks; any Firefox opens an address.
 */
async function answerOf(firefox: string): Promise<string | null> {
  const profile = mkdtempSync(join(tmpdir(), 'tenon-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  let asked = false;
  let answer: string | null = null;
  const server = createServer((request, response) => {
    asked = true;
    if (request.method === 'GET') {
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
      response.end(request.url === '/' ? page : script());
      return;
    }
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      answer = body;
      browser.kill('SIGKILL');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const flags = ['--headless', '--no-remote', '--profile', profile, address];
  const browser = spawn(firefox, flags, { stdio: 'ignore', timeout: patience, killSignal: 'SIGKILL' });
  await new Promise((ended) => browser.on('close', ended));

  server.closeAllConnections();
  server.close();
  rmSync(profile, { recursive: true, maxRetries: 10 }); // its processes end a moment after it
  if (asked && answer === null) throw new Error(`${firefox} asked for the scenes and gave no hashes`);
  return answer;
}

function script(): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./scenes.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'scenes',
    target: 'es2022',
    conditions: ['@tenon/source'],
    write: false,
  });
  return outputFiles[0].contents;
}
