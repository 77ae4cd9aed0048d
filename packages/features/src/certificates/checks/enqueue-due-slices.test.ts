import { certificates, checkSchedule, newId } from '@notafter/db';
import { addMs, type OrganizationId } from '@notafter/domain';
import { createTestContext, makeOrganization, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSliceJob } from '../certificate-jobs.ts';
import { enqueueDueSlices } from './enqueue-due-slices.ts';

let test: TestContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createTestContext();
  orgId = await makeOrganization(test.ctx);
});
afterAll(() => test.close());

const scheduled = async (shard: number, dueInMs: number): Promise<void> => {
  const id = newId<'certificate'>();
  const now = test.ctx.clock.now();
  await test.ctx.db.insert(certificates).values({ id, orgId, host: `${id}.example`, port: 443, domain: `${id}.example`, createdAt: now });
  await test.ctx.db.insert(checkSchedule).values({ certificateId: id, shard, nextCheckAt: addMs(now, dueInMs) });
};

it('enqueues one job for each shard in which something is due, and none otherwise', async () => {
  await scheduled(1, 1);
  await scheduled(3, 5000);
  expect(await enqueueDueSlices(test.ctx)).toEqual([]);
  test.ctx.clock.advance(1);
  expect(await enqueueDueSlices(test.ctx)).toEqual([1]);
  await scheduled(1, 0);
  test.ctx.clock.advance(5000);
  expect(await enqueueDueSlices(test.ctx)).toEqual([1, 3]);
  expect(test.ctx.jobs.payloadsOf(checkSliceJob)).toEqual([{ shard: 1 }, { shard: 1 }, { shard: 3 }]);
  expect(test.ctx.jobs.enqueued.map(({ options }) => options.singletonKey)).toEqual(['1', '1', '3']);
});
