// The committed migrations must match the tables: generates into a copy and looks for changes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import config from '../../drizzle.config.ts';

const root = resolve(import.meta.dirname, '../..');
const committed = resolve(root, config.out ?? 'drizzle');
// Below the root, because drizzle-kit resolves paths only from its working directory.
const copy = mkdtempSync(join(root, 'node_modules', '.migrations-'));

try {
  cpSync(committed, copy, { recursive: true });
  const before = readdirSync(copy, { recursive: true }).length;
  const schemas = [config.schema ?? []].flat();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/drizzle-kit/bin.cjs'),
      'generate',
      `--dialect=${config.dialect}`,
      ...schemas.map((schema) => `--schema=${schema}`),
      `--out=${relative(root, copy)}`,
    ],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const news = readdirSync(copy, { recursive: true }).length - before;
  if (status !== 0 || news !== 0) {
    console.log(`The tables and the migrations in ${relative(root, committed)} differ.\n${stdout}${stderr}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
