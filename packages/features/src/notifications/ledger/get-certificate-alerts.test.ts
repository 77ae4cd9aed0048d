import { certificates, organizations } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { openOrganization } from '../../open-organization.ts';
import { saveDayRule } from '../routing/save-day-rule.ts';
import { snoozeCertificate } from '../routing/snooze-certificate.ts';
import { saveAlertSettings } from '../settings/save-alert-settings.ts';
import { getCertificateAlerts } from './get-certificate-alerts.ts';
import { reviewExpiry } from './review-expiry.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
  org = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

const certificateOf = async (owner: OrgContext, tags = {}) => {
  const [id] = await makeCertificates(test.ctx, owner.org.id, [{ tags }]);
  if (id === undefined) throw new Error('The certificate was not found.');
  return id;
};

describe('alerts of a certificate', () => {
  it('is the organization’s choice, then its tags’, then its own', async () => {
    const certificateId = await certificateOf(org, { Team: 'Payments' });
    expect(await getCertificateAlerts(org, { certificateId })).toEqual({
      days: [1],
      chosenBy: 'organization',
      ruleId: null,
      snoozedUntil: null,
      channels: [],
      routes: [],
      open: [],
    });
    await saveAlertSettings(org, { alertDays: [7] });
    expect(await getCertificateAlerts(org, { certificateId })).toMatchObject({ days: [7], chosenBy: 'organization' });
    await saveDayRule(org, { tag: 'team=payments', days: [30, 14] });
    expect(await getCertificateAlerts(org, { certificateId })).toMatchObject({ days: [30, 14], chosenBy: 'tags', ruleId: null });
    const { id: ruleId } = await saveDayRule(org, { certificateId, days: [14] });
    expect(await getCertificateAlerts(org, { certificateId })).toMatchObject({ days: [14], chosenBy: 'certificate', ruleId });
  });

  it('is clipped to the plan in force', async () => {
    const other = await makeOrgContext(test.ctx);
    const certificateId = await certificateOf(other);
    await saveAlertSettings(other, { alertDays: [30, 7] });
    await test.ctx.db.update(organizations).set({ plan: 'Forever Free' }).where(eq(organizations.id, other.org.id));
    expect(await getCertificateAlerts(await openOrganization(other), { certificateId })).toMatchObject({ days: [1] });
  });

  it('names a snooze while it goes on', async () => {
    const certificateId = await certificateOf(org);
    const until = addMs(test.ctx.clock.now(), DAY_MS);
    await snoozeCertificate(org, { certificateId, until });
    expect(await getCertificateAlerts(org, { certificateId })).toMatchObject({ snoozedUntil: until });
    test.ctx.clock.advance(DAY_MS);
    expect(await getCertificateAlerts(org, { certificateId })).toMatchObject({ snoozedUntil: null });
  });

  it('lists what is not over', async () => {
    const certificateId = await certificateOf(org);
    const notAfter = addMs(test.ctx.clock.now(), -DAY_MS);
    await test.ctx.db.update(certificates).set({ notAfter }).where(eq(certificates.id, certificateId));
    await test.ctx.db.transaction((db) => reviewExpiry({ ...test.ctx, db }, [certificateId]));
    expect((await getCertificateAlerts(org, { certificateId })).open).toMatchObject([{ severity: 'critical', acknowledgedAt: null }]);
  });
});
