import { addMs, DAY_MS } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { type CertificateList, listCertificates } from './list-certificates.ts';

let test: TestContext;
let org: OrgContext;

const issuers = ["Let's Encrypt", 'DigiCert Inc', 'amazon', 'Ünïcode CA'];
const count = 48;

beforeAll(async () => {
  test = await createTestContext();
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  const now = test.ctx.clock.now();
  await makeCertificates(
    test.ctx,
    org.org.id,
    Array.from({ length: count }, (_, index) => ({
      host: `${['web', 'api', 'mail'][index % 3]}-${String((index * 31) % count).padStart(2, '0')}.example.com`,
      issuer: index === 47 ? null : (issuers[index % issuers.length] ?? null),
      notAfter: index === 47 ? null : addMs(now, (((index * 17) % count) - 5) * DAY_MS),
      ...(index === 47 || index % 12 === 5 ? { unreachable: 'refused' as const } : {}),
    })),
  );
  const stranger = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, stranger.org.id, [{ host: 'web-00.example.com', notAfter: now }, { host: 'zzz.example.com' }]);
});
afterAll(() => test.close());

const list = (input: object = {}, ctx: OrgContext = org): Promise<CertificateList> =>
  listCertificates(ctx, listCertificatesInput.parse(input));
const domainsOf = (page: CertificateList): string[] => page.certificates.map(({ domain }) => domain);

/** Every page from the first on, following `nextCursor`. */
const walk = async (input: object): Promise<CertificateList[]> => {
  const pages = [await list(input)];
  for (let cursor = pages[0]?.nextCursor ?? null; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null)
    pages.push(await list({ ...input, cursor }));
  return pages;
};

describe('paging', () => {
  it('says which rows of how many a page shows, forwards', async () => {
    const pages = await walk({ limit: 10 });
    expect(pages.map(({ position, certificates, total }) => [position, certificates.length, total])).toEqual([
      [0, 10, 48],
      [10, 10, 48],
      [20, 10, 48],
      [30, 10, 48],
      [40, 8, 48],
    ]);
    expect(new Set(pages.flatMap(domainsOf)).size).toBe(count);
    expect(pages[0]?.previousCursor).toBeNull();
    expect(pages[0]?.plan).toBe('Enterprise');
  });

  it('goes back from the last page over the same pages', async () => {
    const forwards = await walk({ limit: 10, sort: 'domain' });
    const backwards = [await list({ limit: 10, sort: 'domain', page: 'last' })];
    for (let cursor = backwards[0]?.previousCursor ?? null; cursor !== null; cursor = backwards.at(-1)?.previousCursor ?? null)
      backwards.push(await list({ limit: 10, sort: 'domain', cursor }));
    const shown = (page: CertificateList) => [page.position, domainsOf(page)];
    expect(backwards.toReversed().map(shown)).toEqual(forwards.map(shown));
    expect(backwards[0]?.nextCursor).toBeNull();
  });

  it('answers a whole first page where the rows before a page are gone', async () => {
    const fresh = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    await makeCertificates(
      test.ctx,
      fresh.org.id,
      Array.from({ length: 5 }, (_, index) => ({ host: `h${index}.example` })),
    );
    const first = await list({ limit: 2, sort: 'domain' }, fresh);
    const second = await list({ limit: 2, sort: 'domain', cursor: first.nextCursor }, fresh);
    await makeCertificates(test.ctx, fresh.org.id, [{ host: 'a.example' }]);
    const back = await list({ limit: 3, sort: 'domain', cursor: second.previousCursor }, fresh);
    expect([back.position, domainsOf(back)]).toEqual([0, ['a.example', 'h0.example', 'h1.example']]);
    const start = await list({ limit: 4, sort: 'domain', cursor: second.previousCursor }, fresh);
    expect([start.position, start.previousCursor, start.certificates.length]).toEqual([0, null, 4]);
  });

  it('is empty, with no neighbors, where nothing is', async () => {
    const empty = await makeOrgContext(test.ctx);
    for (const page of ['first', 'last']) {
      expect(await list({ page }, empty)).toEqual({
        certificates: [],
        total: 0,
        totalCapped: false,
        position: 0,
        nextCursor: null,
        previousCursor: null,
        plan: 'Forever Free',
      });
    }
  });
});

