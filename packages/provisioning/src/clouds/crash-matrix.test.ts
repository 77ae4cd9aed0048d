import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crashDocument } from '../testing/clouds/crash-document.ts';

const page = join(import.meta.dirname, '../../../../docs/cloud-crashes.md');

it('keeps one machine and its data, and leaves nothing, whatever call fails and wherever its caller dies', {
  timeout: 240_000,
}, async () => {
  const written = await crashDocument();
  expect(written, 'Write docs/cloud-crashes.md with: npm run cloud-crashes').toBe(await readFile(page, 'utf8'));
});
