import { certificates, environments, newId } from '@notafter/db';
import { brandId, type CertificateId, type EnvironmentId } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { addCertificate } from './add-certificate.ts';
import { getCertificate } from './get-certificate.ts';
import { listCertificates } from './list/list-certificates.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const element = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const contents = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, contents.length]), contents]);
};
/** As much of a certificate as has a key: each part fits in 127 bytes. */
const pemOf = (serial: string, key: string): string => {
  const empty = element(0x30);
  const tbs = element(0x30, element(0x02, Buffer.from(serial)), empty, empty, empty, empty, element(0x30, Buffer.from(key)));
  return `-----BEGIN CERTIFICATE-----\n${element(0x30, tbs).toString('base64')}\n-----END CERTIFICATE-----\n`;
};

const add = async (host: string, serial: string, key: string, asked: OrgContext = org): Promise<CertificateId> => {
  test.ctx.gateways.prober.answer(
    `${host}:443`,
    servedObservation(host, {}, { chain: [certificateFacts(serial, { san: [host], pem: pemOf(serial, key) })] }),
  );
  return (await addCertificate(asked, { domain: host })).certificate.id;
};
const place = async (id: CertificateId, name: string): Promise<EnvironmentId> => {
  const environmentId = newId<'environment'>();
  await test.ctx.db.insert(environments).values({ id: environmentId, orgId: org.org.id, name, createdAt: test.ctx.clock.now() });
  await test.ctx.db.update(certificates).set({ environmentId }).where(eq(certificates.id, id));
  return environmentId;
};
const keyOf = async (id: CertificateId, asked: OrgContext = org) => (await getCertificate(asked, { id })).certificate.key;
const shared = async (asked: OrgContext = org) =>
  (await listCertificates(asked, listCertificatesInput.parse({ search: 'key:shared', sort: 'domain' }))).certificates.map(
    ({ domain }) => domain,
  );

it('names other certificates with the same key, and the environments that share it', async () => {
  const production = await add('www.test', 'one', 'key');
  const staging = await add('staging.test', 'two', 'key');
  await add('alone.test', 'three', 'other key');
  await place(production, 'Production');
  await place(staging, 'Staging');
  expect(await keyOf(production)).toMatchObject({
    ...{ alsoUsedBy: [{ id: staging, domain: 'staging.test', environmentName: 'Staging' }], total: 1 },
    ...{ environments: ['Production', 'Staging'], sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await shared()).toEqual(['staging.test', 'www.test']);
});

it('is not about one certificate on several servers, nor about keys that cannot be read', async () => {
  const first = await add('a.test', 'same', 'key');
  await add('b.test', 'same', 'key');
  expect(await keyOf(first)).toMatchObject({ alsoUsedBy: [], total: 0, environments: [] });
  test.ctx.gateways.prober.answer('c.test:443', servedObservation('c.test'));
  expect(await keyOf((await addCertificate(org, { domain: 'c.test' })).certificate.id)).toBeNull();
  expect(await shared()).toEqual([]);
});

it('ends with the renewal to another key', async () => {
  const first = await add('a.test', 'one', 'key');
  const second = await add('b.test', 'two', 'key');
  expect(await keyOf(second)).toMatchObject({ total: 1 });
  await test.ctx.db.delete(certificates).where(eq(certificates.id, first));
  await add('a.test', 'three', 'new key');
  expect(await keyOf(second)).toMatchObject({ total: 0 });
});

it('shows nothing of another organization, and to an API key nothing outside its scope', async () => {
  const stranger = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  const own = await add('www.test', 'one', 'key');
  await add('theirs.test', 'two', 'key', stranger);
  expect(await keyOf(own)).toMatchObject({ total: 0 });
  expect(await shared()).toEqual([]);
  await add('staging.test', 'four', 'key');
  const environmentId = await place(own, 'Production');
  const scoped: OrgContext = { ...org, reach: { orgId: org.org.id, scope: { environmentId: brandId(environmentId) } } };
  expect(await keyOf(own, scoped)).toMatchObject({ alsoUsedBy: [], total: 0, environments: [] });
  expect(await shared(scoped)).toEqual([]);
});
