import { certificateCounts, certificateHistory, certificates, checkSchedule, newId } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { certificateSelectionInput } from '@notafter/domain/inputs';
import {
  auditOf,
  createTestContext,
  type MemberContext,
  makeCertificates,
  makeOrgContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { addCertificate } from './add-certificate.ts';
import { getCertificate } from './get-certificate.ts';
import { removeCertificate } from './remove-certificate.ts';
import { removeCertificates } from './remove-certificates.ts';

let test: TestContext;
let org: MemberContext;
let stranger: MemberContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  stranger = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const domainsOf = async (ctx: OrgContext): Promise<string[]> => {
  const rows = await test.ctx.db.select({ domain: certificates.domain }).from(certificates).where(eq(certificates.orgId, ctx.org.id));
  return rows.map(({ domain }) => domain).sort();
};
const remove = (selection: object, ctx: OrgContext = org) => removeCertificates(ctx, certificateSelectionInput.parse(selection));

describe('removing one', () => {
  it('takes its schedule and history with it and says so in the audit log', async () => {
    test.ctx.gateways.prober.answer('gone.example:443', servedObservation('gone.example'));
    const { certificate } = await addCertificate(org, { domain: 'gone.example' });
    await removeCertificate(org, { id: certificate.id });
    await expect(getCertificate(org, { id: certificate.id })).rejects.toMatchObject({ code: 'certificate_not_found' });
    expect(await test.ctx.db.select().from(checkSchedule).where(eq(checkSchedule.certificateId, certificate.id))).toEqual([]);
    expect(await test.ctx.db.select().from(certificateHistory).where(eq(certificateHistory.certificateId, certificate.id))).toEqual([]);
    expect((await auditOf(org)).at(-1)).toMatchObject({
      action: 'certificates/remove-certificate',
      subjectId: certificate.id,
      detail: { domain: 'gone.example' },
    });
    await expect(removeCertificate(org, { id: certificate.id })).rejects.toMatchObject({ code: 'certificate_not_found', status: 404 });
  });
});

describe('removing many', () => {
  it('by ids: only those of the organization, with one audit row that holds the count', async () => {
    const own = await makeCertificates(test.ctx, org.org.id, [{ host: 'a.example' }, { host: 'b.example' }, { host: 'c.example' }]);
    const foreign = await makeCertificates(test.ctx, stranger.org.id, [{ host: 'x.example' }]);
    expect(await remove({ ids: [...own.slice(0, 2), ...own.slice(0, 1), ...foreign, newId()] })).toEqual({ deleted: 2 });
    expect([await domainsOf(org), await domainsOf(stranger)]).toEqual([['c.example'], ['x.example']]);
    expect(await auditOf(org)).toMatchObject([{ action: 'certificates/remove-certificates', detail: { deleted: 2 } }]);
  });

  it('by search and status, as the list shows them', async () => {
    const now = test.ctx.clock.now();
    await makeCertificates(test.ctx, org.org.id, [
      { host: 'old-1.example', notAfter: addMs(now, -DAY_MS) },
      { host: 'old-2.example', notAfter: addMs(now, DAY_MS) },
      { host: 'new.example', notAfter: addMs(now, -DAY_MS) },
      { host: 'old-never-seen.example' },
    ]);
    await makeCertificates(test.ctx, stranger.org.id, [{ host: 'old-9.example', notAfter: addMs(now, -DAY_MS) }]);
    expect(await remove({ filter: { search: 'OLD-', status: 'expired' } })).toEqual({ deleted: 1 });
    expect(await domainsOf(org)).toEqual(['new.example', 'old-2.example', 'old-never-seen.example']);
    expect(await domainsOf(stranger)).toEqual(['old-9.example']);
  });

  it('everything at once, and the counts follow', async () => {
    await makeCertificates(
      test.ctx,
      org.org.id,
      Array.from({ length: 300 }, () => ({ notAfter: test.ctx.clock.now() })),
    );
    expect(await remove({ filter: {} })).toEqual({ deleted: 300 });
    expect(await test.ctx.db.select().from(certificateCounts).where(eq(certificateCounts.orgId, org.org.id))).toEqual([]);
  });

  it('at the same time over the same rows never deadlocks and counts each row once', async () => {
    await makeCertificates(
      test.ctx,
      org.org.id,
      Array.from({ length: 200 }, () => ({})),
    );
    const ids = (await test.ctx.db.select({ id: certificates.id }).from(certificates).where(eq(certificates.orgId, org.org.id))).map(
      (row) => row.id,
    );
    const outcomes = await Promise.all([remove({ ids }), remove({ ids: ids.toReversed() }), remove({ filter: {} })]);
    expect(outcomes.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(200);
  });
});
