import { newId } from '@notafter/db';
import { HOUR_MS, type ProbeTerms } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import {
  type BundleWriter,
  certificateFacts,
  createTestContext,
  makeCertificates,
  makeOrgContext,
  seedDers,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getCertificate } from '../certificates/get-certificate.ts';
import { listCertificates } from '../certificates/list/list-certificates.ts';
import type { PersonContext } from '../use-case.ts';
import { askCollector } from './ask-collector.ts';
import { recordBundles } from './record-bundles.ts';
import { revokeCollector } from './revoke-collector.ts';
import { enrolledCollector, sendBundle } from './testing/enrolled-collector.ts';

let test: TestContext;
let org: PersonContext;
beforeAll(async () => {
  test = await createTestContext();
  for (const host of ['db.internal', 'web.internal'])
    test.ctx.gateways.prober.answer(`${host}:443`, (_: unknown, { reported }: ProbeTerms) => {
      if (reported?.[0]?.kind !== 'served') throw new Error('Only what was reported.');
      return servedObservation(host, {}, { chain: [certificateFacts(host)], address: '10.0.0.7' });
    });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const report = async (program: BundleWriter, ...targets: readonly string[]): Promise<void> => {
  await sendBundle(test.ctx, await program.write({ endpoints: targets.map((target) => ({ target, chain: seedDers(target) })) }));
  await recordBundles(test.ctx, { collectorId: program.id });
};
const states = async () => {
  const { certificates } = await listCertificates(org, listCertificatesInput.parse({}));
  return certificates.map(({ domain, collector }) => `${domain} ${collector?.name} ${collector?.state}`).sort();
};

it('are those of the collector in every list, and each row is as old as it is', async () => {
  await makeCertificates(test.ctx, org.org.id, [{ host: 'db.internal' }]);
  const [one, other] = [await enrolledCollector(org, 'One'), await enrolledCollector(org, 'Other')];
  await report(one, 'db.internal');
  await report(other, 'db.internal');
  expect(await states()).toEqual(['db.internal One active', 'db.internal Other active', 'db.internal undefined undefined']);

  const seenAt = test.ctx.clock.now();
  test.ctx.clock.advance(3 * HOUR_MS + 1);
  await report(other, 'db.internal');
  expect(await states()).toEqual(['db.internal One silent', 'db.internal Other active', 'db.internal undefined undefined']);
  const listed = (await listCertificates(org, listCertificatesInput.parse({}))).certificates.find(
    ({ collector }) => collector?.name === 'One',
  );
  expect(listed?.collector).toMatchObject({ state: 'silent', seenAt, lastReportAt: seenAt });
  const { certificate } = await getCertificate(org, { id: listed?.id ?? newId<'certificate'>() });
  expect(certificate.collector).toEqual(listed?.collector);

  const twin = one.copy();
  await report(one, 'db.internal');
  await expect(sendBundle(test.ctx, await twin.write())).rejects.toMatchObject({ code: 'bundle_fork' });
  await revokeCollector(org, { id: other.id });
  expect(await states()).toEqual(['db.internal One forked', 'db.internal Other revoked', 'db.internal undefined undefined']);
});

it('are silent for an endpoint that the collector no longer reports, and unknown for one that it has not reported', async () => {
  const program = await enrolledCollector(org, 'One');
  await report(program, 'db.internal', 'web.internal');
  await askCollector(org, { id: program.id, domain: 'asked.internal' });
  const seenAt = test.ctx.clock.now();
  test.ctx.clock.advance(2 * HOUR_MS);
  await report(program, 'web.internal');
  test.ctx.clock.advance(2 * HOUR_MS);
  expect(await states()).toEqual(['asked.internal One active', 'db.internal One silent', 'web.internal One active']);
  const { certificates } = await listCertificates(org, listCertificatesInput.parse({ sort: 'domain', order: 'asc' }));
  expect(certificates.map(({ collector }) => collector?.seenAt)).toEqual([null, seenAt, new Date(seenAt.getTime() + 2 * HOUR_MS)]);
});
