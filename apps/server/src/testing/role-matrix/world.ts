import { alerts, deliveries, events, identities, issuances, newId, passkeys, webhookDeliveries } from '@notafter/db';
import {
  addMs,
  type ChannelQueue,
  channelQueue,
  DAY_MS,
  MINUTE_MS,
  type OrganizationId,
  type Role,
  type ServiceBackupId,
  type ServiceOperationId,
} from '@notafter/domain';
import {
  addAnchorSet,
  addApiKey,
  addCertificate,
  addChannel,
  addCloudAccount,
  addCollector,
  addDate,
  addEnvironment,
  addMaintenanceWindow,
  addToken,
  addUpload,
  addWebhookEndpoint,
  backUpService,
  deployService,
  getService,
  inviteUser,
  listBackups,
  listCertificateHistory,
  listSessions,
  rotateCalendarLink,
  runServiceOperation,
  runServiceOperationJob,
  saveAlertRoute,
  saveChannel,
  saveDayRule,
  startCheckRun,
  startDiscovery,
  startImport,
  watchDomain,
} from '@notafter/features';
import {
  certificateFacts,
  makeOrganization,
  makeUser,
  openAs,
  passTime,
  servedObservation,
  type TestSystemContext,
  type TestUser,
} from '@notafter/testing';

/** An organization with a row of everything that a caller can name, made by the product where that is possible. */
export interface World {
  readonly orgId: OrganizationId;
  readonly admin: TestUser;
  readonly viewer: TestUser;
  readonly certificateId: string;
  readonly uploadId: string;
  readonly dateId: string;
  readonly domain: string;
  readonly historyId: string;
  readonly environmentId: string;
  /** Nothing trusts it. */
  readonly anchorSetId: string;
  readonly checkRunId: string;
  readonly importId: string;
  /** In the route. */
  readonly hookId: string;
  /** Disabled, and in no route. */
  readonly channelId: string;
  readonly routeId: string;
  readonly windowId: string;
  readonly endpointId: string;
  /** Goes to that endpoint and did not arrive. */
  readonly eventId: string;
  readonly dayRuleId: string;
  readonly alertToken: string;
  readonly deliveryId: string;
  readonly deadDeliveryId: string;
  /** A webhook that gave it up. */
  readonly deadChannelId: string;
  /** Each person's own. */
  readonly tokenIds: Readonly<Record<Role, string>>;
  readonly apiKeyId: string;
  readonly member: TestUser;
  readonly invitationId: string;
  readonly discoveryId: string;
  /** Runs. */
  readonly resourceId: string;
  readonly backupId: ServiceBackupId;
  /** Without a service. */
  readonly cloudAccountId: string;
  /** Waits for its program. */
  readonly collectorId: string;
  /** Its TXT record is published. */
  readonly watchedDomainId: string;
  /** Below it. */
  readonly issuanceId: string;
  readonly passkeyIds: Readonly<Record<Role, string>>;
  /** As lists of sessions name the one that the person has elsewhere. */
  readonly sessionHandles: Readonly<Record<Role, string>>;
  /** Credentials of a script, by owner. */
  readonly secrets: Readonly<Record<'admin' | 'viewer' | 'reader' | 'writer' | 'deleter', string>>;
}

let worlds = 0;

