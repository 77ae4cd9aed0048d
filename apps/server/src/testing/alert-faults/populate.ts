import { certificates, newId } from '@notafter/db';
import { type ChannelType, channelTypes } from '@notafter/domain';
import { type OrgContext, type SystemContext, saveAlertSettings, saveChannel, saveNotificationSettings } from '@notafter/features';
import { makeOrgContext } from '@notafter/testing';
import { endOf, type PlannedOrganization } from './plan.ts';
import type { Receivers } from './receivers.ts';

const BATCH = 1000;

const digests = {
  escalationEnabled: false,
  escalationDelayHours: 24,
  escalationEmail: '',
  groupingEnabled: true,
  groupingIntervalHours: 1,
  customTemplate: null,
  statusPageEnabled: false,
  statusPageUrl: '',
  statusPageApiKey: '',
  quietHours: null,
} as const;

const insertCertificates = async (ctx: OrgContext, { certificates: planned }: PlannedOrganization, from: Date): Promise<void> => {
  for (let start = 0; start < planned.length; start += BATCH) {
    await ctx.db.insert(certificates).values(
      planned.slice(start, start + BATCH).map((certificate) => ({
        id: newId<'certificate'>(),
        orgId: ctx.org.id,
        host: certificate.domain,
        port: 443,
        domain: certificate.domain,
        createdAt: from,
        issuer: 'Example CA',
        notAfter: endOf(certificate, from),
        fingerprint256: `of ${certificate.domain}`,
      })),
    );
  }
};

/** An organization as users configure it: all channels on, saved by use cases; its certificates as checks store them. */
export const populateOrganization = async (
  system: SystemContext,
  planned: PlannedOrganization,
  receivers: Pick<Receivers, 'settingsOf'>,
  { from, channels = channelTypes }: { readonly from: Date; readonly channels?: readonly ChannelType[] },
): Promise<void> => {
  const ctx = await makeOrgContext(system, { name: planned.name, plan: 'Self-hosted' });
  for (const type of channels) await saveChannel(ctx, { type, enabled: true, settings: { ...receivers.settingsOf(type) } });
  await saveAlertSettings(ctx, { alertDays: [...planned.alertDays] });
  if (planned.grouped) await saveNotificationSettings(ctx, digests);
  await insertCertificates(ctx, planned, from);
};
