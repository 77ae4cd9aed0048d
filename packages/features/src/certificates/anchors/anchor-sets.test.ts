import { anchorRules, anchors, auditLog, newId, organizations } from '@notafter/db';
import { ANCHOR_SETS_MAX, ANCHOR_TAGS_MAX, type AnchorChoice, brandId } from '@notafter/domain';
import {
  auditOf,
  certificateFacts,
  createTestContext,
  type MemberContext,
  makeCertificates,
  makeOrgContext,
  type TestContext,
} from '@notafter/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAnchorSet } from './add-anchor-set.ts';
import { recheckAnchorsJob } from './anchor-jobs.ts';
import { assignAnchors } from './assign-anchors.ts';
import { assignCertificateAnchors } from './assign-certificate-anchors.ts';
import { getAnchorSet } from './get-anchor-set.ts';
import { listAnchorAssignments } from './list-anchor-assignments.ts';
import { listAnchorSets } from './list-anchor-sets.ts';
import { removeAnchorSet } from './remove-anchor-set.ts';
import { updateAnchorSet } from './update-anchor-set.ts';

let test: TestContext;
let org: MemberContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  test.ctx.jobs.clear();
});
afterAll(() => test.close());

const pem = (...seeds: string[]): string => seeds.map((seed) => certificateFacts(seed).pem).join('');
const add = async (name: string, ...seeds: string[]) => (await addAnchorSet(org, { name, pem: pem(...seeds) })).set;
const seedsOf = ({ anchors: shown }: Awaited<ReturnType<typeof add>>) => shown.map(({ certificate }) => certificate.subjectCommonName);
const rechecks = () => test.ctx.jobs.payloadsOf(recheckAnchorsJob).length;

