import { z } from '@hono/zod-openapi';
import {
  deleteOrganization,
  disableOrganization,
  getAdminCharts,
  getAdminDashboard,
  getAdminHealth,
  listAdminActivity,
  listOrganizations,
  resetOrganization,
  updateOrganizationPlan,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape } from '../../wire/page.ts';
import { idParameter, nextCursor, pageParameters, searchParameter } from '../../wire/parameters.ts';
import { planBody, wireActivity, wireCharts, wireHealth, wireOrganization, wireStats } from './admin-wire.ts';

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
