// `pnpm openapi` writes docs/openapi.json; with `--check` it fails if the committed file differs from the routes.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiDocument } from '../apps/rest/src/index.ts';

const file = resolve(import.meta.dirname, '../docs/openapi.json');
const written = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, written);
} else if (readFileSync(file, 'utf8') !== written) {
  console.error('docs/openapi.json differs from the routes.');
  process.exitCode = 1;
}
