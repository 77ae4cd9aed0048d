import { alerts, certificateHistory, certificates, checkSchedule, deliveries } from '@notafter/db';
import { type AnchorSetId, type CertificateId, HOUR_MS, MINUTE_MS, type ProbeTerms, type ServedObservation } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  type MemberContext,
  makeOrgContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runChecksJob } from '../../steps/process-jobs.ts';
import { addCertificate } from '../add-certificate.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { checkDueSlice } from '../checks/check-due-slice.ts';
import { runChecks } from '../checks/run-checks.ts';
import { startCheckRun } from '../checks/start-check-run.ts';
import { getCertificate } from '../get-certificate.ts';
import { startImport } from '../import/start-import.ts';
import { updateCertificateTags } from '../update-certificate-tags.ts';
import { upsertCertificate } from '../upsert-certificate.ts';
import { addAnchorSet } from './add-anchor-set.ts';
import { recheckAnchorsJob } from './anchor-jobs.ts';
import { assignAnchors } from './assign-anchors.ts';
import { assignCertificateAnchors } from './assign-certificate-anchors.ts';
import { recheckAnchors } from './recheck-anchors.ts';
import { updateAnchorSet } from './update-anchor-set.ts';

let test: TestContext;
let org: MemberContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  test.ctx.jobs.clear();
  test.ctx.gateways.prober.termsOf.length = 0;
});
// So that only the endpoints of one test are ever due.
afterEach(() => test.ctx.db.delete(certificates));
afterAll(() => test.close());

const pem = (...seeds: string[]): string => seeds.map((seed) => certificateFacts(seed).pem).join('');
const addSet = async (name: string, ...seeds: string[]): Promise<AnchorSetId> =>
  (await addAnchorSet(org, { name, pem: pem(...seeds) })).set.id;

/** As the prober judges a server whose chain ends at this root: it is private, and trusted if the anchors of the probe have it. */
const judged = (host: string, root: string, { anchors = [] }: ProbeTerms, override: Partial<ServedObservation> = {}): ServedObservation => {
  const { pem: wanted, fingerprint256 } = certificateFacts(root);
  const isTrusted = anchors.some((set) => set.pem.includes(wanted));
  const own = certificateFacts(host);
  const reasons = isTrusted ? [] : (['untrusted_root'] as const);
  return servedObservation(
    host,
    {},
    {
      reasons,
      anchor: isTrusted ? fingerprint256 : null,
      addresses: { set: '', seen: [{ kind: 'served', address: '192.0.2.1', certificate: own, reasons }], group: null },
      ...override,
    },
  );
};
let hosts = 0;
const serve = (root: string): string => {
  hosts += 1;
  const host = `private-${hosts}.example`;
  test.ctx.gateways.prober.answer(`${host}:443`, (_target, terms) => judged(host, root, terms));
  return host;
};
const add = async (host: string, rest: object = {}, who = org): Promise<CertificateId> =>
  (await addCertificate(who, { domain: host, ...rest })).certificate.id;
const verdictOf = async (id: CertificateId, who = org) => {
  const { certificate } = await getCertificate(who, { id });
  return { reasons: certificate.reasons, from: certificate.anchors.from, trustedBy: certificate.anchors.trustedBy.map(({ name }) => name) };
};
const scheduleOf = async (id: CertificateId) => {
  const [row] = await test.ctx.db.select().from(checkSchedule).where(eq(checkSchedule.certificateId, id));
  if (row === undefined) throw new Error('The row is gone.');
  return row;
};
const isDue = async (id: CertificateId): Promise<boolean> => (await scheduleOf(id)).nextCheckAt <= test.ctx.clock.now();
const checkDueShards = async (): Promise<void> => {
  for (const shard of [0, 1, 2, 3]) await checkDueSlice(test.ctx, { shard });
};
/** Runs the jobs that a change enqueued, then the checks that are due. */
const settle = async (): Promise<void> => {
  for (const payload of test.ctx.jobs.payloadsOf(recheckAnchorsJob)) await recheckAnchors(test.ctx, payload);
  test.ctx.jobs.clear();
  test.ctx.clock.advance(5 * MINUTE_MS);
  await checkDueShards();
};
const openAlerts = (ids: readonly CertificateId[]) =>
  test.ctx.db.$count(alerts, and(inArray(alerts.certificateId, [...ids]), isNull(alerts.resolvedAt)));
