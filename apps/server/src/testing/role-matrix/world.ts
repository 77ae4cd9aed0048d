import { alerts, deliveries, events, identities, newId, passkeys, webhookDeliveries } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId, type Role } from '@notafter/domain';
import {
  addApiKey,
  addCertificate,
  addEnvironment,
  addMaintenanceWindow,
  addToken,
  addWebhookEndpoint,
  inviteUser,
  listCertificateHistory,
  listSessions,
  rotateCalendarLink,
  saveChannel,
  saveDayRule,
  startCheckRun,
  startDiscovery,
  startImport,
} from '@notafter/features';
import { makeOrganization, makeUser, openAs, servedObservation, type TestSystemContext, type TestUser } from '@notafter/testing';

/** An organization with a row of everything that a caller can name, made by the product where that is possible. */
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
  readonly endpointId: string;
  /** Goes to that endpoint and did not arrive. */
  readonly eventId: string;
  readonly dayRuleId: string;
  readonly alertToken: string;
  readonly deliveryId: string;
  readonly deadDeliveryId: string;
  /** Each person's own. */
  readonly tokenIds: Readonly<Record<Role, string>>;
  readonly apiKeyId: string;
  readonly member: TestUser;
  readonly invitationId: string;
  readonly discoveryId: string;
  readonly passkeyIds: Readonly<Record<Role, string>>;
  /** As lists of sessions name the one that the person has elsewhere. */
  readonly sessionHandles: Readonly<Record<Role, string>>;
  /** Credentials of a script, by owner. */
  readonly secrets: Readonly<Record<'admin' | 'viewer' | 'reader' | 'writer' | 'deleter', string>>;
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

/** A passkey and an account elsewhere. Answers the passkey's id. */
const addWaysIn = async (ctx: TestSystemContext, { id: userId, email }: TestUser): Promise<string> => {
  const now = ctx.clock.now();
  const id = newId<'passkey'>();
  const publicKey = Buffer.from('a key');
  await ctx.db
    .insert(passkeys)
    .values({ id, userId, credentialId: id, publicKey, counter: 0, transports: [], name: 'Laptop', createdAt: now });
  await ctx.db.insert(identities).values({ provider: 'github', subject: id, userId, email, linkedAt: now });
  return id;
};

const sessionElsewhere = async (ctx: TestSystemContext, person: TestUser): Promise<string> => {
  await ctx.auth.createSession(ctx.db, person.id, { ip: null, userAgent: 'elsewhere' });
  const { sessions } = await listSessions(await openAs(ctx, person));
  return sessions[0]?.handle ?? '';
};

export const makeWorld = async (ctx: TestSystemContext): Promise<World> => {
  worlds += 1;
  const domain = `host-${worlds}.example.com`;
  for (const port of [443, 8443])
    ctx.gateways.prober.answer(`${domain}:${port}`, { ...servedObservation(domain), target: { host: domain, port } });
  const orgId = await makeOrganization(ctx, { plan: 'Self-hosted', name: `World ${worlds}` });
  const admin = await makeUser(ctx, orgId, { role: 'admin' });
  const viewer = await makeUser(ctx, orgId, { role: 'viewer' });
  const member = await makeUser(ctx, orgId, { role: 'viewer' });
  // So that the first may step down or leave.
  await makeUser(ctx, orgId, { role: 'admin' });
  const asAdmin = await openAs(ctx, admin);
  const asViewer = await openAs(ctx, viewer);

  const { certificate } = await addCertificate(asAdmin, { domain });
  const { history } = await listCertificateHistory(asAdmin, { id: certificate.id, limit: 1 });
  const { environment } = await addEnvironment(asAdmin, { name: 'Production', description: '' });
  const { jobId } = await startCheckRun(asAdmin, { all: true });
  const { id: importId } = await startImport(asAdmin, { text: `new-${domain}`, format: 'lines', missingEnvironments: 'create' });
  await saveChannel(asAdmin, { type: 'webhook', enabled: true, settings: { url: 'https://receiver.example/hook' } });
  const startsAt = addMs(ctx.clock.now(), DAY_MS);
  const { id: windowId } = await addMaintenanceWindow(asAdmin, { name: 'Move', startsAt, endsAt: addMs(startsAt, DAY_MS) });
  const { endpoint } = await addWebhookEndpoint(asAdmin, {
    name: 'Deploy bot',
    url: 'https://receiver.example/events',
    types: ['discovery.completed'],
    enabled: true,
  });
  const eventId = newId<'event'>();
  await ctx.db.insert(events).values({
    id: eventId,
    orgId,
    type: 'discovery.completed',
    occurredAt: ctx.clock.now(),
    subjectId: newId<'discovery-job'>(),
    data: {},
  });
  await ctx.db.insert(webhookDeliveries).values({ endpointId: endpoint.id, eventId, state: 'dead', dueAt: ctx.clock.now() });
  const { id: dayRuleId } = await saveDayRule(asAdmin, { certificateId: certificate.id, days: [7] });
  await rotateCalendarLink(asAdmin);
  const adminToken = await addToken(asAdmin, { name: 'Script' });
  const viewerToken = await addToken(asViewer, { name: 'Script' });
  const none = { read: false, write: false, delete: false };
  const key = (allowed: keyof typeof none) =>
    addApiKey(asAdmin, { name: 'Key', expiresIn: null, permissions: { ...none, [allowed]: true } });
  const { invitation } = await inviteUser(asAdmin, { email: `new@${domain}`, firstName: 'New', lastName: 'Member', role: 'viewer' });
  const discovery = await startDiscovery(asAdmin, { domain });
  const [reader, writer, deleter] = [await key('read'), await key('write'), await key('delete')];
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
    endpointId: endpoint.id,
    eventId,
    dayRuleId,
    ...(await makeAlertWithDeliveries(ctx, orgId)),
    tokenIds: { admin: adminToken.token.id, viewer: viewerToken.token.id },
    apiKeyId: reader.apiKey.id,
    member,
    invitationId: invitation.id,
    discoveryId: discovery.jobId,
    passkeyIds: { admin: await addWaysIn(ctx, admin), viewer: await addWaysIn(ctx, viewer) },
    sessionHandles: { admin: await sessionElsewhere(ctx, admin), viewer: await sessionElsewhere(ctx, viewer) },
    secrets: {
      admin: adminToken.secret,
      viewer: viewerToken.secret,
      reader: reader.secret,
      writer: writer.secret,
      deleter: deleter.secret,
    },
  };
};