describe('order', () => {
  it('puts what was never seen last by expiry, and first when turned round', async () => {
    const [ascending, descending] = [await list({ limit: 100 }), await list({ limit: 100, order: 'desc' })];
    const times = ascending.certificates.map(({ notAfter }) => notAfter?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(ascending.certificates.at(-1)?.notAfter).toBeNull();
    expect(domainsOf(descending)).toEqual(domainsOf(ascending).reverse());
  });

  it('sorts domains by their bytes and issuers in any case', async () => {
    const domains = domainsOf(await list({ limit: 100, sort: 'domain' }));
    expect(domains).toEqual([...domains].sort());
    const names = (await list({ limit: 100, sort: 'issuer' })).certificates.map(({ issuer }) => issuer?.toLowerCase() ?? '');
    expect(names.slice(1, 13).every((name) => name === 'amazon')).toBe(true);
    expect(names[0]).toBe('');
  });
});

describe('search and filter', () => {
  it.each([
    ['API-', 16],
    ['encrypt', 12],
    ['.example.com', 48],
    ['DIGICERT', 12],
    ['%', 0],
    ['_', 0],
    ['\\', 0],
    ["'; --", 0],
    ['nothing', 0],
  ])('%s finds %i', async (search, total) => {
    const page = await list({ search, limit: 100 });
    expect([page.total, page.certificates.length, page.totalCapped]).toEqual([total, total, false]);
  });

  it('shows the rows of a status and no others, healthy meaning valid', async () => {
    for (const status of ['expired', 'critical', 'warning', 'valid'] as const) {
      const page = await list({ status, limit: 100 });
      expect(page.certificates.length).toBeGreaterThan(0);
      expect(page.certificates.every((row) => row.status === status)).toBe(true);
    }
    expect(domainsOf(await list({ status: 'healthy', limit: 100 }))).toEqual(domainsOf(await list({ status: 'valid', limit: 100 })));
    const unreachable = await list({ status: 'unreachable', limit: 100 });
    expect(unreachable.certificates).toHaveLength(5);
    expect(unreachable.certificates.every((row) => row.unreachable?.detail === 'No answer: refused.')).toBe(true);
  });

  it('takes search and status together, in every order, over several pages', async () => {
    for (const sort of ['expires', 'domain', 'issuer']) {
      const pages = await walk({ search: 'web', status: 'warning', sort, limit: 3 });
      const rows = pages.flatMap(({ certificates }) => certificates);
      expect(rows.every((row) => row.domain.startsWith('web') && row.status === 'warning')).toBe(true);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(pages[0]?.total);
    }
  });
});

describe('refused', () => {
  const refused = { code: 'invalid_input', details: [{ path: 'cursor' }] };

  it('a garbled cursor', async () => {
    for (const cursor of ['', 'x', '!!!', 'bnVsbA', Buffer.from('{"s":1}').toString('base64url')])
      await expect(list({ cursor })).rejects.toMatchObject(refused);
  });

  it('a cursor of another order, filter or search', async () => {
    const { nextCursor: cursor } = await list({ limit: 5 });
    for (const other of [{ sort: 'domain' }, { order: 'desc' }, { status: 'valid' }, { search: 'api' }])
      await expect(list({ ...other, cursor })).rejects.toMatchObject(refused);
  });

  it('a forged place, before it reaches the database', async () => {
    const { nextCursor } = await list({ limit: 5 });
    const genuine: object = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString());
    const forge = (change: object) => Buffer.from(JSON.stringify({ ...genuine, ...change })).toString('base64url');
    for (const change of [{ k: 'soon' }, { k: '9999-99-99T00:00:00Z' }, { k: '\u0000' }, { i: '1' }, { p: -1 }, { p: 1.5 }, { extra: 1 }])
      await expect(list({ cursor: forge(change) })).rejects.toMatchObject(refused);
  });

  it('NUL and control characters in a search', () => {
    expect(listCertificatesInput.safeParse({ search: 'a\u0000b' }).success).toBe(false);
    expect(listCertificatesInput.safeParse({ search: 'a'.repeat(201) }).success).toBe(false);
  });
});

it('shows every row exactly once whatever the order, the filter and the page size', async () => {
  const input = fc.record({
    sort: fc.constantFrom('expires', 'domain', 'issuer'),
    order: fc.constantFrom('asc', 'desc'),
    status: fc.constantFrom('all', 'expired', 'critical', 'warning', 'valid', 'unreachable'),
    search: fc.constantFrom('', 'web', 'encrypt', '0', 'ünï'),
    limit: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(input, async (wanted) => {
      const pages = await walk(wanted);
      const whole = await list({ ...wanted, limit: 100 });
      expect(pages.flatMap(domainsOf)).toEqual(domainsOf(whole));
      expect(pages.every((page) => page.total === whole.certificates.length)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
