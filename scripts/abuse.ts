// pnpm abuse: every attack of apps/server/src/abuse.test.ts by name with how it ended, then how long a sign-in takes for addresses
// that are known and that are not. Ends with 1 where an attack got through or the times tell the two apart.
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
