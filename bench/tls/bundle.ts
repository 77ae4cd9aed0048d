import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from './child.ts';

const cli = new URL('../../apps/cli/package.json', import.meta.url);

/** Bundles `entry` into one file with the settings of the published command line. Returns its path. */
export const bundled = (entry: string, folder: string): string => {
  const outDir = join(folder, 'bundle');
  const vite = join(createRequire(cli).resolve('vite/package.json'), '../bin/vite.js');
  run(process.execPath, [vite, 'build', new URL('.', cli).pathname, '--ssr', entry, '--outDir', outDir, '--logLevel', 'error']);
  return join(outDir, 'notafter.cjs');
};
