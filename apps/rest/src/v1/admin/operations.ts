import { z } from '@hono/zod-openapi';
import { queueInput } from '@notafter/domain/inputs';
import {
  deleteOrganization,
  disableOrganization,
  getAdminCharts,
  getAdminDashboard,
  getAdminHealth,
  getDatabaseFigures,
  getOperatorView,
  listAdminActivity,
  listFailingChannels,
  listOrganizations,
  resendDeadLetters,
  resetOrganization,
  retryFailedJobs,
  updateOrganizationPlan,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape } from '../../wire/page.ts';
import { idParameter, nextCursor, pageParameters, searchParameter } from '../../wire/parameters.ts';
import { planBody, wireActivity, wireCharts, wireHealth, wireOrganization, wireStats } from './admin-wire.ts';
import { wireDatabase, wireFailingChannel, wireOperatorView, wireQueued } from './operator-wire.ts';

const tag = 'Administration';
const missing = 'organization_not_found';
const params = z.object({ id: idParameter<'organization'>('The organization.') });
const listAnswer = answers(
  'One page.',
  z.object({ organizations: z.array(wireOrganization), ...pageShape }).openapi('AdminOrganizationList'),
);
const organizationAnswer = answers('Changed.', z.object({ organization: wireOrganization }).openapi('AdminOrganizationAnswer'));

export const adminOperations: readonly Operation[] = [
  operation(getAdminDashboard, {
    method: 'get',
    path: '/v1/admin/dashboard',
    tag,
    summary: 'Figures of the installation',
    answers: answers('The figures.', z.object({ stats: wireStats }).openapi('AdminDashboard')),
    view: (stats) => ({ stats }),
  }),
  operation(listOrganizations, {
    method: 'get',
    path: '/v1/admin/organizations',
    tag,
    summary: 'List organizations',
    description: 'By name.',
    query: z.object(pageParameters('Organizations')),
    input: ({ limit, cursor }) => ({ search: '', limit, cursor }),
    answers: listAnswer,
  }),
  operation(listOrganizations, {
    method: 'get',
    path: '/v1/admin/search',
    id: 'searchOrganizations',
    tag,
    summary: 'Search organizations',
    description: 'By name. An empty search answers all.',
    query: z.object({
      q: searchParameter(200, 'Part of the name, or of the email address of a member, in any case.', 'q'),
      ...pageParameters('Organizations'),
    }),
    input: ({ q = '', limit, cursor }) => ({ search: q, limit, cursor }),
    answers: listAnswer,
  }),
  operation(listAdminActivity, {
    method: 'get',
    path: '/v1/admin/activity',
    tag,
    summary: 'List recent activity',
    description: 'What was done in all organizations, newest first, sign-ins aside.',
    query: z.object(pageParameters('Entries')),
    answers: answers('One page.', z.object({ activities: z.array(wireActivity), next_cursor: nextCursor() }).openapi('AdminActivityList')),
  }),
  operation(getAdminHealth, {
    method: 'get',
    path: '/v1/admin/health',
    tag,
    summary: 'State of the installation',
    answers: answers('The state.', z.object({ health: wireHealth }).openapi('AdminHealthAnswer')),
    view: (health) => ({ health }),
  }),
  operation(getAdminCharts, {
    method: 'get',
    path: '/v1/admin/charts',
    tag,
    summary: 'Charts of the last seven days',
    answers: answers('Seven values each.', wireCharts),
  }),
  operation(getOperatorView, {
    method: 'get',
    path: '/v1/admin/operator-view',
    tag,
    summary: 'What the installation is busy with',
    description: 'Queues, late and slow checks, data services with problems and orphans. Lists have at most 20 entries, the worst first.',
    answers: answers('The queues, checks and services.', wireOperatorView),
  }),
  operation(getDatabaseFigures, {
    method: 'get',
    path: '/v1/admin/database',
    tag,
    summary: 'Size of the database and what costs most in it',
    answers: answers('The figures.', wireDatabase),
  }),
  operation(listFailingChannels, {
    method: 'get',
    path: '/v1/admin/failing-channels',
    tag,
    summary: 'List failing channels',
    description: 'Channels and webhook endpoints of all organizations that are switched on and fail, most given up first, at most 50.',
    answers: answers(
      'The channels.',
      z.object({ channels: z.array(wireFailingChannel), total: z.int().openapi({ example: 1 }) }).openapi('FailingChannels'),
    ),
  }),
  operation(resendDeadLetters, {
    method: 'post',
    path: '/v1/admin/organizations/{id}/resend',
    tag,
    summary: 'Send what was given up again',
    description:
      'All messages that were given up on one channel or webhook endpoint, with the same keys. Of alerts that ended, only the message that closes an incident.',
    params,
    body: takes(z.object({ queue: queueInput }), { queue: 'slack:0198b5a0-0000-7000-8000-0000000000c1' }),
    answers: answers('They are queued.', wireQueued),
    missing,
    errors: [
      'channel_not_found',
      'webhook_endpoint_not_found',
      'conflict',
      'channel_incomplete',
      'channel_broken',
      'webhook_endpoint_paused',
    ],
  }),
  operation(retryFailedJobs, {
    method: 'post',
    path: '/v1/admin/failed-jobs/retry',
    tag,
    summary: 'Run failed jobs again',
    description: 'Jobs that failed for good, the oldest 1,000.',
    answers: answers('They are queued.', wireQueued),
  }),
  operation(disableOrganization, {
    method: 'post',
    path: '/v1/admin/organizations/{id}/disable',
    tag,
    summary: 'Disable or enable an organization',
    description:
      'While it is disabled, nobody of it can sign in, and no token or key works. Checks continue, and messages wait until it is enabled.',
    params,
    body: takes(z.object({ disabled: z.boolean() }), { disabled: true }),
    answers: organizationAnswer,
    view: (organization) => ({ organization }),
    missing,
    errors: ['own_organization'],
  }),
  operation(resetOrganization, {
    method: 'post',
    path: '/v1/admin/organizations/{id}/reset',
    tag,
    summary: 'Reset an organization',
    description:
      'Clears all certificates with their history, and all notifications. Running imports, checks and discoveries are cancelled. Open alerts end, messages that wait are cancelled, and receivers that keep an incident get the message that closes it. People, settings, channels, keys and data services stay.',
    params,
    answers: answers(
      'What was cleared.',
      z
        .object({
          certificates: z.int().openapi({ description: 'Certificates that were cleared.', example: 312 }),
          alerts: z.int().openapi({ description: 'Alerts that were cleared, open ones included.', example: 48 }),
          messages_left: z.int().openapi({ description: 'Messages on their way, such as those that close incidents.', example: 2 }),
        })
        .openapi('ResetResult'),
    ),
    missing,
  }),
  operation(deleteOrganization, {
    method: 'delete',
    path: '/v1/admin/organizations/{id}',
    tag,
    summary: 'Delete an organization',
    description:
      'Removes the organization and all its data for good. Incidents that are open at receivers stay open there: reset it first to close them. Refused while it has data services.',
    params,
    answers: says('Organization deleted successfully!'),
    missing,
    errors: ['own_organization', 'organization_has_services'],
  }),
  operation(updateOrganizationPlan, {
    method: 'put',
    path: '/v1/admin/organizations/{id}/plan',
    tag,
    summary: 'Set plan and limits of an organization',
    description: 'Its alerts are reviewed, because the plan decides about alert days and channels.',
    params,
    body: takes(planBody, { plan: 'Business', certificate_limit: 500, user_limit: null }),
    answers: organizationAnswer,
    view: (organization) => ({ organization }),
    missing,
  }),
];
