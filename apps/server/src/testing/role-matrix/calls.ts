import type { UseCaseName } from '@notafter/domain';
import type { TestUser } from '@notafter/testing';
import type { World } from './world.ts';

interface TrpcCall {
  readonly procedure: string;
  readonly type: 'query' | 'mutation';
  /** `caller` is the person behind the request; the admin where there is none. */
  readonly input?: (world: World, caller: TestUser) => unknown;
}

interface RestCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the OpenAPI document writes it. */
  readonly route: string;
  /** What stands for the route's parameters, in their order. */
  readonly parameters?: (world: World, caller: TestUser) => readonly string[];
  readonly query?: string;
  readonly body?: (world: World) => unknown;
}

/** How a use case is reached from outside. */
export interface Call {
  readonly trpc?: TrpcCall;
  readonly rest?: RestCall;
  /** It names a row of the organisation: anybody else's answer is 404. */
  readonly namesRow?: true;
  /** It tells a secret: that leaves an audit row though nothing changes. */
  readonly reveals?: true;
  /** Its audit rows bear another name where it is that one done several times. */
  readonly auditedAs?: UseCaseName;
  /** Proven by what the caller knows (a link, a password, a signature), which tests of its own try out. */
  readonly proof?: string;
}

const query = (procedure: string, input?: TrpcCall['input']): TrpcCall => ({ procedure, type: 'query', ...(input && { input }) });
const mutation = (procedure: string, input?: TrpcCall['input']): TrpcCall => ({ procedure, type: 'mutation', ...(input && { input }) });
const get = (route: string, parameters?: RestCall['parameters'], search?: string): RestCall => ({
  method: 'GET',
  route,
  ...(parameters && { parameters }),
  ...(search !== undefined && { query: search }),
});
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  route: string,
  body?: RestCall['body'],
  parameters?: RestCall['parameters'],
): RestCall => ({ method, route, ...(body && { body }), ...(parameters && { parameters }) });

const certificate = ({ certificateId }: World) => [certificateId];
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
const tomorrow = { startsAt: '~2026-12-01T00:00:00.000Z', endsAt: '~2026-12-02T00:00:00.000Z' };