const untrusted = { reasons: ['untrusted_root'], trustedBy: [] };

describe('a certificate of a private CA', () => {
  it('is judged from the first check by the anchors of the organization, of its tags, or its own', async () => {
    const [corp, lab] = [await addSet('Corp', 'corp root'), await addSet('Lab', 'lab root')];
    expect(await verdictOf(await add(serve('corp root')))).toEqual({ ...untrusted, from: null });
    await assignAnchors(org, { anchors: corp });
    await assignAnchors(org, { tag: 'team=lab', anchors: lab });
    expect(await verdictOf(await add(serve('corp root')))).toEqual({ reasons: [], from: 'organization', trustedBy: ['Corp'] });
    expect(await verdictOf(await add(serve('lab root')))).toEqual({ ...untrusted, from: 'organization' });
    expect(await verdictOf(await add(serve('lab root'), { anchors: lab }))).toEqual({
      reasons: [],
      from: 'certificate',
      trustedBy: ['Lab'],
    });
    expect(await verdictOf(await add(serve('corp root'), { anchors: 'public' }))).toEqual({ ...untrusted, from: 'certificate' });
    const tagged = await upsertCertificate(org, { domain: serve('lab root'), tags: { team: 'Lab' } });
    expect(await verdictOf(tagged.certificate.id)).toEqual({ reasons: [], from: 'tag', trustedBy: ['Lab'] });
  });

  it('is trusted by every set that its tags give', async () => {
    const [corp, lab] = [await addSet('Corp', 'corp root'), await addSet('Lab', 'lab root', 'corp root')];
    await assignAnchors(org, { tag: 'team=corp', anchors: corp });
    await assignAnchors(org, { tag: 'place=lab', anchors: lab });
    const tags = { team: 'corp', place: 'lab' };
    const both = await upsertCertificate(org, { domain: serve('corp root'), tags });
    expect(await verdictOf(both.certificate.id)).toEqual({ reasons: [], from: 'tag', trustedBy: ['Corp', 'Lab'] });
    const one = await upsertCertificate(org, { domain: serve('lab root'), tags });
    expect(await verdictOf(one.certificate.id)).toEqual({ reasons: [], from: 'tag', trustedBy: ['Lab'] });
  });

  it('is judged alike by scheduled, manual and bulk checks and by imports', async () => {
    await assignAnchors(org, { anchors: await addSet('Corp', 'corp root') });
    const [host, imported] = [serve('corp root'), serve('corp root')];
    const id = await add(host);
    await startImport(org, { text: `domain,tags\n${imported},team=web`, format: 'csv', missingEnvironments: 'create' });
    const [other] = await test.ctx.db
      .select()
      .from(certificates)
      .where(and(eq(certificates.domain, imported), eq(certificates.orgId, org.org.id)));
    expect(other).toMatchObject({ reasons: [], anchorFingerprint256: certificateFacts('corp root').fingerprint256 });
    await checkCertificate(org, { id });
    expect(await verdictOf(id)).toMatchObject({ reasons: [], trustedBy: ['Corp'] });
    await startCheckRun(org, { all: true });
    for (const payload of test.ctx.jobs.payloadsOf(runChecksJob)) await runChecks(test.ctx, payload);
    expect(await verdictOf(id)).toMatchObject({ reasons: [], trustedBy: ['Corp'] });
    await test.ctx.db.update(checkSchedule).set({ nextCheckAt: test.ctx.clock.now() }).where(eq(checkSchedule.certificateId, id));
    await settle();
    expect(await verdictOf(id)).toMatchObject({ reasons: [], trustedBy: ['Corp'] });
    // One text, however many probes.
    const texts = new Set(test.ctx.gateways.prober.termsOf.map(({ anchors = [] }) => anchors.map((set) => set.pem).join()));
    expect([...texts]).toEqual([pem('corp root')]);
  });

  it('is judged by the anchors of the organization, though others monitor the same host', async () => {
    const host = serve('corp root');
    const [stranger, other] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    await assignAnchors(org, { anchors: await addSet('Corp', 'corp root') });
    const { set } = await addAnchorSet(other, { name: 'Corp', pem: pem('another root') });
    await assignAnchors(other, { anchors: set.id });
    const ids = [await add(host), await add(host, {}, stranger), await add(host, {}, other)] as const;
    for (let round = 0; round < 2; round += 1) {
      expect(await verdictOf(ids[0])).toEqual({ reasons: [], from: 'organization', trustedBy: ['Corp'] });
      expect(await verdictOf(ids[1], stranger)).toEqual({ ...untrusted, from: null });
      expect(await verdictOf(ids[2], other)).toEqual({ ...untrusted, from: 'organization' });
      test.ctx.clock.advance(7 * HOUR_MS);
      await settle();
    }
  });
});

