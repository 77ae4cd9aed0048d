import { createHash } from 'node:crypto';
import type { permissions, UseCaseName } from '@notafter/domain';
import type { TestUser } from '@notafter/testing';
import type { World } from './world.ts';

interface TrpcCall {
  readonly procedure: string;
  readonly type: 'query' | 'mutation';
  /** `caller` is the person behind the request; the admin where there is none. */
  readonly input?: (world: World, caller: TestUser) => unknown;
}

export interface RestCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the OpenAPI document writes it. */
  readonly route: string;
  /** What stands for the route's parameters, in their order. */
  readonly parameters?: (world: World, caller: TestUser) => readonly string[];
  readonly query?: (world: World) => string;
  readonly body?: (world: World, caller: TestUser) => unknown;
}

export type Way =
  | { readonly kind: 'trpc'; readonly call: TrpcCall }
  | { readonly kind: 'rest'; readonly call: RestCall }
  | { readonly kind: 'page'; readonly call: NonNullable<Call['page']> };

/** All but the system's own. */
type Reachable = {
  [Name in UseCaseName]: (typeof permissions)[Name]['access'] extends 'system' ? never : Name;
}[UseCaseName];

/** How a use case is reached from outside. */
export interface Call {
  readonly trpc?: TrpcCall;
  readonly rest?: RestCall | readonly RestCall[];
  /** An address that answers no JSON. */
  readonly page?: (world: World, caller: TestUser) => string;
  /** It names a row of the organisation: anybody else's answer is 404. */
  readonly namesRow?: true;
  /** What a call needs to succeed and this table does not have: only refusals are tried here. */
  readonly needs?: string;
  /** It tells a secret: that leaves an audit row though nothing changes. */
  readonly reveals?: true;
  /** Its audit rows bear another name where it is that one done several times. */
  readonly auditedAs?: UseCaseName;
  /** Proven by what the caller knows (a link, a password, a signature), which tests of its own try out. */
  readonly proof?: string;
}

const query = (procedure: string, input?: TrpcCall['input']): TrpcCall => ({ procedure, type: 'query', ...(input && { input }) });
const mutation = (procedure: string, input?: TrpcCall['input']): TrpcCall => ({ procedure, type: 'mutation', ...(input && { input }) });
const get = (route: string, parameters?: RestCall['parameters']): RestCall => ({ method: 'GET', route, ...(parameters && { parameters }) });
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  route: string,
  body?: RestCall['body'],
  parameters?: RestCall['parameters'],
): RestCall => ({ method, route, ...(body && { body }), ...(parameters && { parameters }) });

const certificate = ({ certificateId }: World) => [certificateId];
const endpoint = ({ endpointId }: World) => [endpointId];
const newEndpoint = { name: 'Bot', url: 'https://receiver.example/bot', types: ['alert.raised'] };
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
const registration = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const newKey = { name: 'CI', expiresIn: 30, permissions: { read: true, write: false } };
const wireTomorrow = '2026-12-02T00:00:00.000Z';
const tomorrow = { startsAt: '~2026-12-01T00:00:00.000Z', endsAt: `~${wireTomorrow}` };

