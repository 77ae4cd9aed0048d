import { addMs, DAY_MS, type OrganizationId } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrganization, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage } from './certificate-page.ts';
import type { PageRequest } from './list-order.ts';
import { countByParts, countRanges, findByParts } from './search-parts.ts';

const ROWS = 1300;
const CAP = 1000;
const sorts = ['expires', 'domain', 'issuer'] as const;
const orders = ['asc', 'desc'] as const;
const statuses = ['all', 'valid', 'unreachable'] as const;

let test: TestContext;
let fewIssuers: OrganizationId;
let manyIssuers: OrganizationId;

beforeAll(async () => {
  test = await createTestContext();
  const organizationWith = async (issuerOf: (index: number) => string | null): Promise<OrganizationId> => {
    const orgId = await makeOrganization(test.ctx);
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      host: `${['www', 'api', 'www-www', 'not-www'][index % 4]}-${index}.example`,
      issuer: issuerOf(index),
      notAfter: index % 11 === 0 ? null : addMs(test.ctx.clock.now(), ((index * 7919) % 60_000) * 60_000 - 5 * DAY_MS),
      ...(index % 9 === 0 ? { unreachable: 'timeout' as const } : {}),
    }));
    await makeCertificates(test.ctx, orgId, rows);
    return orgId;
  };
  const longName = `${'Very '.repeat(25)}Long Tail CA`;
  fewIssuers = await organizationWith((index) => ['Alpha www CA', 'Beta 100% CA', longName, null][index % 4] ?? null);
  manyIssuers = await organizationWith((index) => `Issuer ${index % 700} CA`);
});
afterAll(() => test.close());

const searches = ['www-', 'api-1', '.example', 'alpha', '00% c', 'tail ca', 'issuer 69', 'a_b', '-1234.'];

describe.each([
  ['few issuers', () => fewIssuers],
  ['more issuers than are looked at one by one', () => manyIssuers],
])('with %s', (_, orgId) => {
  it.each(searches.flatMap((search) => statuses.map((status) => [search, status] as const)))(
    '"%s" among %s finds what looking at every row finds, in every order',
    async (search, status) => {
      for (const sort of sorts) {
        for (const order of orders) {
          const first: PageRequest = {
            orgId: orgId(),
            now: test.ctx.clock.now(),
            sort,
            order,
            filter: { search, status },
            after: null,
            take: 12,
          };
          const looked = await findPage(test.ctx.db, first, 0);
          const total = Math.min(looked.total, CAP + 1);
          expect(await findByParts(test.ctx.db, first, CAP)).toEqual({ rows: looked.rows, total });
          expect(await countByParts(test.ctx.db, first, CAP)).toBe(total);
          expect(await countRanges(test.ctx.db, first, CAP)).toBeLessThanOrEqual(total);

          const next = { ...first, after: looked.rows.at(6) ?? null };
          const { rows } = await findPage(test.ctx.db, next, 0);
          expect(await findByParts(test.ctx.db, next, CAP)).toEqual({ rows, total });
        }
      }
    },
  );
});
