import { seedBulkCertificates } from '@notafter/db/seed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const page = z.object({
  certificates: z.array(z.object({ id: z.string(), expiration_date: z.string().nullable() })),
  total: z.number(),
  next_cursor: z.string().nullable(),
});

it('pages by 50, or by the limit, with no row twice and none left out', async () => {
  const as = await newMember(rest);
  await seedBulkCertificates(rest.ctx.db, { orgId: as.orgId, count: 130, now: rest.ctx.clock.now() });
  for (const [query, sizes] of [
    ['', [50, 50, 30]],
    ['limit=40&', [40, 40, 40, 10]],
  ] as const) {
    const seen: string[] = [];
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/v1/certificates?${query}${cursor === '' ? '' : `cursor=${encodeURIComponent(cursor)}`}`;
      const { certificates, total, next_cursor } = page.parse((await rest.call('GET', path, { as })).body);
      expect(total).toBe(130);
      found.push(certificates.length);
      seen.push(...certificates.map(({ id }) => id));
      cursor = next_cursor;
    }
    expect([found, new Set(seen).size]).toEqual([sizes, 130]);
  }
});

it('refuses a limit above 500, a cursor of another list and a search that cannot be read', async () => {
  const as = await newMember(rest);
  for (const query of ['limit=501', 'limit=0', 'cursor=abc', 'status=soon']) {
    const answer = await rest.call('GET', `/v1/certificates?${query}`, { as });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
});

it('narrows as the other list does, and shows nobody another organization', async () => {
  const as = await newMember(rest);
  expect(await rest.call('GET', '/v1/certificates?status=expired', { as })).toMatchObject({ status: 200, body: { total: 0 } });
  expect(await rest.call('GET', '/v1/certificates')).toMatchObject({ status: 401 });
});
