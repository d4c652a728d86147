// Finds a Chromium and holds the flags it is started with. Nothing but Node's own modules: set-up runs before npm ci.

import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];

const usual = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder
      ? [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]
      : [];
  }),
};

/** Path of a Chromium: the one asked for, Playwright's own, one at a usual place, one on the PATH; null where none is. */
export function findBrowser() {
  const asked = process.env.TENON_BROWSER || process.env.CHROME_PATH;
  if (asked) {
    if (!isProgram(asked)) throw new Error(`TENON_BROWSER or CHROME_PATH must name a browser, got ${asked}`);
    return asked;
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [...playwrightOwn(), ...(usual[process.platform] ?? []), ...onPath];
  return candidates.find(isProgram) ?? null;
}

/** Software WebGL that draws the same on every machine. */
export const browserFlags = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium refuses its sandbox to root
];

function playwrightOwn() {
  try {
    return [createRequire(import.meta.url)('playwright').chromium.executablePath()];
  } catch {
    return []; // not installed yet
  }
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
