import { newId } from '@notafter/db';
import { HOUR_MS, type RevocationFact, type ServedObservation } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { createTestContext, makeOrgContext, servedObservation, type TestContext, unreachableObservation } from '@notafter/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addCertificate } from '../add-certificate.ts';
import { getCertificate } from '../get-certificate.ts';
import { listCertificates } from '../list/list-certificates.ts';
import { checkCertificate } from './check-certificate.ts';

let test: TestContext;
let org: OrgContext;
let id = newId<'certificate'>();
const host = 'asked.example';
const found = (status: RevocationFact['status'], detail = 'As the list says.'): RevocationFact => ({
  status,
  source: status === 'not_checked' ? null : 'crl',
  detail,
  checkedAt: status === 'not_checked' ? null : test.ctx.clock.now(),
});
const served = (status: RevocationFact['status'], overrides: Partial<ServedObservation> = {}): ServedObservation =>
  servedObservation(host, {}, { revocation: found(status), reasons: status === 'revoked' ? ['revoked'] : [], ...overrides });

/** An hour later a check sees this. */
const check = async (observation: ServedObservation | ReturnType<typeof unreachableObservation>): Promise<void> => {
  test.ctx.clock.advance(HOUR_MS);
  test.ctx.gateways.prober.answer(`${host}:443`, observation);
  await checkCertificate(org, { id });
};
const detail = async () => (await getCertificate(org, { id })).certificate;
const listedReasons = async () => (await listCertificates(org, listCertificatesInput.parse({}))).certificates.map(({ reasons }) => reasons);
/** The transaction that last wrote the certificate's row. */
const lastWriter = async (): Promise<string | undefined> => {
  const [row] = await test.ctx.db.execute<{ writer: string }>(sql`select xmin::text as writer from certificates where id = ${id}`);
  return row?.writer;
};

beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  test.ctx.gateways.prober.answer(`${host}:443`, served('good', { warnings: ['missing_sct'] }));
  ({
    certificate: { id },
  } = await addCertificate(org, { domain: host }));
});
afterAll(() => test.close());

it('the result is returned with the certificate, with its warnings', async () => {
  expect(await detail()).toMatchObject({
    warnings: ['missing_sct'],
    revocation: { status: 'good', source: 'crl', detail: 'As the list says.', checkedAt: test.ctx.clock.now() },
  });
});

it('a check that finds the same writes no certificate, and still counts as the last one', async () => {
  const before = await lastWriter();
  await check(served('good', { warnings: ['missing_sct'] }));
  expect(await lastWriter()).toBe(before);
  expect((await detail()).revocation?.checkedAt).toEqual(test.ctx.clock.now());
  await check(served('good'));
  expect(await lastWriter()).not.toBe(before);
  expect((await detail()).warnings).toEqual([]);
});

it('an answer that is missing takes the place of a good one', async () => {
  await check(served('unknown', { warnings: ['revocation_unknown'] }));
  expect(await detail()).toMatchObject({ warnings: ['revocation_unknown'], revocation: { status: 'unknown' } });
  await check(served('not_checked'));
  expect(await detail()).toMatchObject({ warnings: [], revocation: { status: 'not_checked', source: null, checkedAt: null } });
});

it('revoked reaches the list beside the date, and stays until it is proven good', async () => {
  const since = test.ctx.clock.now();
  await check(served('revoked'));
  expect(await listedReasons()).toEqual([['revoked']]);
  await check(served('unknown'));
  await check(unreachableObservation(host));
  await check(served('not_checked'));
  expect(await listedReasons()).toEqual([['revoked']]);
  expect((await detail()).revocation).toMatchObject({ status: 'revoked', checkedAt: since });
  await check(served('good'));
  expect(await listedReasons()).toEqual([[]]);
});

it('a certificate that takes the place of a revoked one is judged for itself', async () => {
  await check(served('revoked'));
  await check(servedObservation(host, { fingerprint256: 'AA:BB' }, { revocation: found('unknown') }));
  expect(await listedReasons()).toEqual([[]]);
  expect((await detail()).revocation?.status).toBe('unknown');
});