/** Every use case that is not the system's own, once; the type makes a new one impossible to forget. */
export const calls = {
  'accounts/activate-account': { proof: 'a mailed link' },
  'accounts/login': { proof: 'a password' },
  'accounts/logout': { proof: 'none needed: it ends the session that asks, and does nothing for whoever has none' },
  'accounts/register': { proof: 'none needed: it makes an organisation of its own' },
  'accounts/request-password-reset': { proof: 'none needed: the answer tells nothing' },
  'accounts/reset-password': { proof: 'a mailed link' },
  'accounts/get-session': { trpc: query('accounts.session'), rest: get('/v1/accounts/session') },
  'certificates/add-certificate': {
    trpc: mutation('certificates.add', ({ domain }) => ({ domain: `${domain}:8443` })),
    rest: send('POST', '/v1/certificates/add', ({ domain }) => ({ domain: `${domain}:8443` })),
  },
  'certificates/check-certificate': {
    namesRow: true,
    trpc: mutation('certificates.check', ({ certificateId: id }) => ({ id })),
    rest: send('POST', '/v1/certificates/{id}/check', undefined, certificate),
  },
  'certificates/compare-history': {
    namesRow: true,
    trpc: query('certificates.compareHistory', ({ certificateId: id, historyId }) => ({ id, from: historyId, to: historyId })),
  },
  'certificates/export-certificates': { trpc: query('certificates.export', () => ({})), rest: get('/v1/certificates/export') },
  'certificates/get-calendar-feed': { proof: 'the secret in its address' },
  'certificates/get-calendar-link': { reveals: true, trpc: query('certificates.calendarLink'), rest: get('/v1/calendar') },
  'certificates/get-certificate': {
    namesRow: true,
    trpc: query('certificates.get', ({ certificateId: id }) => ({ id })),
    rest: get('/v1/certificates/{id}', certificate),
  },
  'certificates/get-check-run': {
    namesRow: true,
    trpc: query('certificates.checkRun', ({ checkRunId: id }) => ({ id })),
    rest: get('/v1/certificates/check-all/{job_id}', ({ checkRunId }) => [checkRunId]),
  },
  'certificates/get-dashboard-stats': { trpc: query('certificates.stats'), rest: get('/v1/dashboard/stats') },
  'certificates/get-facets': { trpc: query('certificates.facets') },
  'certificates/get-history-entry': {
    namesRow: true,
    trpc: query('certificates.historyEntry', ({ certificateId: id, historyId: entryId }) => ({ id, entryId })),
    rest: get('/v1/certificates/{id}/history/{entry_id}', ({ certificateId, historyId }) => [certificateId, historyId]),
  },
  'certificates/get-import': {
    namesRow: true,
    trpc: query('certificates.importRun', ({ importId: id }) => ({ id })),
    rest: get('/v1/certificates/import/{job_id}', ({ importId }) => [importId]),
  },
  'certificates/get-widgets': { trpc: query('certificates.widgets'), rest: get('/v1/certificates/widgets') },
  'certificates/list-certificate-history': {
    namesRow: true,
    trpc: query('certificates.history', ({ certificateId: id }) => ({ id })),
    rest: get('/v1/certificates/{id}/history', certificate),
  },
  'certificates/list-certificates': { trpc: query('certificates.list', () => ({})), rest: get('/v1/certificates/list') },
  'certificates/list-renewals': {
    namesRow: true,
    trpc: query('certificates.renewals', ({ certificateId: id }) => ({ id })),
    rest: get('/v1/certificates/{id}/renewals', certificate),
  },
  'certificates/list-ssl-scores': { trpc: query('certificates.sslScores', () => ({})), rest: get('/v1/certificates/ssl-scores') },
  'certificates/remove-certificate': {
    namesRow: true,
    trpc: mutation('certificates.remove', ({ certificateId: id }) => ({ id })),
    rest: send('DELETE', '/v1/certificates/{id}', undefined, certificate),
  },
  'certificates/remove-certificates': { trpc: mutation('certificates.removeMany', ({ certificateId }) => ({ ids: [certificateId] })) },
  'certificates/rotate-calendar-link': { trpc: mutation('certificates.rotateCalendarLink'), rest: send('POST', '/v1/calendar/rotate') },
  'certificates/start-check-run': {
    trpc: mutation('certificates.startCheckRun', ({ certificateId }) => ({ ids: [certificateId] })),
    rest: send('POST', '/v1/certificates/check-all'),
  },
  'certificates/start-import': {
    trpc: mutation('certificates.import', ({ domain }) => ({ text: `a.${domain}` })),
    rest: send('POST', '/v1/certificates/import', ({ domain }) => [{ domain: `b.${domain}` }]),
  },
  'certificates/update-certificate-tags': {
    namesRow: true,
    trpc: mutation('certificates.updateTags', ({ certificateId: id }) => ({ id, tags: { env: 'test' } })),
    rest: send('PUT', '/v1/certificates/{id}/tags', () => ({ tags: { env: 'test' } }), certificate),
  },
  'environments/add-environment': {
    trpc: mutation('environments.add', () => ({ name: 'Staging' })),
    rest: send('POST', '/v1/environments', () => ({ name: 'Staging' })),
  },
  'environments/list-environments': { trpc: query('environments.list'), rest: get('/v1/environments') },
  'environments/remove-environment': {
    namesRow: true,
    trpc: mutation('environments.remove', ({ environmentId: id }) => ({ id })),
    rest: send('DELETE', '/v1/environments/{id}', undefined, ({ environmentId }) => [environmentId]),
  },
  'environments/update-environment': {
    namesRow: true,
    trpc: mutation('environments.update', ({ environmentId: id }) => ({ id, name: 'Staging' })),
    rest: send(
      'PUT',
      '/v1/environments/{id}',
      () => ({ name: 'Staging' }),
      ({ environmentId }) => [environmentId],
    ),
  },
  'notifications/acknowledge-alert': {
    namesRow: true,
    trpc: mutation('notifications.acknowledge', ({ deliveryId: id }) => ({ id })),
    rest: send('POST', '/v1/notifications/{id}/acknowledge', undefined, ({ deliveryId }) => [deliveryId]),
  },
  'notifications/acknowledge-by-link': { proof: 'the signed link in an alert' },
  'notifications/add-maintenance-window': { trpc: mutation('notifications.addWindow', () => ({ name: 'Patch day', ...tomorrow })) },
  'notifications/get-alert-by-link': { proof: 'the signed link in an alert' },
  'notifications/get-alert-settings': { trpc: query('notifications.alertSettings'), rest: get('/v1/notifications/alert-settings') },
  'notifications/get-certificate-alerts': {
    namesRow: true,
    trpc: query('notifications.certificateAlerts', ({ certificateId }) => ({ certificateId })),
  },
  'notifications/get-delivery': { namesRow: true, trpc: query('notifications.delivery', ({ deliveryId: id }) => ({ id })) },
  'notifications/get-notification-settings': { trpc: query('notifications.settings'), rest: get('/v1/notifications/settings') },
  'notifications/list-channels': { trpc: query('notifications.listChannels'), rest: get('/v1/notifications/channels') },
  'notifications/list-day-rules': { trpc: query('notifications.dayRules') },
  'notifications/list-maintenance-windows': { trpc: query('notifications.windows') },
  'notifications/list-notification-log': { trpc: query('notifications.log', () => ({})), rest: get('/v1/notifications/log') },
  'notifications/preview-template': { trpc: query('notifications.previewTemplate', () => ({ template: '{{domain}}' })) },
  'notifications/remove-day-rule': { namesRow: true, trpc: mutation('notifications.removeDayRule', ({ dayRuleId: id }) => ({ id })) },
  'notifications/remove-maintenance-window': {
    namesRow: true,
    trpc: mutation('notifications.removeWindow', ({ windowId: id }) => ({ id })),
  },
  'notifications/resend-delivery': { namesRow: true, trpc: mutation('notifications.resend', ({ deadDeliveryId: id }) => ({ id })) },
  'notifications/rotate-signing-secret': { trpc: mutation('notifications.rotateSigningSecret') },
  'notifications/save-alert-settings': {
    trpc: mutation('notifications.saveAlertSettings', () => ({ alertDays: [7] })),
    rest: send('POST', '/v1/notifications/alert-settings', () => ({ alert_days: [7] })),
  },
  'notifications/save-channel': {
    trpc: mutation('notifications.saveChannel', () => ({ type: 'email', enabled: true, settings: { email: 'a@example.com' } })),
    rest: send('POST', '/v1/notifications/channels', () => ({
      channel_type: 'email',
      enabled: true,
      settings: { email: 'a@example.com' },
    })),
  },
  'notifications/save-day-rule': {
    trpc: mutation('notifications.saveDayRule', () => ({ tag: 'team=web', days: [7] })),
  },
  'notifications/save-notification-settings': {
    trpc: mutation('notifications.saveSettings', () => settings),
    rest: send('POST', '/v1/notifications/settings', () => ({ grouping_enabled: true, grouping_interval: 12 })),
  },
  'notifications/snooze-certificate': {
    namesRow: true,
    trpc: mutation('notifications.snooze', ({ certificateId }) => ({ certificateId, until: tomorrow.endsAt })),
  },
  'notifications/test-all-channels': {
    auditedAs: 'notifications/test-channel',
    trpc: mutation('notifications.testAll'),
    rest: send('POST', '/v1/notifications/test-all'),
  },
  'notifications/test-channel': {
    trpc: mutation('notifications.testChannel', () => ({ type: 'webhook' })),
    rest: send('POST', '/v1/notifications/channels/{type}/test', undefined, () => ['webhook']),
  },
  'notifications/test-status-page': {
    trpc: mutation('notifications.testStatusPage', () => ({ url: 'https://page.statuspage.io', apiKey: 'a key' })),
    rest: send('POST', '/v1/statuspage/test', () => ({ status_page_url: 'https://page.statuspage.io', status_page_api_key: 'a key' })),
  },
  'notifications/unsnooze-certificate': {
    namesRow: true,
    trpc: mutation('notifications.unsnooze', ({ certificateId }) => ({ certificateId })),
  },
  'settings/add-api-key': {
    trpc: mutation('settings.addApiKey', () => ({ name: 'CI', expiresIn: 30, permissions: { read: true, write: false } })),
  },
  'settings/add-token': { trpc: mutation('settings.addToken', () => ({ name: 'Laptop' })) },
  'settings/list-api-keys': { trpc: query('settings.apiKeys') },
  'settings/list-tokens': { trpc: query('settings.tokens') },
  'settings/revoke-api-key': { namesRow: true, trpc: mutation('settings.revokeApiKey', ({ apiKeyId: id }) => ({ id })) },
  'settings/revoke-token': { namesRow: true, trpc: mutation('settings.revokeToken', ({ tokenIds }, { role }) => ({ id: tokenIds[role] })) },
  'team/list-users': { trpc: query('team.listUsers'), rest: get('/v1/users/list') },
} as const satisfies Partial<Record<UseCaseName, Call>>;
