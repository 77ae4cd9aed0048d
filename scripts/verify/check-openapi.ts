// A committed OpenAPI file must be what the routes say; where none is committed there is nothing to compare.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const committed = join(root, 'apps/rest/openapi.json');

if (existsSync(committed)) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'apps/rest/src/print-openapi.ts')], { encoding: 'utf8' });
  if (status !== 0 || stdout.trim() !== readFileSync(committed, 'utf8').trim()) {
    console.log(`apps/rest/openapi.json is not what the routes say.\n${stderr}`);
    process.exitCode = 1;
  }
}