describe('a set', () => {
  it('has the CA certificates of its text, each once, and says which are expired and which are roots', async () => {
    const set = await add('Corp', 'root b', 'intermediate', 'expired root', 'root b');
    expect(set).toMatchObject({
      name: 'Corp',
      anchorCount: 3,
      expiredCount: 1,
      expiresAt: new Date('2026-01-01T00:00:00Z'),
      usage: { certificates: 0, tags: 0, isDefault: false },
      trustedCount: 0,
    });
    expect(set.anchors.map(({ isRoot, isExpired }) => [isRoot, isExpired])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
    expect(seedsOf(set)).toEqual(['root b', 'intermediate', 'expired root']);
    expect(await getAnchorSet(org, { id: set.id })).toEqual({ set });
    const { anchors: _anchors, ...listed } = set;
    expect(await listAnchorSets(org)).toEqual({ sets: [listed] });
  });

  it('is stored without the rest of its text', async () => {
    const comment = '# password of the key: hunter2\n';
    await addAnchorSet(org, { name: 'Corp', pem: comment + pem('root') });
    const rows = await test.ctx.db.select({ text: sql<string>`${anchors}::text` }).from(anchors);
    expect(rows.filter(({ text }) => text.includes('hunter2'))).toEqual([]);
  });

  it('is refused with a private key, which is stored and logged nowhere', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nSECRET KEY BYTES\n-----END PRIVATE KEY-----\n';
    const { set } = await addAnchorSet(org, { name: 'Corp', pem: pem('root') });
    for (const call of [addAnchorSet(org, { name: 'Keys', pem: pem('root') + key }), updateAnchorSet(org, { id: set.id, pem: key })]) {
      const refusal: unknown = await call.catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'anchors_invalid', message: expect.stringContaining('contains a private key') });
      expect(JSON.stringify(refusal)).not.toContain('SECRET KEY BYTES');
    }
    const [audit] = await test.ctx.db.select({ text: sql<string>`string_agg(${auditLog}::text, '')` }).from(auditLog);
    expect(audit?.text).not.toContain('SECRET KEY BYTES');
    expect(await listAnchorSets(org)).toMatchObject({ sets: [{ name: 'Corp' }] });
  });

  it.each([
    ['malformed', 'Certificate 2 is malformed: It ends early.'],
    ['leaf of a shop', 'Certificate 2 ("leaf of a shop") is not a CA certificate.'],
  ])('is refused with a certificate that is %s', async (seed, message) => {
    await expect(add('Corp', 'root', seed)).rejects.toMatchObject({ code: 'anchors_invalid', message: expect.stringContaining(message) });
  });

  it('has a name that no other has, ignoring case, in any script', async () => {
    const [name, inCapitals, other] = ['Zürich 証明書', 'ZÜRICH 証明書', 'Zurich 証明書'];
    const { id } = await add(name, 'root');
    await add(other, 'other');
    await expect(add(inCapitals, 'other')).rejects.toMatchObject({ code: 'anchor_set_exists', conflict: { type: 'anchor_set', id } });
    await expect(updateAnchorSet(org, { id, name: other })).rejects.toMatchObject({ code: 'anchor_set_exists' });
    expect(await updateAnchorSet(org, { id, name: inCapitals })).toMatchObject({ set: { name: inCapitals } });
    const stranger = await makeOrgContext(test.ctx);
    expect(await addAnchorSet(stranger, { name, pem: pem('root') })).toMatchObject({ set: { name } });
  });

  it('is renamed without a check, and gets other certificates with one', async () => {
    const { id } = await add('Corp', 'root 1', 'root 2');
    await updateAnchorSet(org, { id, name: 'Company' });
    expect(rechecks()).toBe(0);
    test.ctx.clock.advance(1000);
    const { set } = await updateAnchorSet(org, { id, pem: pem('root 2', 'root 3') });
    expect(seedsOf(set)).toEqual(['root 2', 'root 3']);
    expect(set).toMatchObject({ name: 'Company', updatedAt: test.ctx.clock.now() });
    expect(rechecks()).toBe(1);
    const print = (seed: string) => certificateFacts(seed).fingerprint256;
    expect((await auditOf(org)).map(({ action, detail }) => [action, detail])).toEqual([
      ['certificates/add-anchor-set', { name: 'Corp', added: [print('root 1'), print('root 2')] }],
      ['certificates/update-anchor-set', { name: 'Company', nameBefore: 'Corp' }],
      ['certificates/update-anchor-set', { name: 'Company', added: [print('root 3')], removed: [print('root 1')] }],
    ]);
  });

  it('is one of a limited number, also for concurrent admins', async () => {
    const names = Array.from({ length: ANCHOR_SETS_MAX + 3 }, (_, n) => `Set ${n}`);
    const results = await Promise.allSettled(names.map((name) => add(name, 'root')));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ code: 'anchor_set_limit' });
  });
});

