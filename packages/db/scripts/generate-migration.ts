/**
 * `pnpm db:generate [--name x]`: drizzle-kit writes the SQL for what changed in src/schema, and this adds what drizzle-kit
 * cannot say. The snapshot beside it stays drizzle-kit's own, so the next run finds no difference.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Tables that are partitioned, with the clause that their CREATE TABLE ends with. */
const PARTITIONED = { certificate_history: 'PARTITION BY RANGE ("recorded_at")' };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const migrations = join(root, 'packages/db/migrations');
const drizzleKit = join(dirname(createRequire(join(root, 'package.json')).resolve('drizzle-kit')), 'bin.cjs');

execFileSync(process.execPath, [drizzleKit, 'generate', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });

for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql'))) {
  const path = join(migrations, name);
  const generated = readFileSync(path, 'utf8');
  const amended = Object.entries(PARTITIONED).reduce(addClause, generated);
  if (amended !== generated) writeFileSync(path, amended);
}

function addClause(sql: string, [table, clause]: [string, string]): string {
  return sql.replace(new RegExp(`(CREATE TABLE "${table}" \\([^;]*\\n\\));`), `$1 ${clause};`);
}
