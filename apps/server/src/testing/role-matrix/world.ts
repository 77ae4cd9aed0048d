import { alerts, deliveries, newId } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId, type Role } from '@notafter/domain';
import {
  addApiKey,
  addCertificate,
  addEnvironment,
  addMaintenanceWindow,
  addToken,
  listCertificateHistory,
  rotateCalendarLink,
  saveChannel,
  saveDayRule,
  startCheckRun,
  startImport,
} from '@notafter/features';
import { makeOrganization, makeUser, openAs, servedObservation, type TestSystemContext, type TestUser } from '@notafter/testing';

/** An organisation with a row of everything that a caller can name, made by the product where that is possible. */
export interface World {
  readonly orgId: OrganizationId;
  readonly admin: TestUser;
  readonly viewer: TestUser;
  readonly certificateId: string;
  readonly domain: string;
  readonly historyId: string;
  readonly environmentId: string;
  readonly checkRunId: string;
  readonly importId: string;
  readonly windowId: string;
  readonly dayRuleId: string;
  readonly alertToken: string;
  readonly deliveryId: string;
  readonly deadDeliveryId: string;
  /** Each person's own. */
  readonly tokenIds: Readonly<Record<Role, string>>;
  readonly apiKeyId: string;
  readonly calendarSecret: string;
  /** What a script sends, by who it is of. */
  readonly secrets: Readonly<Record<'admin' | 'viewer' | 'reader' | 'writer', string>>;
}

let worlds = 0;

const makeAlertWithDeliveries = async (ctx: TestSystemContext, orgId: OrganizationId) => {
  const now = ctx.clock.now();
  const alertId = newId<'alert'>();
  await ctx.db.insert(alerts).values({
    id: alertId,
    orgId,
    certificateId: newId<'certificate'>(),
    domain: 'shop.example.com',
    rule: 'expiry',
    threshold: 7,
    occasion: alertId,
    summary: 'Expires soon.',
    notAfter: addMs(now, 7 * DAY_MS),
    raisedAt: now,
  });
  const common = { orgId, alertId, kind: 'alert', dueAt: now, createdAt: now } as const;
  const [deliveryId, deadDeliveryId] = [newId<'delivery'>(), newId<'delivery'>()];
  await ctx.db.insert(deliveries).values([
    { ...common, id: deliveryId, channel: 'email', state: 'sent', sentAt: now },
    { ...common, id: deadDeliveryId, channel: 'webhook', state: 'dead', problem: 'No answer.' },
  ]);
  return { alertToken: ctx.auth.signAlertLink(alertId), deliveryId, deadDeliveryId };
};

export const makeWorld = async (ctx: TestSystemContext): Promise<World> => {
  worlds += 1;
  const domain = `host-${worlds}.example.com`;
  for (const port of [443, 8443])
    ctx.gateways.prober.answer(`${domain}:${port}`, { ...servedObservation(domain), target: { host: domain, port } });
  const orgId = await makeOrganization(ctx, { plan: 'Self-hosted', name: `World ${worlds}` });
  const admin = await makeUser(ctx, orgId, { role: 'admin' });
  const viewer = await makeUser(ctx, orgId, { role: 'viewer' });
  const asAdmin = await openAs(ctx, admin);
  const asViewer = await openAs(ctx, viewer);

  const { certificate } = await addCertificate(asAdmin, { domain });
  const { history } = await listCertificateHistory(asAdmin, { id: certificate.id, limit: 1 });
  const { environment } = await addEnvironment(asAdmin, { name: 'Production', description: '' });
  const { jobId } = await startCheckRun(asAdmin, { all: true });
  const { id: importId } = await startImport(asAdmin, { text: `new-${domain}`, format: 'lines' });
  await saveChannel(asAdmin, { type: 'webhook', enabled: true, settings: { url: 'https://receiver.example/hook' } });
  const startsAt = addMs(ctx.clock.now(), DAY_MS);
  const { id: windowId } = await addMaintenanceWindow(asAdmin, { name: 'Move', startsAt, endsAt: addMs(startsAt, DAY_MS) });
  const { id: dayRuleId } = await saveDayRule(asAdmin, { certificateId: certificate.id, days: [7] });
  const { url } = await rotateCalendarLink(asAdmin);
  const adminToken = await addToken(asAdmin, { name: 'Script' });
  const viewerToken = await addToken(asViewer, { name: 'Script' });
  const key = (read: boolean, write: boolean) => addApiKey(asAdmin, { name: 'Key', expiresIn: null, permissions: { read, write } });
  const [reader, writer] = [await key(true, false), await key(false, true)];
  return {
    orgId,
    admin,
    viewer,
    certificateId: certificate.id,
    domain,
    historyId: history[0]?.id ?? '',
    environmentId: environment.id,
    checkRunId: jobId,
    importId,
    windowId,
    dayRuleId,
    ...(await makeAlertWithDeliveries(ctx, orgId)),
    tokenIds: { admin: adminToken.token.id, viewer: viewerToken.token.id },
    apiKeyId: reader.apiKey.id,
    calendarSecret: url.slice(url.lastIndexOf('/') + 1).replace('.ics', ''),
    secrets: { admin: adminToken.secret, viewer: viewerToken.secret, reader: reader.secret, writer: writer.secret },
  };
};
