// pnpm abuse: runs every attack of apps/server/src/abuse.test.ts and prints its result, then compares the sign-in times of known
// and unknown addresses. Exits with 1 if an attack succeeded or the times differ.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const test = 'apps/server/src/abuse.test.ts';
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', '--reporter=verbose', test], {
  cwd: root,
  env: { ...process.env, ABUSE_TIMING: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
