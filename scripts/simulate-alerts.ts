// pnpm simulate:alerts [--certificates N] [--seed N]: simulates a year with a fake clock and compares every alert and every send
// time with a table computed without product code. A short form of it is a test.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { certificates: { type: 'string', default: '1000' }, seed: { type: 'string', default: '7' } },
});
const root = resolve(import.meta.dirname, '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const test = 'packages/features/src/notifications/ledger/simulated-year.test.ts';
const env = { ...process.env, SIMULATED_CERTIFICATES: values.certificates, SIMULATED_SEED: values.seed };
const child = spawn(process.execPath, [vitest, 'run', '--project', 'pg', test], { cwd: root, env, stdio: 'inherit' });
child.once('exit', (code) => {
  if (code !== 0) console.error('Fix: `missing` above lists expected alerts that were not sent, `surplus` the unexpected ones.');
  process.exitCode = code ?? 1;
});
