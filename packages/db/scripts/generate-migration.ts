/**
 * `pnpm db:generate [--name x]`: drizzle-kit writes the SQL for the changes in src/schema, and this script adds the clauses that
 * drizzle-kit does not support. The snapshot remains drizzle-kit's, so the next run finds no difference.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Partitioned tables, with the clause at the end of their CREATE TABLE. */
const PARTITIONED = { certificate_history: 'PARTITION BY LIST ("action")', delivery_attempts: 'PARTITION BY RANGE ("message_id")' };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const migrations = join(root, 'packages/db/migrations');
const drizzleKit = join(dirname(createRequire(join(root, 'package.json')).resolve('drizzle-kit')), 'bin.cjs');

const sqlFiles = (): string[] => readdirSync(migrations).filter((file) => file.endsWith('.sql'));
const released = sqlFiles();
execFileSync(process.execPath, [drizzleKit, 'generate', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });

for (const name of sqlFiles().filter((file) => !released.includes(file))) {
  const path = join(migrations, name);
  const generated = readFileSync(path, 'utf8');
  const amended = Object.entries(PARTITIONED).reduce(addClause, generated);
  if (amended !== generated) writeFileSync(path, amended);
}

function addClause(sql: string, [table, clause]: [string, string]): string {
  return sql.replace(new RegExp(`(CREATE TABLE "${table}" \\([^;]*\\n\\));`), `$1 ${clause};`);
}
