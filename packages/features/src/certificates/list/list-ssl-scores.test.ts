import { certificates } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS } from '@notafter/domain';
import { listSslScoresInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
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

it('refuses a cursor of another list', async () => {
  await expect(list({ cursor: 'bnVsbA' })).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'cursor' }] });
});
