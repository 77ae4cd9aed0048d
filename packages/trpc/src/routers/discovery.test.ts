import { runDiscovery } from '@notafter/features';
import { createTestContext, finding, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

it('a search is started, read page by page, cancelled and listed', async () => {
  const { caller } = await signedIn(test);
  const found = Array.from({ length: 12 }, (_, index) =>
    finding(`h${index}.example.com`, {
      logged: { issuer: 'Sectigo', notBefore: null, notAfter: new Date('2027-01-01T00:00:00Z'), san: [] },
    }),
  );
  test.ctx.gateways.discovery
    .find(({ name }) => name === 'ct_logs')
    ?.play(async (request) => {
      await request.found(found);
      return { outcome: 'complete', reason: null, fetchedAt: test.ctx.clock.now() };
    });
  const { jobId } = await caller.discovery.start({ domain: 'https://example.com/' });
  await expect(caller.discovery.start({ domain: 'example.com' })).rejects.toMatchObject(failing('discovery_running', 409));
  await runDiscovery(test.ctx, { id: jobId });
  const page = await caller.discovery.get({ id: jobId });
  expect(page).toMatchObject({ domain: 'example.com', status: 'completed', total: 12, offset: 0, limit: 10 });
  expect(page.results).toHaveLength(10);
  expect((await caller.discovery.get({ id: jobId, offset: 10 })).results).toHaveLength(2);
  const second = await caller.discovery.start({ domain: 'example.net' });
  await caller.discovery.cancel({ id: second.jobId });
  expect(await caller.discovery.get({ id: second.jobId })).toMatchObject({ status: 'failed', error: 'Cancelled' });
  expect((await caller.discovery.list({})).discoveries.map(({ domain }) => domain).sort()).toEqual(['example.com', 'example.net']);
  expect((await caller.discovery.list({ domain: 'example.net' })).discoveries).toHaveLength(1);
});

it('refuses an id and a domain of the wrong form', async () => {
  const { caller } = await signedIn(test);
  await expect(caller.discovery.get({ id: 'nonsense' })).rejects.toMatchObject(failing('invalid_input', 400));
  await expect(caller.discovery.start({ domain: 'com' })).rejects.toMatchObject(failing('discovery_domain_invalid', 400));
});
