import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportCbom } from './export-cbom.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it.each(['', 'x', 'services abc', 'services 00:AA', 'certificates 0198b5a0-0000-7000-8000-0000000000c1', "dependencies ' or 1=1"])(
  'refuses a cursor that no page gave: %j',
  async (cursor) => {
    const org = await makeOrgContext(test.ctx);
    await expect(exportCbom(org, { cursor })).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'cursor' }] });
  },
);

it('goes on at the cursors that its pages give', async () => {
  const org = await makeOrgContext(test.ctx);
  const cursors: (string | null)[] = [];
  for (let cursor: string | undefined; ; ) {
    const { nextCursor } = await exportCbom(org, { cursor });
    cursors.push(nextCursor);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  expect(cursors).toEqual(['certificates', 'services', 'dependencies', null]);
});
