// Makes a fresh clone ready: the right Node, the locked packages and, with --browser, a Chromium.
// Nothing but Node's own modules, and no npm hooks: those are skipped where scripts are switched off.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  checkNode();
  installPackages();
  if (process.argv.includes('--browser')) installBrowser();
} catch (error) {
  console.error(`\nset-up: ${error.message}`);
  process.exitCode = 1;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const good = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!good) throw new Error(`Tenon needs Node 20.19, 22.12, 24 or newer, got ${process.versions.node}.`);
}

/** Installs what the lock says, unless that is what is there. */
function installPackages() {
  const lock = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', '.tenon-lock');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  if (!agrees(lock, join(root, 'node_modules', '.package-lock.json'))) {
    console.log('set-up: installing the packages');
    if (!npm('ci', '--no-audit', '--no-fund')) throw new Error('npm ci failed; its message is above.');
  }
  writeFileSync(stamp, wanted);
}

/** Whether npm's record of what it installed last holds everything the lock asks for: `npm install` was enough. */
function agrees(lock, record) {
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === '' || (optional && !present[place])) return true; // other platforms' packages are not installed
    return present[place] && present[place].version === version;
  });
}

/** The way that works for this user on this machine: the system's package as root on Debian, else Playwright's. */
function installBrowser() {
  if (findBrowser()) return;

  console.log('set-up: installing a Chromium');
  const rootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (
    rootOnDebian &&
    run('apt-get', 'update') &&
    run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium')
  ) {
    if (findBrowser()) return;
  }
  if (npm('exec', '--', 'playwright', 'install', 'chromium') && starts(findBrowser())) return;

  throw new Error(
    'The browser tests need a Chromium and none could be found or installed. ' +
      'Install Chrome or Chromium, or set TENON_BROWSER to the path of one, and run `npm test` again.',
  );
}

/** Playwright's Chromium may lack libraries of the system, which only it can tell. */
function starts(browser) {
  return browser !== null && (process.platform !== 'linux' || run(browser, '--version'));
}

/** npm without a shell, and the very npm that runs this script. */
function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli ? run(process.execPath, cli, ...args) : run('npm', ...args);
}

function run(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