describe('a change of anchors', () => {
  it('checks what it concerns again, every address included, and the alerts follow', async () => {
    const corp = await addSet('Corp', 'old root');
    const [first, second] = [await add(serve('corp root')), await add(serve('corp root'))];
    const publicId = await add(serve('no root'), { anchors: 'public' });
    await settle();
    expect(await openAlerts([first, second])).toBe(2);
    expect([await isDue(first), await isDue(second)]).toEqual([false, false]);

    await assignAnchors(org, { anchors: corp });
    await settle();
    expect(await openAlerts([first, second])).toBe(2);
    test.ctx.gateways.prober.termsOf.length = 0;
    await updateAnchorSet(org, { id: corp, pem: pem('old root', 'corp root') });
    await settle();
    // The public one may happen to be due as well.
    const concerned = test.ctx.gateways.prober.termsOf.filter(({ anchors = [] }) => anchors.length > 0);
    expect(concerned.map(({ known }) => known)).toEqual([null, null]);
    expect(await verdictOf(first)).toMatchObject({ reasons: [], trustedBy: ['Corp'] });
    expect(await openAlerts([first, second])).toBe(0);
    expect(await openAlerts([publicId])).toBe(1);

    await assignCertificateAnchors(org, { id: first, anchors: 'public' });
    expect([await isDue(first), await isDue(second)]).toEqual([true, false]);
    await settle();
    expect(await verdictOf(first)).toMatchObject(untrusted);
    expect(await openAlerts([first, second])).toBe(1);
  });

  it('comes with the tags of a certificate, too', async () => {
    await assignAnchors(org, { tag: 'team=corp', anchors: await addSet('Corp', 'corp root') });
    const id = await add(serve('corp root'));
    await updateCertificateTags(org, { id, tags: { owner: 'Ada' } });
    expect(await isDue(id)).toBe(false);
    await updateCertificateTags(org, { id, tags: { team: 'corp' } });
    expect(await isDue(id)).toBe(true);
    await settle();
    expect(await verdictOf(id)).toEqual({ reasons: [], from: 'tag', trustedBy: ['Corp'] });
  });

  it('checks nothing that public roots vouch for', async () => {
    hosts += 1;
    const host = `public-${hosts}.example`;
    const path = { anchor: 'AA', anchorName: 'Public', until: '2040-01-01T00:00:00.000Z', endsWith: 'Public' };
    test.ctx.gateways.prober.answer(`${host}:443`, (_target, terms) =>
      judged(host, 'no root', terms, { reasons: [], clientFacts: { paths: [path], scts: [], clientAuth: false } }),
    );
    const id = await add(host);
    const { nextCheckAt } = await scheduleOf(id);
    await assignAnchors(org, { anchors: await addSet('Corp', 'corp root') });
    for (const payload of test.ctx.jobs.payloadsOf(recheckAnchorsJob)) expect(await recheckAnchors(test.ctx, payload)).toBe(0);
    expect((await scheduleOf(id)).nextCheckAt).toEqual(nextCheckAt);
  });

  it('spreads many checks over five minutes at most', async () => {
    const ids: CertificateId[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await add(serve('corp root')));
    await assignAnchors(org, { anchors: await addSet('Corp', 'corp root') });
    for (const payload of test.ctx.jobs.payloadsOf(recheckAnchorsJob)) expect(await recheckAnchors(test.ctx, payload)).toBe(20);
    const due = await Promise.all(
      ids.sort().map(async (id) => (await scheduleOf(id)).nextCheckAt.getTime() - test.ctx.clock.now().getTime()),
    );
    expect(due).toEqual(ids.map((_id, index) => index * 20));
  });

  it('during a check makes its verdict outdated: it is not stored, raises nothing, and the check is repeated', async () => {
    const corp = await addSet('Corp', 'old root');
    await assignAnchors(org, { anchors: corp });
    hosts += 1;
    const host = `rotated-${hosts}.example`;
    let root = 'old root';
    const script = (change: () => Promise<unknown>) =>
      test.ctx.gateways.prober.answer(`${host}:443`, async (_target, terms) => {
        const seen = judged(host, root, terms);
        await change();
        return seen;
      });
    script(() => Promise.resolve());
    const id = await add(host);
    expect(await verdictOf(id)).toMatchObject({ reasons: [] });
    // The server rotates to a new root, and the set follows while the check is under way.
    root = 'new root';
    let isChanged = false;
    script(async () => {
      if (!isChanged) await updateAnchorSet(org, { id: corp, pem: pem('old root', 'new root') });
      isChanged = true;
    });
    await test.ctx.db.update(checkSchedule).set({ nextCheckAt: test.ctx.clock.now() }).where(eq(checkSchedule.certificateId, id));
    await checkDueShards();
    await checkDueShards();
    expect(await isDue(id)).toBe(false);
    expect(await verdictOf(id)).toMatchObject({ reasons: [], trustedBy: ['Corp'] });
    expect(await test.ctx.db.$count(alerts, eq(alerts.certificateId, id))).toBe(0);
    expect(await test.ctx.db.$count(deliveries, eq(deliveries.orgId, org.org.id))).toBe(0);
    expect(await test.ctx.db.$count(certificateHistory, eq(certificateHistory.certificateId, id))).toBe(1);

    // A person's check answers what is stored, and the next check follows at once.
    script(() => assignCertificateAnchors(org, { id, anchors: 'public' }));
    const { certificate } = await checkCertificate(org, { id });
    expect(certificate.reasons).toEqual([]);
    expect(await isDue(id)).toBe(true);
  });

  it('while an endpoint is unreachable judges every address once it answers', async () => {
    const host = serve('corp root');
    const id = await add(host);
    await assignAnchors(org, { anchors: await addSet('Corp', 'corp root') });
    const unreachable = { kind: 'unreachable', target: { host, port: 443 }, reason: 'refused', detail: 'Refused.', address: null } as const;
    test.ctx.gateways.prober.answer(`${host}:443`, unreachable);
    await settle();
    test.ctx.gateways.prober.answer(`${host}:443`, (_target, terms) => judged(host, 'corp root', terms));
    test.ctx.gateways.prober.termsOf.length = 0;
    await settle();
    expect(test.ctx.gateways.prober.termsOf.map(({ known }) => known)).toEqual([null]);
    expect(await verdictOf(id)).toMatchObject({ reasons: [], trustedBy: ['Corp'] });
  });
});

it('sets the anchors of an endpoint that is monitored, once', async () => {
  const corp = await addSet('Corp', 'corp root');
  const domain = serve('corp root');
  const { certificate } = await upsertCertificate(org, { domain });
  await upsertCertificate(org, { domain, anchors: corp });
  await settle();
  expect(await verdictOf(certificate.id)).toEqual({ reasons: [], from: 'certificate', trustedBy: ['Corp'] });
  for (const anchors of [corp, undefined]) await upsertCertificate(org, { domain, ...(anchors === undefined ? {} : { anchors }) });
  expect(await isDue(certificate.id)).toBe(false);
  await upsertCertificate(org, { domain, anchors: null });
  expect(await verdictOf(certificate.id)).toMatchObject({ from: null });
  expect(await isDue(certificate.id)).toBe(true);
});
