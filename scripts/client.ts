// `pnpm client` writes packages/client/src/api.ts from docs/openapi.json; with `--check` it fails if the committed file differs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');
const input = join(root, 'docs/openapi.json');
const file = join(root, 'packages/client/src/api.ts');

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) });

const generateTypes = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-client-'));
  try {
    const plugins = ['@hey-api/typescript'] as const;
    await createClient({ input, output: { path: folder, postProcess: [] }, plugins, logs: { level: 'silent', file: false } });
    return readFileSync(join(folder, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The generator names types by operation ID: this finds them by method and path. */
const operationsByPath = (): string => {
  const { paths } = documentSchema.parse(JSON.parse(readFileSync(input, 'utf8')));
  const lines = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
      const line = `    '${path}': { data: ${name}Data; responses: ${name}Responses };`;
      lines.set(method, [...(lines.get(method) ?? []), line]);
    }
  const members = [...lines].map(([method, of]) => `  ${method}: {\n${of.join('\n')}\n  };`);
  return `/** Every operation, by its method and path. */\nexport interface Operations {\n${members.join('\n')}\n}\n`;
};

/** The base address in it is that of the documentation; the client has options with this name. */
const unusedType = /export type ClientOptions = \{\n.*\n\};\n\n/;

const header = '// Generated from docs/openapi.json by `npm run client`. Do not edit.\n';
const types = (await generateTypes()).replace(/^\/\/.*\n/, header).replace(unusedType, '');
const text = `${types}\n${operationsByPath()}`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/client/src/api.ts differs from docs/openapi.json.');
  process.exitCode = 1;
}