describe('a choice', () => {
  const chosen = async () =>
    (await listAnchorAssignments(org)).assignments.map(({ tag, set, certificateCount }) => [tag, set?.name ?? 'public', certificateCount]);

  it('is made for the organization, a tag and a certificate, replaced and removed', async () => {
    const [corp, lab] = [await add('Corp', 'root'), await add('Lab', 'lab root')];
    const [id] = await makeCertificates(test.ctx, org.org.id, [{ tags: { Team: 'Web' } }, { tags: { env: 'team=web' } }]);
    if (id === undefined) throw new Error('no certificate');
    await assignAnchors(org, { anchors: corp.id });
    await assignAnchors(org, { tag: 'TEAM=web', anchors: lab.id });
    await assignAnchors(org, { tag: 'env=prod', anchors: 'public' });
    expect(await chosen()).toEqual([
      [null, 'Corp', null],
      ['env=prod', 'public', 0],
      ['team=web', 'Lab', 1],
    ]);
    expect(rechecks()).toBe(3);
    expect(await assignCertificateAnchors(org, { id, anchors: corp.id })).toEqual({
      anchors: { assigned: corp.id, from: 'certificate', sets: [{ id: corp.id, name: 'Corp' }], trustedBy: [], anchor: null },
    });
    expect((await getAnchorSet(org, { id: corp.id })).set.usage).toEqual({ certificates: 1, tags: 0, isDefault: true });
    await assignAnchors(org, { tag: 'team=web', anchors: 'public' });
    await assignAnchors(org, { tag: 'env=prod', anchors: null });
    await assignAnchors(org, { anchors: null });
    expect(await chosen()).toEqual([['team=web', 'public', 1]]);
    expect(await assignCertificateAnchors(org, { id, anchors: null })).toEqual({
      anchors: { assigned: null, from: 'tag', sets: [], trustedBy: [], anchor: null },
    });
    const audit = (await auditOf(org)).slice(2);
    expect(audit.map(({ detail }) => detail)).toEqual([
      { before: null, after: 'Corp' },
      { tag: 'TEAM=web', before: null, after: 'Lab' },
      { tag: 'env=prod', before: null, after: 'public roots' },
      { domain: expect.any(String), before: null, after: 'Corp' },
      { tag: 'team=web', before: 'Lab', after: 'public roots' },
      { tag: 'env=prod', before: 'public roots', after: null },
      { before: 'Corp', after: null },
      { domain: expect.any(String), before: 'Corp', after: null },
    ]);
  });

  it('keeps its set from being deleted, which says what uses it', async () => {
    const { id } = await add('Corp', 'root');
    const ids = await makeCertificates(test.ctx, org.org.id, [{}, {}]);
    for (const certificate of ids) await assignCertificateAnchors(org, { id: certificate, anchors: id });
    await assignAnchors(org, { tag: 'team=web', anchors: id });
    await assignAnchors(org, { anchors: id });
    await expect(removeAnchorSet(org, { id })).rejects.toMatchObject({
      code: 'anchor_set_in_use',
      message: 'These trust anchors are in use: the default of the organization, 1 tag, and 2 certificates. Assign others first.',
    });
    for (const certificate of ids) await assignCertificateAnchors(org, { id: certificate, anchors: null });
    await assignAnchors(org, { tag: 'team=web', anchors: null });
    await assignAnchors(org, { anchors: 'public' });
    await removeAnchorSet(org, { id });
    expect(await listAnchorSets(org)).toEqual({ sets: [] });
    expect(await test.ctx.db.$count(anchors, eq(anchors.setId, id))).toBe(0);
  });

  it('is refused for a set of another organization, and for one that does not exist', async () => {
    const stranger = await makeOrgContext(test.ctx);
    const { set } = await addAnchorSet(stranger, { name: 'Theirs', pem: pem('root') });
    const [id] = await makeCertificates(test.ctx, org.org.id, [{}]);
    if (id === undefined) throw new Error('no certificate');
    for (const anchorsOf of [set.id, brandId<'anchor-set'>('01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10')] satisfies AnchorChoice[]) {
      await expect(assignAnchors(org, { anchors: anchorsOf })).rejects.toMatchObject({ code: 'anchor_set_not_found' });
      await expect(assignCertificateAnchors(org, { id, anchors: anchorsOf })).rejects.toMatchObject({ code: 'anchor_set_not_found' });
    }
    expect(await test.ctx.db.$count(anchorRules, eq(anchorRules.orgId, org.org.id))).toBe(0);
  });

  it('is made for a limited number of tags', async () => {
    const tags = Array.from({ length: ANCHOR_TAGS_MAX }, (_, n) => `team=${n}`);
    await test.ctx.db.insert(anchorRules).values(tags.map((tag) => ({ id: newId<'anchor-rule'>(), orgId: org.org.id, tag })));
    await expect(assignAnchors(org, { tag: 'team=more', anchors: 'public' })).rejects.toMatchObject({ code: 'anchor_tag_limit' });
    await assignAnchors(org, { tag: 'team=0', anchors: 'public' });
  });
});

it('ends with its organization', async () => {
  const { id } = await add('Corp', 'root');
  await assignAnchors(org, { anchors: id });
  await test.ctx.db.delete(auditLog).where(eq(auditLog.orgId, org.org.id));
  await test.ctx.db.delete(organizations).where(eq(organizations.id, org.org.id));
  expect(await test.ctx.db.$count(anchors, eq(anchors.setId, id))).toBe(0);
});
