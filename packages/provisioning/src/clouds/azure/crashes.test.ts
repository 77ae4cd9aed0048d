import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { azureMatrix } from '../../testing/clouds/azure/arm-matrix.ts';
import { crashSection, sectionIn } from '../../testing/clouds/crash-document.ts';

const file = join(import.meta.dirname, '../../../../../docs/cloud-crashes.md');

it('keeps one machine and its data, and leaves nothing, whatever call fails and wherever its caller dies', {
  timeout: 480_000,
}, async () => {
  const written = sectionIn(await readFile(file, 'utf8'), azureMatrix);
  expect(await crashSection(azureMatrix), 'Write docs/cloud-crashes.md with: npm run cloud-crashes').toBe(written);
});
