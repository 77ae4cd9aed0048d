import { expect, it } from 'vitest';
import { bundleContentInput } from './bundle.input.ts';
import { BUNDLE_MAX_ENTRIES } from './bundle.ts';

const about = { version: '1', host: 'h', intervalSeconds: 60, mode: 'online', networks: [], ports: [] };
const entry = { alias: null, role: 'certificate', chain: ['ab'.repeat(32)], hasKey: false };
const file = (index: number, entries: number) => ({
  ...{ path: `/etc/${index}.p12`, at: '2026-11-28T12:00:00Z', format: 'pkcs12', problem: null },
  certificates: Array.from({ length: entries }, () => entry),
});
const contentWith = (more: number) => ({
  ...{ about, isComplete: false, certificates: {}, endpoints: [] },
  files: [...Array.from({ length: BUNDLE_MAX_ENTRIES / 500 }, (_, index) => file(index, 500)), file(-1, more)],
});

it('takes a bounded number of entries in all files together', () => {
  expect(bundleContentInput.safeParse(contentWith(0)).success).toBe(true);
  expect(bundleContentInput.safeParse(contentWith(1)).error?.issues).toMatchObject([{ path: ['files'], message: 'Too many entries.' }]);
});
