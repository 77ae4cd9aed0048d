// `pnpm openapi` writes docs/openapi.json; with `--check` it fails if the committed file differs from the routes.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiDocument } from '../apps/rest/src/index.ts';

/** As deep as `paths`, a path and its method: a change of one operation or schema is a change of one line. */
const DEPTH = 3;

const written = (value: object, depth: number): string => {
  if (Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isOpened = depth > 1 && typeof member === 'object' && member !== null;
    return `${JSON.stringify(name)}:${isOpened ? written(member, depth - 1) : JSON.stringify(member)}`;
  });
  return `{\n${members.join(',\n')}\n}`;
};

const file = resolve(import.meta.dirname, '../docs/openapi.json');
const text = `${written(openApiDocument(), DEPTH)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/openapi.json differs from the routes.');
  process.exitCode = 1;
}
