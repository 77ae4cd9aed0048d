import { seedBulkCertificates } from '@notafter/db/seed';
import { addMs, DAY_MS } from '@notafter/domain';
import { makeCertificates } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

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

it('goes on where the page before ended, whatever was added and removed in between', async () => {
  const as = await newMember(rest);
  const inDays = (host: string, days: number) => ({ host, notAfter: addMs(rest.ctx.clock.now(), days * DAY_MS) });
  const pageFrom = async (cursor: string | null) => {
    const path = `/v1/certificates?limit=2${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    return page.parse((await rest.call('GET', path, { as })).body);
  };
  const [a, b, c, d, e] = await makeCertificates(
    rest.ctx,
    as.orgId,
    ['a', 'b', 'c', 'd', 'e'].map((name, index) => inDays(`${name}.example`, 10 * (index + 1))),
  );
  const first = await pageFrom(null);
  expect(first.certificates.map(({ id }) => id)).toEqual([a, b]);
  // The last one seen, one to come, one before the place and one after it.
  for (const id of [b, d]) expect(await rest.call('DELETE', `/v1/certificates/${id}`, { as })).toMatchObject({ status: 200 });
  const [, late] = await makeCertificates(rest.ctx, as.orgId, [inDays('early.example', 5), inDays('late.example', 35)]);
  const second = await pageFrom(first.next_cursor);
  expect(second.certificates.map(({ id }) => id)).toEqual([c, late]);
  const third = await pageFrom(second.next_cursor);
  expect([third.certificates.map(({ id }) => id), third.next_cursor]).toEqual([[e], null]);
});

it('refuses a limit above 500, a cursor of another list and a search that cannot be read', async () => {
  const as = await newMember(rest);
  for (const query of ['limit=501', 'limit=0', 'cursor=abc', 'status=soon']) {
    const answer = await rest.call('GET', `/v1/certificates?${query}`, { as });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
});

it('narrows as the other list does', async () => {
  const as = await newMember(rest);
  expect(await rest.call('GET', '/v1/certificates?status=expired', { as })).toMatchObject({ status: 200, body: { total: 0 } });
});
