import { certificates, checkSchedule, organizations } from '@notafter/db';
import { addMs, DAY_MS, SHARDS } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { createTestContext, makeOrgContext, openAs, servedObservation, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCertificate } from '../add-certificate.ts';
import { getCertificate } from '../get-certificate.ts';
import { startImport } from '../import/start-import.ts';
import { listCertificates } from '../list/list-certificates.ts';
import { removeCertificates } from '../remove-certificates.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkDueSlice } from './check-due-slice.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('an organization above the limit of a smaller plan keeps what it monitors, and adds none until there is room', async () => {
  const { db, clock, gateways } = test.ctx;
  const hosts = Array.from({ length: 7 }, (_, index) => `kept-${index}.example`);
  for (const host of [...hosts, 'more.example']) gateways.prober.answer(`${host}:443`, servedObservation(host));
  const large = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  const added = [];
  for (const domain of hosts) added.push((await addCertificate(large, { domain })).certificate.id);
  await db.update(organizations).set({ plan: 'Forever Free' }).where(eq(organizations.id, large.org.id));
  const small = await openAs(test.ctx, { ...large.actor, id: large.actor.userId });

  clock.advance(DAY_MS);
  gateways.prober.probed.length = 0;
  for (let shard = 0; shard < SHARDS; shard += 1) await checkDueSlice(test.ctx, { shard });
  expect(gateways.prober.probed.map(({ host }) => host).sort()).toEqual(hosts);
  const checked = await db.select().from(checkSchedule);
  expect(checked.every(({ lastCheckedAt }) => lastCheckedAt !== null && lastCheckedAt >= addMs(clock.now(), -1000))).toBe(true);
  const [first] = added;
  if (first === undefined) throw new Error('Nothing was added.');
  await checkCertificate(small, { id: first });
  expect((await getCertificate(small, { id: first })).certificate.domain).toBe('kept-0.example');
  expect((await listCertificates(small, listCertificatesInput.parse({}))).certificates).toHaveLength(7);

  const refused = { code: 'certificate_limit', status: 403 };
  await expect(addCertificate(small, { domain: 'more.example' })).rejects.toMatchObject(refused);
  await db.update(organizations).set({ plan: 'Business', certificateLimit: 5 }).where(eq(organizations.id, large.org.id));
  const importing = await openAs(test.ctx, { ...large.actor, id: large.actor.userId });
  expect((await startImport(importing, { text: 'more.example', format: 'auto', missingEnvironments: 'create' })).counts).toMatchObject({
    added: 0,
    limit: 1,
  });
  expect(await db.select().from(certificates)).toHaveLength(7);

  await removeCertificates(importing, { ids: added.slice(0, 3) });
  expect((await addCertificate(importing, { domain: 'more.example' })).certificate.domain).toBe('more.example');
});

it('an add that was under way when the plan became smaller is refused by the smaller one', async () => {
  const { db, gateways } = test.ctx;
  const org = await makeOrgContext(test.ctx, { plan: 'Enterprise', name: 'Shrinks' });
  for (let index = 0; index < 5; index += 1) {
    gateways.prober.answer(`before-${index}.example:443`, servedObservation(`before-${index}.example`));
    await addCertificate(org, { domain: `before-${index}.example` });
  }
  gateways.prober.answer('slow.example:443', async () => {
    await db.update(organizations).set({ plan: 'Forever Free' }).where(eq(organizations.id, org.org.id));
    return servedObservation('slow.example');
  });
  await expect(addCertificate(org, { domain: 'slow.example' })).rejects.toMatchObject({ code: 'certificate_limit' });
});
