import { certificates } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS } from '@notafter/domain';
import { listSslScoresInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { exportSslScores } from './export-ssl-scores.ts';
import { listSslScores } from './list-ssl-scores.ts';

let test: TestContext;
let org: OrgContext;

const seen = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', keyType: 'EC', keyBits: 256 };

const change = async (id: CertificateId | undefined, values: Partial<typeof certificates.$inferInsert>): Promise<void> => {
  if (id !== undefined) await test.ctx.db.update(certificates).set(values).where(eq(certificates.id, id));
};

beforeAll(async () => {
  test = await createTestContext();
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  const notAfter = addMs(test.ctx.clock.now(), 60 * DAY_MS);
  const expired = addMs(test.ctx.clock.now(), -1);
  const ids = await makeCertificates(test.ctx, org.org.id, [
    { host: 'best.example', notAfter },
    { host: 'down.example', notAfter, unreachable: 'refused' },
    { host: 'expired.example', notAfter: expired },
    { host: 'never.example', unreachable: 'dns' },
    { host: 'old.example', port: 8443, notAfter },
    { host: 'wrong.example', notAfter },
  ]);
  for (const index of [0, 1, 2, 4, 5]) await change(ids[index], seen);
  await change(ids[4], { protocol: 'TLSv1', cipher: 'TLS_RSA_WITH_AES_128_CBC_SHA', keyType: 'RSA', keyBits: 2_048 });
  await change(ids[5], { reasons: ['hostname_mismatch'] });
  const stranger = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, stranger.org.id, [{ host: 'best.example', notAfter }]);
});
afterAll(() => test.close());

const list = (input: object = {}, ctx: OrgContext = org) => listSslScores(ctx, listSslScoresInput.parse(input));

describe('scores', () => {
  it('rate what each endpoint showed last, by domain', async () => {
    const { sslScores, total, nextCursor } = await list();
    expect([total, nextCursor]).toEqual([6, null]);
    expect(sslScores.map(({ domain, score, grade, chainValid }) => [domain, score, grade, chainValid])).toEqual([
      ['best.example', 100, 'A', true],
      ['down.example', null, null, null],
      ['expired.example', 0, 'T', false],
      ['never.example', null, null, null],
      ['old.example:8443', 86, 'C', true],
      ['wrong.example', 0, 'M', false],
    ]);
  });

  it('come with the facts and the reasons', async () => {
    const { sslScores } = await list();
    expect(sslScores[0]).toEqual({
      id: expect.any(String),
      domain: 'best.example',
      score: 100,
      grade: 'A',
      reasons: [],
      ...seen,
      chainValid: true,
    });
    expect(sslScores[4]?.reasons).toEqual([
      'TLS 1.2 is not offered.',
      'TLS 1.0 is offered.',
      'No cipher suite has authenticated encryption.',
      'No cipher suite has forward secrecy.',
      'TLS 1.3 is not offered.',
    ]);
  });

  it('keep what an unreachable endpoint showed last', async () => {
    const { sslScores } = await list();
    expect(sslScores[1]).toMatchObject({ score: null, reasons: [], ...seen });
    expect(sslScores[3]).toMatchObject({ protocol: null, cipher: null, keyType: null, keyBits: null });
  });

  it('fall to 0 when the certificate expires, with no check in between', async () => {
    test.ctx.clock.advance(61 * DAY_MS);
    const { sslScores } = await list();
    test.ctx.clock.advance(-61 * DAY_MS);
    expect(sslScores[0]).toMatchObject({ score: 0, grade: 'T', chainValid: false });
  });

  it('page by cursor', async () => {
    const domains: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 4, cursor });
      domains.push(...page.sslScores.map(({ domain }) => domain));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(domains).toEqual((await list()).sslScores.map(({ domain }) => domain));
  });
});

describe('in another order', () => {
  const domains = async (input: object, ctx?: OrgContext) => (await list(input, ctx)).sslScores.map(({ domain }) => domain.split('.')[0]);

  it.each([
    ['score', ['down', 'never', 'expired', 'wrong', 'old', 'best']],
    ['protocol', ['never', 'old', 'best', 'down', 'expired', 'wrong']],
    ['cipher', ['never', 'best', 'down', 'expired', 'wrong', 'old']],
    ['keyBits', ['never', 'best', 'down', 'expired', 'wrong', 'old']],
    ['chainValid', ['down', 'never', 'expired', 'wrong', 'best', 'old']],
  ] as const)('sort by %s, then by domain, both ways and across pages', async (sort, expected) => {
    expect(await domains({ sort })).toEqual(expected);
    expect(await domains({ sort, order: 'desc' })).toEqual(expected.toReversed());
    const paged: (string | undefined)[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await list({ sort, limit: 2, cursor });
      paged.push(...page.sslScores.map(({ domain }) => domain.split('.')[0]));
      cursor = page.nextCursor ?? undefined;
    }
    expect(paged).toEqual(expected);
  });

  it('follow the score that the rows show, also after an expiry', async () => {
    test.ctx.clock.advance(61 * DAY_MS);
    const scores = (await list({ sort: 'score' })).sslScores.map(({ score }) => score);
    test.ctx.clock.advance(-61 * DAY_MS);
    expect(scores).toEqual([null, null, 0, 0, 0, 0]);
  });

  it('refuse a cursor of another order', async () => {
    const { nextCursor } = await list({ sort: 'score', limit: 1 });
    await expect(list({ sort: 'score', order: 'desc', cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(list({ cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('exports every row as CSV, page after page, with formulas as text', async () => {
  const rows = Array.from({ length: 501 }, (_, index) => ({ host: `h${String(index).padStart(3, '0')}.example` }));
  const large = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  const [first] = await makeCertificates(test.ctx, large.org.id, rows);
  await change(first, { cipher: '=HYPERLINK("https://evil.example")', protocol: 'TLSv1.3' });
  const page = await exportSslScores(large, {});
  expect(page.csv.split('\r\n').slice(0, 2)).toEqual([
    'domain,score,grade,protocol,cipher,key_type,key_bits,chain_valid,reasons',
    `h000.example,,,TLSv1.3,"'=HYPERLINK(""https://evil.example"")",,,,`,
  ]);
  const second = await exportSslScores(large, { cursor: page.nextCursor ?? '' });
  expect([second.csv.split(',')[0], second.nextCursor]).toEqual(['h500.example', null]);
});

it('refuses a cursor of another list', async () => {
  await expect(list({ cursor: 'bnVsbA' })).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'cursor' }] });
});
