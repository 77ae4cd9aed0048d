import { auditLog } from '@notafter/db';
import { brandId, type CertificateId } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { addEnvironment } from '../environments/add-environment.ts';
import { removeEnvironment } from '../environments/remove-environment.ts';
import { getCertificate } from './get-certificate.ts';
import { updateCertificateTags } from './update-certificate-tags.ts';

let test: TestContext;
let org: OrgContext;
let id: CertificateId;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  [id = brandId('')] = await makeCertificates(test.ctx, org.org.id, [{}]);
});
afterAll(() => test.close());

const environmentOf = async (owner: OrgContext) => (await addEnvironment(owner, { name: 'Production', description: null })).environment.id;

describe('saving', () => {
  it('replaces the map, drops blank values, assigns the environment and raises the version', async () => {
    const environmentId = await environmentOf(org);
    await updateCertificateTags(org, { id, tags: { cost_centre: '42', env: 'staging' }, environmentId: null });
    const { certificate } = await updateCertificateTags(org, {
      id,
      tags: { cost_centre: '42', env: ' production ', owner: '   ' },
      environmentId,
    });
    expect(certificate).toMatchObject({
      tags: { cost_centre: '42', env: 'production' },
      environmentId,
      environmentName: 'Production',
      version: 3,
    });
    const audit = await test.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
    expect(audit.at(-1)).toMatchObject({
      action: 'certificates/update-certificate-tags',
      detail: { tagsBefore: { cost_centre: '42', env: 'staging' }, environmentBefore: null, environmentId },
    });
  });

  it('keeps the environment if none is given', async () => {
    const environmentId = await environmentOf(org);
    await updateCertificateTags(org, { id, tags: {}, environmentId });
    expect((await updateCertificateTags(org, { id, tags: { team: 'web' } })).certificate.environmentId).toBe(environmentId);
    expect((await updateCertificateTags(org, { id, tags: {}, environmentId: null })).certificate).toMatchObject({
      tags: {},
      environmentId: null,
    });
  });

  it.each(['constructor', 'prototype', '__proto__'])('refuses a tag called %s and pollutes nothing', async (name) => {
    const tags = JSON.parse(`{"${name}":"polluted"}`);
    await expect(updateCertificateTags(org, { id, tags })).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await getCertificate(org, { id })).certificate.tags).toEqual({});
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('two people at once', () => {
  it('the later save of what the other has changed meanwhile is a conflict and changes nothing', async () => {
    const other = await openAs(test.ctx, await makeUser(test.ctx, org.org.id));
    const { version } = (await getCertificate(org, { id })).certificate;
    await updateCertificateTags(org, { id, tags: { team: 'web' }, version });
    await expect(updateCertificateTags(other, { id, tags: { owner: 'Grace' }, version })).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
    });
    expect((await getCertificate(org, { id })).certificate).toMatchObject({ tags: { team: 'web' }, version: version + 1 });
  });

  it('of ten saves of one version one is kept', async () => {
    const saves = Array.from({ length: 10 }, (_, index) => updateCertificateTags(org, { id, tags: { save: `${index}` }, version: 1 }));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getCertificate(org, { id })).certificate.version).toBe(2);
  });

  it('an environment is assigned or deleted, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const environmentId = await environmentOf(org);
      const [assigned, removed] = await Promise.allSettled([
        updateCertificateTags(org, { id, tags: {}, environmentId }),
        removeEnvironment(org, { id: environmentId }),
      ]);
      expect([assigned.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
      if (assigned.status === 'rejected') expect(assigned.reason).toMatchObject({ code: 'environment_not_found' });
      if (removed.status === 'rejected') {
        expect(removed.reason).toMatchObject({ code: 'environment_in_use' });
        await updateCertificateTags(org, { id, tags: {}, environmentId: null });
        await removeEnvironment(org, { id: environmentId });
      }
    }
  });
});

describe('refused', () => {
  it('another organization’s environment', async () => {
    const environmentId = await environmentOf(await makeOrgContext(test.ctx));
    await expect(updateCertificateTags(org, { id, tags: {}, environmentId })).rejects.toMatchObject({ code: 'environment_not_found' });
  });

  it('a new environment on a plan without them, while the old one may stay', async () => {
    const environmentId = await environmentOf(org);
    await updateCertificateTags(org, { id, tags: {}, environmentId });
    const downgraded = { ...org, entitlements: { ...org.entitlements, environmentLimit: 0 } };
    const saved = await updateCertificateTags(downgraded, { id, tags: { team: 'web' }, environmentId });
    expect(saved.certificate).toMatchObject({ tags: { team: 'web' }, environmentId });
    await updateCertificateTags(downgraded, { id, tags: {}, environmentId: null });
    await expect(updateCertificateTags(downgraded, { id, tags: {}, environmentId })).rejects.toMatchObject({ code: 'environment_plan' });
  });
});
