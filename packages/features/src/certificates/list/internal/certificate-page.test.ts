import { addMs, DAY_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrganization, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage, SEARCH_COUNT_CAP } from './certificate-page.ts';
import type { PageRequest } from './list-order.ts';

/** More candidates than are ever looked at one by one: the ways for large organizations are taken. */
const MANY = 1_000_000;

let test: TestContext;
let common: Pick<PageRequest, 'orgId' | 'now'>;

beforeAll(async () => {
  test = await createTestContext();
  common = { orgId: await makeOrganization(test.ctx), now: test.ctx.clock.now() };
  const rows = Array.from({ length: SEARCH_COUNT_CAP + 200 }, (_, index) => ({
    host: `${index % 400 === 7 ? 'rare' : 'host'}-${index}.example`,
    issuer: ['Beta CA', 'Alpha CA'][index % 2] ?? null,
    notAfter: addMs(common.now, ((index * 7919) % 50_000) * 1000 * 60 - 5 * DAY_MS),
    ...(index % 9 === 0 ? { unreachable: 'timeout' as const } : {}),
  }));
  await makeCertificates(test.ctx, common.orgId, rows);
});
afterAll(() => test.close());

const sorts = ['expires', 'domain', 'issuer'] as const;
const orders = ['asc', 'desc'] as const;

describe('in a large organization', () => {
  it.each(
    sorts.flatMap((sort) =>
      ['host', 'rare', 'alpha', 'nothing', 'x', 're'].flatMap((search) =>
        (['all', 'critical', 'unreachable'] as const).map((status) => [sort, search, status] as const),
      ),
    ),
  )('by %s, "%s" among %s: every way finds the same page', async (sort, search, status) => {
    for (const order of orders) {
      const request: PageRequest = { ...common, sort, order, filter: { search, status }, after: null, take: 11 };
      const [looked, sought] = [await findPage(test.ctx.db, request, 0), await findPage(test.ctx.db, request, MANY)];
      expect(sought.rows).toEqual(looked.rows);
      expect(sought.total).toBe(Math.min(looked.total, sought.totalCapped ? SEARCH_COUNT_CAP : MANY));
      expect(sought.totalCapped).toBe(looked.total > SEARCH_COUNT_CAP && looked.rows.length === request.take);

      const after = looked.rows.at(4);
      if (after === undefined) continue;
      const next: PageRequest = { ...request, after };
      expect((await findPage(test.ctx.db, next, MANY)).rows).toEqual((await findPage(test.ctx.db, next, 0)).rows);
    }
  });

  it('a status without a search is sought in the order of domains and issuers too', async () => {
    for (const sort of sorts) {
      const request: PageRequest = { ...common, sort, order: 'asc', filter: { search: '', status: 'warning' }, after: null, take: 20 };
      const [looked, sought] = [await findPage(test.ctx.db, request, 0), await findPage(test.ctx.db, request, MANY)];
      expect(sought.rows).toEqual(looked.rows);
      expect(sought.total).toBe(MANY);
    }
  });
});