/** Every use case that is not the system's own, once; the type makes a new one impossible to forget. */
export const calls = {
  'accounts/activate-account': {
    proof: 'a mailed link',
    trpc: mutation('accounts.activate'),
    rest: get('/v1/accounts/activate/{token}'),
  },
  'accounts/login': { proof: 'a password', trpc: mutation('accounts.login'), rest: send('POST', '/v1/accounts/login') },
  'accounts/logout': {
    proof: 'none needed: it ends the session that asks, and does nothing for whoever has none',
    trpc: mutation('accounts.logout'),
    rest: send('POST', '/v1/accounts/logout'),
  },
  'accounts/register': {
    proof: 'none needed: it makes an organisation of its own',
    trpc: mutation('accounts.register'),
    rest: send('POST', '/v1/accounts/register'),
  },
  'accounts/request-password-reset': {
    proof: 'none needed: the answer tells nothing',
    trpc: mutation('accounts.requestPasswordReset'),
    rest: send('POST', '/v1/accounts/reset-password'),
  },
  'accounts/reset-password': {
    proof: 'a mailed link',
    trpc: mutation('accounts.resetPassword'),
    rest: send('POST', '/v1/accounts/reset-password/{token}'),
  },
  'accounts/get-session': { trpc: query('accounts.session'), rest: get('/v1/accounts/session') },
  'certificates/add-certificate': {
    trpc: mutation('certificates.add', ({ domain }) => ({ domain: `${domain}:8443` })),
    rest: [
      send('POST', '/v1/certificates/add', ({ domain }) => ({ domain: `${domain}:8443` })),
      send('POST', '/v1/certificates', ({ domain }) => ({ domain: `${domain}:8443` })),
    ],
  },
  'certificates/check-certificate': {
    namesRow: true,
    trpc: mutation('certificates.check', ({ certificateId: id }) => ({ id })),
    rest: send('POST', '/v1/certificates/{id}/check', undefined, certificate),
  },
  'certificates/compare-history': {
    namesRow: true,
    trpc: query('certificates.compareHistory', ({ certificateId: id, historyId }) => ({ id, from: historyId, to: historyId })),
    rest: {
      ...get('/v1/certificates/{id}/history/compare', certificate),
      query: ({ historyId }) => `from=${historyId}&to=${historyId}`,
    },
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
  'certificates/get-facets': { trpc: query('certificates.facets'), rest: get('/v1/certificates/facets') },
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
  'certificates/list-certificates': {
    trpc: query('certificates.list', () => ({})),
    rest: [get('/v1/certificates/list'), get('/v1/certificates')],
  },
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
  'certificates/remove-certificates': {
    trpc: mutation('certificates.removeMany', ({ certificateId }) => ({ ids: [certificateId] })),
    rest: send('POST', '/v1/certificates/bulk-delete', ({ certificateId }) => ({ ids: [certificateId] })),
  },
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
  'certificates/upsert-certificate': {
    auditedAs: 'certificates/add-certificate',
    rest: send(
      'PUT',
      '/v1/certificates/by-domain/{domain}',
      () => ({}),
      ({ domain }) => [`${domain}:8443`],
    ),
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
  'notifications/acknowledge-by-link': {
    proof: 'the signed link in an alert',
    trpc: mutation('notifications.acknowledgeByLink'),
    rest: send('POST', '/v1/notifications/alert-links/{token}/acknowledge'),
  },
  'notifications/add-maintenance-window': {
    trpc: mutation('notifications.addWindow', () => ({ name: 'Patch day', ...tomorrow })),
    rest: send('POST', '/v1/notifications/maintenance-windows', () => ({
      name: 'Patch day',
      starts_at: '2026-12-01T00:00:00.000Z',
      ends_at: wireTomorrow,
    })),
  },
  'notifications/add-webhook-endpoint': {
    trpc: mutation('notifications.addEndpoint', () => newEndpoint),
    rest: send('POST', '/v1/webhooks', () => newEndpoint),
  },
  'notifications/get-alert-by-link': {
    proof: 'the signed link in an alert',
    trpc: query('notifications.alertByLink'),
    rest: get('/v1/notifications/alert-links/{token}'),
  },
  'notifications/get-alert-settings': { trpc: query('notifications.alertSettings'), rest: get('/v1/notifications/alert-settings') },
  'notifications/get-certificate-alerts': {
    namesRow: true,
    trpc: query('notifications.certificateAlerts', ({ certificateId }) => ({ certificateId })),
    rest: get('/v1/certificates/{id}/alerts', certificate),
  },
  'notifications/get-delivery': {
    namesRow: true,
    trpc: query('notifications.delivery', ({ deliveryId: id }) => ({ id })),
    rest: get('/v1/notifications/deliveries/{id}', ({ deliveryId }) => [deliveryId]),
  },
  'notifications/get-notification-settings': { trpc: query('notifications.settings'), rest: get('/v1/notifications/settings') },
  'notifications/list-channels': { trpc: query('notifications.listChannels'), rest: get('/v1/notifications/channels') },
  'notifications/list-day-rules': { trpc: query('notifications.dayRules'), rest: get('/v1/notifications/day-rules') },
  'notifications/list-events': { trpc: query('notifications.events', () => ({})), rest: get('/v1/events') },
  'notifications/list-maintenance-windows': {
    trpc: query('notifications.windows'),
    rest: get('/v1/notifications/maintenance-windows'),
  },
  'notifications/list-notification-log': {
    trpc: query('notifications.log', () => ({})),
    rest: [get('/v1/notifications/log'), get('/v1/notifications/deliveries')],
  },
  'notifications/list-webhook-deliveries': {
    namesRow: true,
    trpc: query('notifications.endpointDeliveries', ({ endpointId: id }) => ({ id })),
    rest: get('/v1/webhooks/{id}/deliveries', endpoint),
  },
  'notifications/list-webhook-endpoints': { trpc: query('notifications.endpoints'), rest: get('/v1/webhooks') },
  'notifications/preview-template': {
    trpc: query('notifications.previewTemplate', () => ({ template: '{{domain}}' })),
    rest: send('POST', '/v1/notifications/template-preview', () => ({ template: '{{domain}}' })),
  },
  'notifications/redeliver-event': {
    namesRow: true,
    trpc: mutation('notifications.redeliverEvent', ({ endpointId: id, eventId }) => ({ id, eventId })),
    rest: send('POST', '/v1/webhooks/{id}/events/{event_id}/redeliver', undefined, ({ endpointId, eventId }) => [endpointId, eventId]),
  },
  'notifications/redeliver-failed-events': {
    namesRow: true,
    trpc: mutation('notifications.redeliverFailed', ({ endpointId: id }) => ({ id, since: '~2020-01-01T00:00:00.000Z' })),
    rest: send('POST', '/v1/webhooks/{id}/redeliver-failed', () => ({ since: '2020-01-01T00:00:00Z' }), endpoint),
  },
  'notifications/remove-day-rule': {
    namesRow: true,
    trpc: mutation('notifications.removeDayRule', ({ dayRuleId: id }) => ({ id })),
    rest: send('DELETE', '/v1/notifications/day-rules/{id}', undefined, ({ dayRuleId }) => [dayRuleId]),
  },
  'notifications/remove-maintenance-window': {
    namesRow: true,
    trpc: mutation('notifications.removeWindow', ({ windowId: id }) => ({ id })),
    rest: send('DELETE', '/v1/notifications/maintenance-windows/{id}', undefined, ({ windowId }) => [windowId]),
  },
  'notifications/remove-webhook-endpoint': {
    namesRow: true,
    trpc: mutation('notifications.removeEndpoint', ({ endpointId: id }) => ({ id })),
    rest: send('DELETE', '/v1/webhooks/{id}', undefined, endpoint),
  },
  'notifications/resend-delivery': {
    namesRow: true,
    trpc: mutation('notifications.resend', ({ deadDeliveryId: id }) => ({ id })),
    rest: send('POST', '/v1/notifications/deliveries/{id}/resend', undefined, ({ deadDeliveryId }) => [deadDeliveryId]),
  },
  'notifications/rotate-endpoint-secret': {
    namesRow: true,
    trpc: mutation('notifications.rotateEndpointSecret', ({ endpointId: id }) => ({ id })),
    rest: send('POST', '/v1/webhooks/{id}/rotate-secret', undefined, endpoint),
  },
  'notifications/rotate-signing-secret': {
    trpc: mutation('notifications.rotateSigningSecret'),
    rest: send('POST', '/v1/notifications/channels/webhook/rotate-secret'),
  },
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
    rest: send('POST', '/v1/notifications/day-rules', () => ({ tag: 'team=web', alert_days: [7] })),
  },
  'notifications/save-notification-settings': {
    trpc: mutation('notifications.saveSettings', () => settings),
    rest: send('POST', '/v1/notifications/settings', () => ({ grouping_enabled: true, grouping_interval: 12 })),
  },
  'notifications/snooze-certificate': {
    namesRow: true,
    trpc: mutation('notifications.snooze', ({ certificateId }) => ({ certificateId, until: tomorrow.endsAt })),
    rest: send('POST', '/v1/certificates/{id}/snooze', () => ({ until: wireTomorrow }), certificate),
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
  'notifications/test-webhook-endpoint': {
    namesRow: true,
    trpc: mutation('notifications.testEndpoint', ({ endpointId: id }) => ({ id })),
    rest: send('POST', '/v1/webhooks/{id}/test', undefined, endpoint),
  },
  'notifications/update-webhook-endpoint': {
    namesRow: true,
    trpc: mutation('notifications.updateEndpoint', ({ endpointId: id }) => ({ id, enabled: false })),
    rest: send('PUT', '/v1/webhooks/{id}', () => ({ enabled: false }), endpoint),
  },
  'notifications/unsnooze-certificate': {
    namesRow: true,
    trpc: mutation('notifications.unsnooze', ({ certificateId }) => ({ certificateId })),
    rest: send('POST', '/v1/certificates/{id}/unsnooze', undefined, certificate),
  },
  'settings/add-api-key': {
    trpc: mutation('settings.addApiKey', () => newKey),
    rest: send('POST', '/v1/api-keys', () => newKey),
  },
  'settings/add-token': {
    trpc: mutation('settings.addToken', () => ({ name: 'Laptop' })),
    rest: send('POST', '/v1/tokens', () => ({ name: 'Laptop' })),
  },
  'settings/list-api-keys': { trpc: query('settings.apiKeys'), rest: get('/v1/api-keys') },
  'settings/list-tokens': { trpc: query('settings.tokens'), rest: get('/v1/tokens') },
  'settings/revoke-api-key': {
    namesRow: true,
    trpc: mutation('settings.revokeApiKey', ({ apiKeyId: id }) => ({ id })),
    rest: send('DELETE', '/v1/api-keys/{id}', undefined, ({ apiKeyId }) => [apiKeyId]),
  },
  'settings/rotate-api-key': {
    namesRow: true,
    trpc: mutation('settings.rotateApiKey', ({ apiKeyId: id }) => ({ id })),
    rest: send('POST', '/v1/api-keys/{id}/rotate', undefined, ({ apiKeyId }) => [apiKeyId]),
  },
  'settings/revoke-token': {
    namesRow: true,
    trpc: mutation('settings.revokeToken', ({ tokenIds }, { role }) => ({ id: tokenIds[role] })),
    rest: send('DELETE', '/v1/tokens/{id}', undefined, ({ tokenIds }, { role }) => [tokenIds[role]]),
  },
  'team/list-users': { trpc: query('team.listUsers', () => ({})), rest: get('/v1/users/list') },
  'accounts/begin-oauth': { proof: 'none needed: it changes nothing but a cookie' },
  'accounts/begin-link': { trpc: mutation('identities.link', () => ({ provider: 'github' })) },
  'accounts/finish-oauth': { proof: 'an account elsewhere' },
  'accounts/get-pending-link': { proof: 'what the browser keeps, sealed', trpc: query('identities.pending') },
  'accounts/finish-login': {
    proof: 'a code after the password',
    trpc: mutation('signIn.finish'),
    rest: send('POST', '/v1/accounts/login/second-factor'),
  },
  'accounts/begin-passkey-login': {
    proof: 'none needed: it asks a question that only a passkey answers',
    trpc: mutation('signIn.beginPasskeyLogin'),
  },
  'accounts/login-with-passkey': { proof: 'a passkey', trpc: mutation('signIn.withPasskey') },
  'accounts/list-identities': { trpc: query('identities.list'), rest: get('/v1/accounts/identities') },
  'accounts/remove-identity': {
    trpc: mutation('identities.remove', () => ({ provider: 'github' })),
    rest: send(
      'POST',
      '/v1/accounts/identities/{provider}/remove',
      () => ({}),
      () => ['github'],
    ),
  },
  'accounts/begin-passkey': { trpc: mutation('signIn.beginPasskey', () => ({})) },
  'accounts/add-passkey': {
    needs: 'the answer of an authenticator',
    trpc: mutation('signIn.addPasskey', ({ passkeyIds }) => ({ challengeId: passkeyIds.admin, name: 'Phone', answer: registration })),
  },
  'accounts/rename-passkey': {
    namesRow: true,
    trpc: mutation('signIn.renamePasskey', ({ passkeyIds }, { role }) => ({ id: passkeyIds[role], name: 'Phone' })),
    rest: send(
      'PUT',
      '/v1/accounts/passkeys/{id}',
      () => ({ name: 'Phone' }),
      ({ passkeyIds }, { role }) => [passkeyIds[role]],
    ),
  },
  'accounts/remove-passkey': {
    namesRow: true,
    trpc: mutation('signIn.removePasskey', ({ passkeyIds }, { role }) => ({ id: passkeyIds[role] })),
    rest: send(
      'POST',
      '/v1/accounts/passkeys/{id}/remove',
      () => ({}),
      ({ passkeyIds }, { role }) => [passkeyIds[role]],
    ),
  },
  'accounts/get-two-factor': {
    trpc: query('signIn.twoFactor'),
    rest: [get('/v1/accounts/two-factor'), get('/v1/accounts/passkeys')],
  },
  'accounts/begin-totp': {
    trpc: mutation('signIn.beginTotp', () => ({})),
    rest: send('POST', '/v1/accounts/two-factor/app', () => ({})),
  },
  'accounts/confirm-totp': {
    needs: 'a code of an app that was begun',
    trpc: mutation('signIn.confirmTotp', () => ({ code: '123456' })),
    rest: send('POST', '/v1/accounts/two-factor/app/confirm', () => ({ code: '123456' })),
  },
  'accounts/remove-totp': {
    needs: 'an app',
    trpc: mutation('signIn.removeTotp', () => ({})),
    rest: send('POST', '/v1/accounts/two-factor/app/remove', () => ({})),
  },
  'accounts/renew-recovery-codes': {
    needs: 'an app',
    trpc: mutation('signIn.renewRecoveryCodes', () => ({})),
    rest: send('POST', '/v1/accounts/two-factor/recovery-codes', () => ({})),
  },
  'accounts/list-sessions': { trpc: query('accounts.listSessions'), rest: get('/v1/accounts/sessions') },
  'accounts/end-session': {
    namesRow: true,
    trpc: mutation('accounts.endSession', ({ sessionHandles }, { role }) => ({ handle: sessionHandles[role] })),
    rest: send('DELETE', '/v1/accounts/sessions/{handle}', undefined, ({ sessionHandles }, { role }) => [sessionHandles[role]]),
  },
  'accounts/end-other-sessions': {
    trpc: mutation('accounts.endOtherSessions'),
    rest: send('POST', '/v1/accounts/sessions/end-others'),
  },
  'accounts/change-password': {
    trpc: mutation('accounts.changePassword', () => ({ password: 'slow green lantern' })),
    rest: send('PUT', '/v1/accounts/password', () => ({ password: 'slow green lantern' })),
  },
  'accounts/get-avatar': {
    needs: 'a picture',
    page: (_world, { email }) => `/avatars/${createHash('sha256').update(email).digest('hex')}`,
  },
  'certificates/get-favicon': { needs: 'a picture', page: ({ domain }) => `/favicons/${domain}` },
  'settings/get-profile': { trpc: query('profile.get'), rest: get('/v1/profile') },
  'settings/update-profile': {
    trpc: mutation('profile.update', (_world, { email }) => ({ firstName: 'Ada', lastName: 'King', email, company: '', position: '' })),
    rest: send('PUT', '/v1/profile', (_world, { email }) => ({ first_name: 'Ada', last_name: 'King', email })),
  },
  'accounts/request-mailbox-proof': {
    trpc: mutation('accounts.requestMailboxProof'),
    rest: send('POST', '/v1/profile/mailbox-proof'),
  },
  'accounts/prove-mailbox': {
    needs: 'a mailed link',
    trpc: mutation('accounts.proveMailbox', () => ({ token: 'x' })),
    rest: send('POST', '/v1/profile/mailbox-proof/{token}', undefined, () => ['x']),
  },
  'settings/get-email-change': {
    proof: 'a mailed link',
    trpc: query('profile.emailChangeByLink'),
    rest: get('/v1/profile/email-change/{token}'),
  },
  'settings/confirm-email-change': {
    proof: 'a mailed link',
    trpc: mutation('profile.confirmEmailChange'),
    rest: send('POST', '/v1/profile/email-change/{token}/confirm'),
  },
  'settings/cancel-email-change': {
    needs: 'a change under way',
    trpc: mutation('profile.cancelEmailChange'),
    rest: send('DELETE', '/v1/profile/email-change'),
  },
  'settings/update-organization': {
    trpc: mutation('profile.updateOrganization', () => ({ name: 'Renamed' })),
    rest: send('PUT', '/v1/organization', () => ({ name: 'Renamed' })),
  },
  'settings/step-down': { trpc: mutation('profile.stepDown'), rest: send('POST', '/v1/profile/step-down') },
  'settings/leave-organization': {
    trpc: mutation('profile.leave', (_world, { email }) => ({ email })),
    rest: send('POST', '/v1/profile/leave', (_world, { email }) => ({ email })),
  },
  'team/invite-user': {
    trpc: mutation('team.invite', ({ domain }) => ({ email: `one@${domain}`, firstName: 'A', lastName: 'B', role: 'viewer' })),
    rest: send('POST', '/v1/users/invite', ({ domain }) => ({
      email: `two@${domain}`,
      first_name: 'A',
      last_name: 'B',
      role: 'viewer',
    })),
  },
  'team/list-invitations': { trpc: query('team.listInvitations', () => ({})), rest: get('/v1/users/invitations') },
  'team/resend-invitation': {
    namesRow: true,
    trpc: mutation('team.resendInvitation', ({ invitationId: id }) => ({ id })),
    rest: send('POST', '/v1/users/invitations/{id}/resend', undefined, ({ invitationId }) => [invitationId]),
  },
  'team/revoke-invitation': {
    namesRow: true,
    trpc: mutation('team.revokeInvitation', ({ invitationId: id }) => ({ id })),
    rest: send('DELETE', '/v1/users/invitations/{id}', undefined, ({ invitationId }) => [invitationId]),
  },
  'team/accept-invitation': {
    proof: 'the code in the invitation',
    trpc: mutation('team.acceptInvitation'),
    rest: send('POST', '/v1/teams/create_password'),
  },
  'team/change-role': {
    namesRow: true,
    trpc: mutation('team.changeRole', ({ member: { id } }) => ({ id, role: 'admin' })),
    rest: send(
      'PUT',
      '/v1/users/{id}/role',
      () => ({ role: 'admin' }),
      ({ member }) => [member.id],
    ),
  },
  'team/remove-user': {
    namesRow: true,
    trpc: mutation('team.removeUser', ({ member: { id } }) => ({ id })),
    rest: send('DELETE', '/v1/users/{id}', undefined, ({ member }) => [member.id]),
  },
  'billing/get-plan': { trpc: query('billing.plan', () => ({})), rest: get('/v1/billing/plan') },
  'billing/record-payment-event': { proof: "Stripe's signature", rest: send('POST', '/v1/billing/webhook') },
  'audit/list-audit-log': { trpc: query('audit.list', () => ({})), rest: get('/v1/audit') },
  'audit/export-audit-log': { reveals: true, rest: get('/v1/audit/export') },
  'analytics/get-analytics': {
    trpc: query('analytics.get'),
    rest: [get('/v1/analytics'), get('/v1/certificates/analytics')],
  },
  'discovery/start-discovery': {
    trpc: mutation('discovery.start', ({ domain }) => ({ domain: `a.${domain}` })),
    rest: send('POST', '/v1/certificates/discover', ({ domain }) => ({ domain: `b.${domain}` })),
  },
  'discovery/get-discovery': {
    namesRow: true,
    trpc: query('discovery.get', ({ discoveryId: id }) => ({ id })),
    rest: get('/v1/certificates/discover/{id}', ({ discoveryId }) => [discoveryId]),
  },
  'discovery/list-discoveries': { trpc: query('discovery.list', () => ({})), rest: get('/v1/certificates/discover') },
  'discovery/cancel-discovery': {
    namesRow: true,
    trpc: mutation('discovery.cancel', ({ discoveryId: id }) => ({ id })),
    rest: send('POST', '/v1/certificates/discover/{id}/cancel', undefined, ({ discoveryId }) => [discoveryId]),
  },
  'long-work/cancel-job': {
    namesRow: true,
    trpc: mutation('jobs.cancel', ({ checkRunId: id }) => ({ id })),
    rest: send('POST', '/v1/jobs/{job_id}/cancel', undefined, ({ discoveryId }) => [discoveryId]),
  },
  'long-work/get-job': {
    namesRow: true,
    trpc: query('jobs.get', ({ importId: id }) => ({ id })),
    rest: get('/v1/jobs/{job_id}', ({ checkRunId }) => [checkRunId]),
  },
  'long-work/list-jobs': { trpc: query('jobs.list', () => ({})), rest: get('/v1/jobs') },
} as const satisfies Record<Reachable, Call>;

/** Each way to a use case, with the words that name it. */
export const waysOf = ({ trpc, rest, page }: Call): readonly (readonly [string, Way])[] => [
  ...(trpc === undefined ? [] : [[`tRPC ${trpc.procedure}`, { kind: 'trpc', call: trpc }] as const]),
  ...restCallsOf(rest).map((call) => [`${call.method} ${call.route}`, { kind: 'rest', call }] as const),
  ...(page === undefined ? [] : [['a page', { kind: 'page', call: page }] as const]),
];

export const restCallsOf = (rest: Call['rest']): readonly RestCall[] => (rest === undefined ? [] : 'route' in rest ? [rest] : rest);
