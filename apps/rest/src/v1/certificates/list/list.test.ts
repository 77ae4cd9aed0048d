import { seedBulkCertificates } from '@notafter/db/seed';
import { addMs, DAY_MS } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
const list = z.object({
  certificates: z.array(z.object({ domain: z.string() })),
  plan: z.string(),
  total: z.number(),
  next_cursor: z.string().nullable(),
});

const read = async (query: string) => {
  const answer = await rest.call('GET', `/v1/certificates/list${query}`, { as: admin });
  expect(answer.status).toBe(200);
  const { certificates, ...others } = list.parse(answer.body);
  return { domains: certificates.map(({ domain }) => domain), ...others };
};

beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest, { plan: 'Team' });
  const daysLeft = { 'valid.example.com': 90, 'expired.example.com': -3, 'critical.example.com': 2, 'warning.example.com': 20 };
  for (const [domain, days] of Object.entries(daysLeft)) {
    await addServed(rest, admin, domain, { notAfter: addMs(rest.ctx.clock.now(), days * DAY_MS) });
  }
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers every row, the first to expire first, and the plan', async () => {
    const { domains, plan, total, next_cursor } = await read('');
    expect(domains).toEqual(['expired.example.com', 'critical.example.com', 'warning.example.com', 'valid.example.com']);
    expect({ plan, total, next_cursor }).toEqual({ plan: 'Team', total: 4, next_cursor: null });
  });

  it('pages by limit and cursor without losing or repeating a row', async () => {
    const first = await read('?limit=3');
    expect(first.domains).toHaveLength(3);
    const second = await read(`?limit=3&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    expect([...first.domains, ...second.domains]).toEqual((await read('')).domains);
    expect(second.next_cursor).toBeNull();
  });

  it('answers up to 10,000 rows at once where no limit is given, and a cursor for the rest', async () => {
    const large = await newMember(rest);
    await seedBulkCertificates(rest.ctx.db, { orgId: large.orgId, count: 10_003, now: rest.ctx.clock.now() });
    const answer = list.parse((await rest.call('GET', '/v1/certificates/list', { as: large })).body);
    expect(answer).toMatchObject({ certificates: { length: 10_000 }, total: 10_003 });
    const next = await rest.call('GET', `/v1/certificates/list?cursor=${answer.next_cursor}`, { as: large });
    expect(next).toMatchObject({ status: 200, body: { certificates: { length: 3 }, next_cursor: null } });
  });

  it('filters by status, the older word healthy included, and by search', async () => {
    expect((await read('?status=critical')).domains).toEqual(['critical.example.com']);
    expect((await read('?status=healthy')).domains).toEqual(['valid.example.com']);
    expect((await read('?status=valid')).domains).toEqual(['valid.example.com']);
    expect((await read('?status=unreachable')).domains).toEqual([]);
    expect((await read('?search=WARN')).domains).toEqual(['warning.example.com']);
    expect((await read('?search=%25')).domains).toEqual([]);
  });
});

describe('search and filters', () => {
  it('understand words, an environment and a tag', async () => {
    const id = await addServed(rest, admin, 'tagged.example.com');
    const made = await rest.call('POST', '/v1/environments', { as: admin, body: { name: 'Live' } });
    const { environment } = z.object({ environment: z.object({ id: z.string() }) }).parse(made.body);
    await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, body: { tags: { team: 'web' }, environment_id: environment.id } });
    for (const query of [
      'search=tag:web',
      'search=env:live',
      'search=team:web%20tagged',
      'tag=team%3Dweb',
      `environment_id=${environment.id}`,
    ]) {
      expect((await read(`?${query}`)).domains).toEqual(['tagged.example.com']);
    }
    expect((await read('?protocol=tls&search=tagged')).domains).toEqual(['tagged.example.com']);
    expect((await read('?protocol=smtp')).domains).toEqual([]);
    expect((await read('?search=expires:<5d')).domains).toEqual(['expired.example.com', 'critical.example.com']);
    await rest.call('DELETE', `/v1/certificates/${id}`, { as: admin });
  });

  it('take several states, an exact domain, an issuer, an end and a change', async () => {
    const [expired, critical, warning, valid] = (await read('')).domains;
    expect((await read('?status=expired,critical')).domains).toEqual([expired, critical]);
    expect(await read('?status=critical&status=healthy')).toMatchObject({ domains: [critical, valid], total: 2 });
    expect((await read('?status=critical,all')).domains).toHaveLength(4);
    expect((await read('?domain=WARNING.example.com:443')).domains).toEqual([warning]);
    expect((await read('?domain=example.com')).domains).toEqual([]);
    expect((await read(`?issuer=${encodeURIComponent("LET'S ENCRYPT")}`)).domains).toHaveLength(4);
    expect((await read('?issuer=encrypt')).domains).toEqual([]);
    expect((await read('?environment=nowhere')).domains).toEqual([]);
    const soon = addMs(rest.ctx.clock.now(), 10 * DAY_MS).toISOString();
    expect((await read(`?expires_before=${soon}`)).domains).toEqual([expired, critical]);
    expect((await read(`?expires_before=${soon.slice(0, 10)}`)).domains).toEqual([expired, critical]);
    rest.ctx.clock.advance(1000);
    const since = rest.ctx.clock.now().toISOString();
    expect((await read(`?updated_since=${since}`)).domains).toEqual([]);
    const changed = z
      .object({ certificates: z.array(z.object({ id: z.string(), issuer_name: z.string().nullable(), updated_at: z.string() })) })
      .parse((await rest.call('GET', '/v1/certificates?status=warning', { as: admin })).body).certificates[0];
    expect(changed).toMatchObject({ issuer_name: expect.stringContaining("O=Let's Encrypt") });
    await rest.call('PUT', `/v1/certificates/${changed?.id}/tags`, { as: admin, body: { tags: { team: 'web' } } });
    expect((await read(`?updated_since=${since}`)).domains).toEqual([warning]);
  });

  it('sort by expiration, domain and issuer, both ways', async () => {
    const byDomain = ['critical.example.com', 'expired.example.com', 'valid.example.com', 'warning.example.com'];
    expect((await read('?sort=domain')).domains).toEqual(byDomain);
    expect((await read('?sort=domain&order=desc')).domains).toEqual(byDomain.toReversed());
    expect((await read('?order=desc')).domains).toEqual((await read('?sort=expiration_date')).domains.toReversed());
    const first = await read('?sort=domain&limit=3');
    expect((await read(`?sort=domain&limit=3&cursor=${first.next_cursor}`)).domains).toEqual(['warning.example.com']);
    const other = await rest.call('GET', `/v1/certificates/list?sort=issuer&cursor=${first.next_cursor}`, { as: admin });
    expect(other).toMatchObject({ status: 400, body: { details: [{ path: 'cursor' }] } });
  });

  it('say what cannot be read', async () => {
    const answer = await rest.call('GET', '/v1/certificates/list?search=expires:soon', { as: admin });
    expect(answer).toMatchObject({ status: 400, body: { code: 'search_invalid', details: [{ path: 'search' }] } });
    expect(await rest.call('GET', '/v1/certificates/list?environment_id=1', { as: admin })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'environment_id' }] },
    });
  });
});

describe('400', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['status=broken', 'status'],
    ['status=expired,broken', 'status'],
    ['status=', 'status'],
    ['sort=expires_at', 'sort'],
    ['order=down', 'order'],
    ['expires_before=soon', 'expires_before'],
    ['expires_before=2027-02-30', 'expires_before'],
    ['expires_before=0000-01-01', 'expires_before'],
    ['expires_before=9999-12-31T23:59:59-14:00', 'expires_before'],
    ['updated_since=1', 'updated_since'],
    ['issuer=%00', 'issuer'],
    ['search=%00', 'search'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['cursor=forged', 'cursor'],
    [`cursor=${'a'.repeat(1001)}`, 'cursor'],
  ])('refuses %s', async (query, path) => {
    const answer = await rest.call('GET', `/v1/certificates/list?${query}`, { as: admin });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path }] } });
  });

  it('refuses an endpoint that can be none', async () => {
    for (const [domain, code] of [
      ['https://example.com', 'target_invalid'],
      ['*.example.com', 'target_wildcard'],
    ]) {
      const answer = await rest.call('GET', `/v1/certificates/list?domain=${encodeURIComponent(domain ?? '')}`, { as: admin });
      expect(answer).toMatchObject({ status: 400, body: { code, details: [{ path: 'domain' }] } });
    }
  });

  it('refuses a cursor of another filter', async () => {
    const { next_cursor } = await read('?limit=1');
    const answer = await rest.call('GET', `/v1/certificates/list?status=valid&cursor=${next_cursor}`, { as: admin });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'cursor' }] } });
  });
});
