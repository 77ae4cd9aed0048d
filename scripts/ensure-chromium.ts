// Before `npm test`: the browser journeys need Chromium. Installs it with apt as root on Debian; otherwise reports that it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';

function aptInstall(name: string): boolean {
  const run = (args: readonly string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  console.log(`· Installing ${name} with apt-get, for the browser journeys …`);
  const install = ['install', '-y', '--no-install-recommends', name];
  return run(install).status === 0 || (run(['update']).status === 0 && run(install).status === 0);
}

if (findChromium() === undefined) {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall || !aptInstall('chromium')) {
    console.log('· No Chromium found: skipping the browser journeys.\n  Fix: install Chromium or Chrome, or set CHROMIUM_PATH.');
  }
}
