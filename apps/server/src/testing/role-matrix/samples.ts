import { createHash } from 'node:crypto';
import type { ErrorCode } from '@notafter/domain';
import { certificateFacts, type TestUser } from '@notafter/testing';
import type { World } from './world.ts';

/** Parts of a call that declarations, procedures and operations don't contain. Most reads need none. */
export interface Sample {
  /** Input of the procedure. The operation takes the same in snake_case: path parameters by name, the rest in body or query. */
  readonly input?: (world: World, caller: TestUser) => Readonly<Record<string, unknown>>;
  /** Input of the operation if its names differ from those of `input`. A list is the whole body. */
  readonly wire?: (world: World, caller: TestUser) => Readonly<Record<string, unknown>> | readonly unknown[];
  /** An address that answers no JSON. */
  readonly page?: (world: World, caller: TestUser) => string;
  /** It names a row of the organization: what everyone else gets, and everyone for a row that isn't there. */
  readonly missing?: ErrorCode;
  /** A requirement that this table cannot meet: only refusals are tried. */
  readonly needs?: string;
  /** Its audit rows have the name of another use case, which it runs. */
  readonly auditedAs?: string;
}

const certificate: Sample = { missing: 'certificate_not_found', input: ({ certificateId: id }) => ({ id }) };
const endpoint: Sample = { missing: 'webhook_endpoint_not_found', input: ({ endpointId: id }) => ({ id }) };
const channel: Sample = { missing: 'channel_not_found', input: ({ channelId: id }) => ({ id }) };
const anchorSet: Sample = { missing: 'anchor_set_not_found', input: ({ anchorSetId: id }) => ({ id }) };
const environment: Sample = { missing: 'environment_not_found', input: ({ environmentId: id }) => ({ id }) };
const invitation: Sample = { missing: 'invitation_not_open', input: ({ invitationId: id }) => ({ id }) };
const backup: Sample = { missing: 'backup_not_found', input: ({ backupId: id }) => ({ id }) };
const service: Sample = { missing: 'service_not_found', input: ({ resourceId }) => ({ resourceId }) };
const cloudAccount: Sample = { missing: 'cloud_account_not_found', input: ({ cloudAccountId: id }) => ({ id }) };
const collector: Sample = { missing: 'collector_not_found', input: ({ collectorId: id }) => ({ id }) };
const watchedDomain: Sample = { missing: 'watched_domain_not_found', input: ({ watchedDomainId: id }) => ({ id }) };
const issuance: Sample = { missing: 'issuance_not_found', input: ({ issuanceId: id }) => ({ id }) };
const cloudCredentials = { cloud: 'digitalocean', token: 'dop_v1_other' };
const apiKey: Sample = { missing: 'api_key_not_found', input: ({ apiKeyId: id }) => ({ id }) };
const organization: Sample = { missing: 'organization_not_found', input: ({ orgId: id }) => ({ id }) };
const monitored = ({ certificateId }: World) => ({ certificateId });
const byCertificateId = ({ certificateId: id }: World) => ({ id });

const registration = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const settings = {
  escalationEnabled: false,
  escalationDelayHours: 24,
  escalationEmail: '',
  groupingEnabled: true,
  groupingIntervalHours: 12,
  customTemplate: null,
  statusPageEnabled: false,
  statusPageUrl: '',
  statusPageApiKey: '',
  quietHours: null,
};
const newKey = () => ({ name: 'CI', expiresIn: 30, permissions: { read: true, write: false } });
const window = { startsAt: new Date('2026-12-01T00:00:00Z'), endsAt: new Date('2026-12-02T00:00:00Z') };