const makeAlertWithDeliveries = async (ctx: TestSystemContext, orgId: OrganizationId, queue: ChannelQueue) => {
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
    { ...common, id: deadDeliveryId, channel: queue, state: 'dead', problem: 'No answer.' },
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

/** Works on the newest job of a service until it has none. */
const operate = async (
  ctx: TestSystemContext,
  asAdmin: Parameters<typeof deployService>[0],
  job: ServiceOperationId,
  resourceId: string,
) => {
  for (;;) {
    await runServiceOperation(ctx, { id: job });
    if ((await getService(asAdmin, { resourceId })).operation === null) return;
    await passTime(ctx.db, MINUTE_MS, asAdmin.org.id);
  }
};

/** Brings a data service to where it runs, and backs it up. */
const deployBackedUp = async (ctx: TestSystemContext, asAdmin: Parameters<typeof deployService>[0]) => {
  const { resourceId } = await deployService(asAdmin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  const [deployment] = ctx.jobs.payloadsOf(runServiceOperationJob).slice(-1);
  if (deployment !== undefined) await operate(ctx, asAdmin, deployment.id, resourceId);
  await operate(ctx, asAdmin, (await backUpService(asAdmin, { resourceId })).operationId, resourceId);
  const [backup] = (await listBackups(asAdmin, { resourceId })).backups;
  if (backup === undefined) throw new Error('Nothing was backed up.');
  return { resourceId, backupId: backup.id };
};

const addDigitalOcean = async (ctx: TestSystemContext, asAdmin: Parameters<typeof deployService>[0]): Promise<string> => {
  const { clouds } = ctx.gateways.services;
  if (!clouds.includes('digitalocean')) clouds.push('digitalocean');
  return (await addCloudAccount(asAdmin, { name: 'Production', credentials: { cloud: 'digitalocean', token: 'dop_v1_first' } })).id;
};

/** Watches a domain whose TXT record is published and not looked up yet, with an issued certificate below it. */
const watchWithIssuance = async (ctx: TestSystemContext, asAdmin: Parameters<typeof watchDomain>[0], name: string) => {
  const { domain } = await watchDomain(asAdmin, { domain: name });
  ctx.gateways.transparency.txt.set(domain.record?.name ?? '', [domain.record?.value ?? '']);
  const issuanceId = newId<'issuance'>();
  const now = ctx.clock.now();
  await ctx.db.insert(issuances).values({
    id: issuanceId,
    orgId: asAdmin.org.id,
    domainId: domain.id,
    tbsSha256: issuanceId,
    spkiSha256: '00',
    serialNumber: '01',
    issuer: 'CN=Test CA',
    names: [name],
    notBefore: now,
    notAfter: addMs(now, 90 * DAY_MS),
    isPrecertificate: true,
    found: [],
    foundAt: now,
    state: 'unknown',
    unknownReason: 'names',
    learned: false,
  });
  return { watchedDomainId: domain.id, issuanceId };
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
  ctx.gateways.prober.answer('upload.invalid:443', servedObservation('upload'));
  const unplaced = { tags: {}, environmentId: null };
  const upload = await addUpload(asAdmin, { certificate: certificateFacts('leaf').pem, name: `upload-${domain}`, ...unplaced });
  const expiresAt = addMs(ctx.clock.now(), DAY_MS);
  const date = await addDate(asAdmin, { name: `date-${domain}`, expiresAt, issuer: null, ...unplaced });
  const { history } = await listCertificateHistory(asAdmin, { id: certificate.id, limit: 1 });
  const { environment } = await addEnvironment(asAdmin, { name: 'Production', description: '' });
  const { set } = await addAnchorSet(asAdmin, { name: 'Corp PKI', pem: certificateFacts('root').pem });
  const { jobId } = await startCheckRun(asAdmin, { all: true });
  const { id: importId } = await startImport(asAdmin, { text: `new-${domain}`, format: 'lines', missingEnvironments: 'create' });
  const hook = { type: 'webhook', settings: { url: 'https://receiver.example/hook' } } as const;
  const { channel: first } = await saveChannel(asAdmin, { ...hook, enabled: true });
  const { channel: second } = await addChannel(asAdmin, { ...hook, name: 'Customer A', enabled: false, inDefaultRoute: true });
  if (first.id === null || second.id === null) throw new Error('The channels were not stored.');
  const { route } = await saveAlertRoute(asAdmin, { tag: 'customer=b', channelIds: [first.id] });
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
    uploadId: upload.certificate.id,
    dateId: date.certificate.id,
    domain,
    historyId: history[0]?.id ?? '',
    environmentId: environment.id,
    anchorSetId: set.id,
    checkRunId: jobId,
    importId,
    hookId: first.id,
    channelId: second.id,
    deadChannelId: first.id,
    routeId: route.id,
    windowId,
    endpointId: endpoint.id,
    eventId,
    dayRuleId,
    ...(await makeAlertWithDeliveries(ctx, orgId, channelQueue('webhook', first.id))),
    tokenIds: { admin: adminToken.token.id, viewer: viewerToken.token.id },
    apiKeyId: reader.apiKey.id,
    member,
    invitationId: invitation.id,
    discoveryId: discovery.jobId,
    ...(await deployBackedUp(ctx, asAdmin)),
    cloudAccountId: await addDigitalOcean(ctx, asAdmin),
    collectorId: (await addCollector(asAdmin, { name: 'Vault network', carriedEverySeconds: null })).collector.id,
    ...(await watchWithIssuance(ctx, asAdmin, `watched-${domain}`)),
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
