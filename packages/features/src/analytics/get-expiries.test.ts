import { createFakeClock, createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getExpiries } from './get-expiries.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ clock: createFakeClock(new Date('2026-11-10T12:00:00Z')) });
});
afterAll(() => test.close());

const served = (host: string, notAfter: string, tags: Record<string, string> = {}) => ({ host, notAfter: new Date(notAfter), tags });

it('counts by month of UTC, from the first of this month to the end of the eleventh after it', async () => {
  const org = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, org.org.id, [
    served('before.example.com', '2026-10-31T23:59:59Z'),
    served('first.example.com', '2026-11-01T00:00:00Z'),
    served('end.example.com', '2026-11-30T23:59:59Z'),
    served('next.example.com', '2026-12-01T00:00:00Z'),
    served('last.example.com', '2027-10-31T23:59:59Z'),
    served('after.example.com', '2027-11-01T00:00:00Z'),
  ]);
  const { expiries } = await getExpiries(org);
  expect(expiries.map(({ month }) => month)).toHaveLength(12);
  expect(expiries.filter(({ count }) => count > 0)).toEqual([
    { month: '2026-11', count: 2 },
    { month: '2026-12', count: 1 },
    { month: '2027-10', count: 1 },
  ]);
});

it('counts for a scoped key what the key reaches', async () => {
  const org = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, org.org.id, [
    served('a.example.com', '2026-12-05T00:00:00Z', { team: 'web' }),
    served('b.example.com', '2026-12-06T00:00:00Z', { team: 'mail' }),
  ]);
  const reach = { orgId: org.org.id, scope: { tag: { name: 'team', value: 'web' } } };
  expect((await getExpiries({ ...org, reach })).expiries[1]).toEqual({ month: '2026-12', count: 1 });
  expect((await getExpiries(org)).expiries[1]).toEqual({ month: '2026-12', count: 2 });
});
