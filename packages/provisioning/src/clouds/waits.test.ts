import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { waitsDocument } from '../testing/clouds/waits-document.ts';

const file = join(import.meta.dirname, '../../../../docs/cloud-waits.md');

it('says for each step and each class of errors why a service waits, and what a person can do', { timeout: 240_000 }, async () => {
  expect(await waitsDocument(), 'Write docs/cloud-waits.md with: npm run cloud-waits').toBe(await readFile(file, 'utf8'));
});