const samples: Readonly<Record<string, Sample>> = {
  'accounts/add-passkey': {
    needs: 'the answer of an authenticator',
    input: ({ passkeyIds }) => ({ challengeId: passkeyIds.admin, name: 'Phone', answer: registration }),
  },
  'accounts/begin-link': { input: () => ({ provider: 'github' }) },
  'accounts/change-password': { input: () => ({ password: 'slow green lantern' }) },
  'accounts/confirm-totp': { needs: 'a code of an app that is being set up', input: () => ({ code: '123456' }) },
  'accounts/end-session': { missing: 'session_not_found', input: ({ sessionHandles }, { role }) => ({ handle: sessionHandles[role] }) },
  'accounts/get-avatar': {
    needs: 'a picture',
    page: (_world, { email }) => `/avatars/${createHash('sha256').update(email).digest('hex')}`,
  },
  'accounts/prove-mailbox': { needs: 'a mailed link', input: () => ({ token: 'x' }) },
  'accounts/remove-identity': { input: () => ({ provider: 'github' }) },
  'accounts/remove-passkey': { missing: 'passkey_not_found', input: ({ passkeyIds }, { role }) => ({ id: passkeyIds[role] }) },
  'accounts/remove-totp': { needs: 'an app' },
  'accounts/rename-passkey': {
    missing: 'passkey_not_found',
    input: ({ passkeyIds }, { role }) => ({ id: passkeyIds[role], name: 'Phone' }),
  },
  'accounts/renew-recovery-codes': { needs: 'an app' },
  'certificates/add-anchor-set': { input: () => ({ name: 'Lab', pem: certificateFacts('lab root').pem }) },
  'certificates/add-certificate': { input: ({ domain }) => ({ domain: `${domain}:8443` }) },
  'certificates/add-date': { input: ({ domain }) => ({ name: `Token of ${domain}`, expiresAt: window.endsAt }) },
  'certificates/add-upload': { input: ({ domain }) => ({ name: `Upload of ${domain}`, certificate: certificateFacts('leaf').pem }) },
  'certificates/assign-anchors': { input: () => ({ tag: 'env=internal', anchors: 'public' }) },
  'certificates/assign-certificate-anchors': {
    missing: 'certificate_not_found',
    input: ({ certificateId: id }) => ({ id, anchors: 'public' }),
  },
  'certificates/check-certificate': certificate,
  'certificates/compare-history': {
    missing: 'certificate_not_found',
    input: ({ certificateId: id, historyId }) => ({ id, from: historyId, to: historyId }),
  },
  'certificates/get-anchor-set': anchorSet,
  'certificates/get-certificate': certificate,
  'certificates/get-check-run': {
    missing: 'not_found',
    input: ({ checkRunId: id }) => ({ id }),
    wire: ({ checkRunId }) => ({ job_id: checkRunId }),
  },
  'certificates/get-favicon': { needs: 'a picture', page: ({ domain }) => `/favicons/${domain}` },
  'certificates/get-history-entry': {
    missing: 'certificate_not_found',
    input: ({ certificateId: id, historyId: entryId }) => ({ id, entryId }),
  },
  'certificates/get-import': {
    missing: 'not_found',
    input: ({ importId: id }) => ({ id }),
    wire: ({ importId }) => ({ job_id: importId }),
  },
  'certificates/get-deployment': { missing: 'certificate_not_found', input: monitored, wire: byCertificateId },
  'certificates/get-renewal-check': { missing: 'certificate_not_found', input: monitored, wire: byCertificateId },
  'certificates/list-certificate-history': certificate,
  'certificates/list-renewals': certificate,
  'certificates/get-lint-findings': certificate,
  'certificates/remove-anchor-set': anchorSet,
  'certificates/remove-certificate': certificate,
  'certificates/remove-certificates': { input: ({ certificateId }) => ({ ids: [certificateId] }) },
  'certificates/replace-upload': {
    missing: 'certificate_not_found',
    input: ({ uploadId: id }) => ({ id, certificate: certificateFacts('leaf two').pem }),
  },
  'certificates/request-renewal-look': { missing: 'certificate_not_found', input: monitored, wire: byCertificateId },
  'certificates/start-check-run': { input: ({ certificateId }) => ({ ids: [certificateId] }) },
  'certificates/start-import': {
    input: ({ domain }) => ({ text: `a.${domain}` }),
    wire: ({ domain }) => [{ domain: `b.${domain}` }],
  },
  'certificates/update-anchor-set': { missing: 'anchor_set_not_found', input: ({ anchorSetId: id }) => ({ id, name: 'Company PKI' }) },
  'certificates/update-certificate-tags': {
    missing: 'certificate_not_found',
    input: ({ certificateId: id }) => ({ id, tags: { env: 'test' } }),
  },
  'certificates/update-date': { missing: 'certificate_not_found', input: ({ dateId: id }) => ({ id, expiresAt: window.endsAt }) },
  'certificates/upsert-certificate': {
    auditedAs: 'certificates/add-certificate',
    wire: ({ domain }) => ({ domain: `${domain}:8443` }),
  },
  'transparency/acknowledge-issuance': issuance,
  'transparency/get-issuance': issuance,
  'transparency/judge-issuance': { missing: 'issuance_not_found', input: ({ issuanceId: id }) => ({ id, verdict: 'ours' }) },
  'transparency/unwatch-domain': watchedDomain,
  'transparency/update-watched-domain': {
    missing: 'watched_domain_not_found',
    input: ({ watchedDomainId: id }) => ({ id, allowedIssuers: ['Test CA'] }),
  },
  'transparency/verify-domain': watchedDomain,
  'transparency/watch-domain': { input: () => ({ domain: 'another.example' }) },
  'collectors/add-collector': { input: () => ({ name: 'Branch office' }) },
  'collectors/ask-collector': { missing: 'collector_not_found', input: ({ collectorId: id }) => ({ id, domain: 'db.internal' }) },
  'collectors/get-collector': collector,
  'collectors/import-bundles': { input: () => ({ bundles: [{ name: 'a.notafter', content: 'not a bundle' }] }) },
  'collectors/list-collector-files': collector,
  'collectors/remove-collector': collector,
  'collectors/renew-token': collector,
  'collectors/revoke-collector': collector,
  'collectors/update-collector': {
    missing: 'collector_not_found',
    input: ({ collectorId: id }) => ({ id, name: 'Vault', carriedEverySeconds: null }),
  },
  'discovery/cancel-discovery': { missing: 'discovery_not_found', input: ({ discoveryId: id }) => ({ id }) },
  'discovery/get-discovery': { missing: 'discovery_not_found', input: ({ discoveryId: id }) => ({ id }) },
  'discovery/start-discovery': { input: ({ domain }) => ({ domain: `a.${domain}` }) },
  'environments/add-environment': { input: () => ({ name: 'Staging' }) },
  'environments/remove-environment': environment,
  'environments/update-environment': { missing: 'environment_not_found', input: ({ environmentId: id }) => ({ id, name: 'Staging' }) },
  'long-work/cancel-job': {
    missing: 'job_not_found',
    input: ({ checkRunId: id }) => ({ id }),
    wire: ({ discoveryId }) => ({ job_id: discoveryId }),
  },
  'long-work/get-job': {
    missing: 'job_not_found',
    input: ({ importId: id }) => ({ id }),
    wire: ({ checkRunId }) => ({ job_id: checkRunId }),
  },
  'notifications/acknowledge-alert': { missing: 'notification_not_found', input: ({ deliveryId: id }) => ({ id }) },
  'notifications/add-channel': {
    input: () => ({ type: 'email', name: 'Customer B', settings: { email: 'b@example.com' } }),
    wire: () => ({ channel_type: 'email', name: 'Customer B', settings: { email: 'b@example.com' } }),
  },
  'notifications/add-maintenance-window': { input: () => ({ name: 'Patch day', ...window }) },
  'notifications/add-webhook-endpoint': {
    input: () => ({ name: 'Bot', url: 'https://receiver.example/bot', types: ['alert.raised'] }),
  },
  'notifications/get-certificate-alerts': { missing: 'certificate_not_found', input: monitored, wire: byCertificateId },
  'notifications/get-delivery': { missing: 'notification_not_found', input: ({ deliveryId: id }) => ({ id }) },
  'notifications/get-event': { missing: 'event_not_found', input: ({ eventId: id }) => ({ id }) },
  'notifications/list-webhook-deliveries': endpoint,
  'notifications/preview-template': { input: () => ({ template: '{{domain}}' }) },
  'notifications/redeliver-event': { missing: 'webhook_endpoint_not_found', input: ({ endpointId: id, eventId }) => ({ id, eventId }) },
  'notifications/redeliver-failed-events': {
    missing: 'webhook_endpoint_not_found',
    input: ({ endpointId: id }) => ({ id, since: new Date('2020-01-01T00:00:00Z') }),
  },
  'notifications/remove-alert-route': { missing: 'alert_route_not_found', input: ({ routeId: id }) => ({ id }) },
  'notifications/remove-channel': channel,
  'notifications/remove-day-rule': { missing: 'day_rule_not_found', input: ({ dayRuleId: id }) => ({ id }) },
  'notifications/remove-maintenance-window': { missing: 'window_not_found', input: ({ windowId: id }) => ({ id }) },
  'notifications/remove-webhook-endpoint': endpoint,
  'notifications/resend-delivery': { missing: 'notification_not_found', input: ({ deadDeliveryId: id }) => ({ id }) },
  'notifications/rotate-channel-secret': channel,
  'notifications/rotate-endpoint-secret': endpoint,
  'notifications/save-alert-route': {
    input: ({ channelId }) => ({ tag: 'team=web', channelIds: [channelId] }),
  },
  'notifications/save-alert-settings': { input: () => ({ alertDays: [7] }) },
  'notifications/save-channel': {
    input: () => ({ type: 'email', enabled: true, settings: { email: 'a@example.com' } }),
    wire: () => ({ channel_type: 'email', enabled: true, settings: { email: 'a@example.com' } }),
  },
  'notifications/save-day-rule': {
    input: () => ({ tag: 'team=web', days: [7] }),
    wire: () => ({ tag: 'team=web', alert_days: [7] }),
  },
  'notifications/save-notification-settings': {
    input: () => settings,
    wire: () => ({ grouping_enabled: true, grouping_interval: 12 }),
  },
  'notifications/snooze-certificate': {
    missing: 'certificate_not_found',
    input: ({ certificateId }) => ({ certificateId, until: window.endsAt }),
    wire: ({ certificateId: id }) => ({ id, until: window.endsAt }),
  },
  'notifications/test-all-channels': { auditedAs: 'notifications/test-channel' },
  'notifications/test-channel-by-id': {
    missing: 'channel_not_found',
    input: ({ hookId: id }) => ({ id }),
    auditedAs: 'notifications/test-channel',
  },
  'notifications/test-channel': { input: () => ({ type: 'webhook' }) },
  'notifications/test-status-page': {
    input: () => ({ url: 'https://page.statuspage.io', apiKey: 'a key' }),
    wire: () => ({ status_page_url: 'https://page.statuspage.io', status_page_api_key: 'a key' }),
  },
  'notifications/test-webhook-endpoint': endpoint,
  'notifications/unsnooze-certificate': { missing: 'certificate_not_found', input: monitored, wire: byCertificateId },
  'notifications/update-channel': { missing: 'channel_not_found', input: ({ channelId: id }) => ({ id, name: 'Customer C' }) },
  'notifications/update-webhook-endpoint': {
    missing: 'webhook_endpoint_not_found',
    input: ({ endpointId: id }) => ({ id, enabled: false }),
  },
  'admin/delete-organization': { ...organization, needs: 'an organization without data services' },
  'admin/disable-organization': { ...organization, input: ({ orgId: id }) => ({ id, disabled: true }) },
  'admin/reset-organization': organization,
  'notifications/resend-dead-letters': {
    ...organization,
    input: ({ orgId: id, deadChannelId }) => ({ id, queue: `webhook:${deadChannelId}` }),
  },
  'operator/retry-failed-jobs': { needs: 'failed jobs' },
  'admin/update-organization-plan': {
    ...organization,
    input: ({ orgId: id }) => ({ id, plan: 'Business' as const, certificateLimit: 700, userLimit: null }),
  },
  'configuration/apply-configuration': { input: () => ({ configuration: {} }) },
  'configuration/export-configuration': { input: () => ({}) },
  'configuration/plan-configuration': { input: () => ({ configuration: {} }) },
  'certificates/get-metrics': { input: () => ({ tag: 'team=web' }) },
  'certificates/list-scrape-targets': { input: () => ({ tag: 'team=web' }) },
  'analytics/list-trends': { input: () => ({ days: 30 as const }), wire: () => ({ days: '30' }) },
  'analytics/list-readiness': { input: () => ({ limit: 10 }), wire: () => ({ limit: '10' }) },
  'analytics/get-timeline': { input: () => ({ days: 30 as const }), wire: () => ({ days: '30' }) },
  'services/add-cloud-account': { input: () => ({ name: 'Second', credentials: cloudCredentials }) },
  'services/back-up-service': service,
  'services/check-cloud-account': cloudAccount,
  'services/delete-cloud-account': cloudAccount,
  'services/forget-cloud-account': { ...cloudAccount, needs: 'an account that its cloud refuses' },
  'services/set-cloud-credentials': {
    missing: 'cloud_account_not_found',
    input: ({ cloudAccountId: id }) => ({ id, credentials: cloudCredentials }),
  },
  'services/delete-backup': backup,
  'services/delete-service': service,
  'services/deploy-service': { input: () => ({ cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' }) },
  'services/download-backup': backup,
  'services/export-service': service,
  'services/get-service': service,
  'services/list-backups': { input: ({ resourceId }) => ({ resourceId }), wire: ({ resourceId }) => ({ resource_id: resourceId }) },
  'services/list-services': { input: () => ({}) },
  'services/name-service': {
    missing: 'service_not_found',
    input: ({ resourceId }) => ({ resourceId, names: [] }),
    wire: ({ resourceId }) => ({ resource_id: resourceId, names: [] }),
  },
  'services/protect-service': {
    missing: 'service_not_found',
    input: ({ resourceId }) => ({ resourceId, isProtected: true }),
    wire: ({ resourceId }) => ({ resource_id: resourceId, enabled: true }),
  },
  'services/resize-service': { missing: 'service_not_found', input: ({ resourceId }) => ({ resourceId, plan: 'professional' }) },
  'public-status/save-status-page': { input: () => ({ enabled: false, title: 'Status', address: null, tag: 'public=yes' }) },
  'reports/save-report-settings': {
    input: () => ({ enabled: true, frequency: 'weekly', hour: 8, timeZone: 'Europe/Berlin', recipients: [] }),
  },
  'services/restore-backup': { missing: 'backup_not_found', input: ({ backupId: id }) => ({ id, into: 'new' }) },
  'services/reveal-service-password': service,
  'services/rotate-service-password': service,
  'services/list-old-connections': service,
  'services/close-old-connections': service,
  'services/set-allowlist': {
    missing: 'service_not_found',
    input: ({ resourceId }) => ({ resourceId, ranges: [] }),
    wire: ({ resourceId }) => ({ resource_id: resourceId, ranges: [] }),
  },
  'services/set-backup-schedule': {
    missing: 'service_not_found',
    input: ({ resourceId }) => ({ resourceId, schedule: 'weekly' }),
    wire: ({ resourceId }) => ({ resource_id: resourceId, schedule: 'weekly' }),
  },
  'services/start-drill': backup,
  'settings/add-api-key': { input: newKey, wire: newKey },
  'settings/add-token': { input: () => ({ name: 'Laptop' }) },
  'settings/cancel-email-change': { needs: 'a pending change' },
  'settings/leave-organization': { input: (_world, { email }) => ({ email }) },
  'settings/revoke-api-key': apiKey,
  'settings/revoke-token': { missing: 'token_not_found', input: ({ tokenIds }, { role }) => ({ id: tokenIds[role] }) },
  'settings/rotate-api-key': apiKey,
  'settings/update-organization': { input: () => ({ name: 'Renamed' }) },
  'settings/update-profile': {
    input: (_world, { email }) => ({ firstName: 'Ada', lastName: 'King', email, company: '', position: '' }),
  },
  'team/change-role': { missing: 'user_not_found', input: ({ member: { id } }) => ({ id, role: 'admin' }) },
  'team/invite-user': { input: ({ domain }) => ({ email: `one@${domain}`, firstName: 'A', lastName: 'B', role: 'viewer' }) },
  'team/remove-user': { missing: 'user_not_found', input: ({ member: { id } }) => ({ id }) },
  'team/resend-invitation': invitation,
  'team/revoke-invitation': invitation,
};

/** The names that a sample is given for. */
export const sampledUseCases: readonly string[] = Object.keys(samples);

export const sampleOf = (useCase: string): Sample => samples[useCase] ?? {};
