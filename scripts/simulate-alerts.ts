// pnpm simulate:alerts [--certificates N] [--seed N]: simulates a year with a fake clock and compares every alert and every send
// time with a table computed without product code. With --late [--endpoints N] [--days N]: years of healthy renewals, which alert
// nobody, and then missed ones, which are late once each. Short forms of both are tests.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    certificates: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    late: { type: 'boolean', default: false },
    endpoints: { type: 'string', default: '1200' },
    days: { type: 'string', default: '1095' },
  },
});
const root = resolve(import.meta.dirname, '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const ledger = 'packages/features/src/notifications/ledger';
const test = `${ledger}/${values.late ? 'late-renewals' : 'simulated-year'}.test.ts`;
const env = {
  ...process.env,
  SIMULATED_CERTIFICATES: values.certificates,
  SIMULATED_SEED: values.seed,
  ...(values.late ? { SIMULATED_ENDPOINTS: values.endpoints, SIMULATED_DAYS: values.days } : {}),
};
const child = spawn(process.execPath, [vitest, 'run', '--project', 'pg', test], { cwd: root, env, stdio: 'inherit' });
child.once('exit', (code) => {
  if (code !== 0) console.error('Fix: `missing` above lists expected alerts that were not sent, `surplus` the unexpected ones.');
  process.exitCode = code ?? 1;
});
