import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readTools } from './tools.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const operation = z.object({ security: z.array(z.record(z.string(), z.unknown())).optional() });
const { paths } = z
  .object({ paths: z.record(z.string(), z.object({ get: operation.optional() })) })
  .parse(JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')));

/** Read calls without a tool, and why. */
const others: Readonly<Record<string, readonly string[]>> = {
  'They have secrets, or lead to some.': [
    '/v1/services/{resource_id}/password',
    '/v1/services/{resource_id}/export',
    '/v1/services/backups/{id}/data',
    '/v1/calendar',
    '/v1/tokens',
    '/v1/api-keys',
    '/v1/cloud-accounts',
    '/v1/configuration',
    '/v1/webhooks',
    '/v1/webhooks/{id}/deliveries',
    '/v1/notifications/channels',
    '/v1/notification-channels',
  ],
  'They are about people and payments.': [
    '/v1/accounts/session',
    '/v1/profile',
    '/v1/users/list',
    '/v1/users/invitations',
    '/v1/billing/plan',
  ],
  'They are files, or for other programs.': [
    '/v1/readiness/export',
    '/v1/cryptography/cbom',
    '/v1/evidence',
    '/v1/analytics/trends/export',
    '/v1/certificates/ssl-scores/export',
    '/v1/certificates/export',
    '/v1/audit/export',
    '/v1/metrics',
    '/v1/prometheus/targets',
    '/v1/reports/preview',
  ],
  'Another tool answers the same.': [
    '/v1/certificates/list',
    '/v1/certificates/analytics',
    '/v1/certificates/widgets',
    '/v1/certificates/facets',
    '/v1/analytics/team',
    '/v1/analytics/timeline',
    '/v1/analytics/trends',
    '/v1/readiness/endpoints',
    '/v1/certificates/check-all/{job_id}',
    '/v1/certificates/import/{job_id}',
    '/v1/jobs/{job_id}',
    '/v1/certificates/{id}/history/compare',
    '/v1/certificates/{id}/history/{entry_id}',
    '/v1/certificates/discover/{id}',
    '/v1/collectors/{id}',
    '/v1/events/{id}',
    '/v1/services/{resource_id}',
    '/v1/services/{resource_id}/old-connections',
    '/v1/services/backups',
    '/v1/services/catalog',
    '/v1/notifications/deliveries',
    '/v1/notifications/deliveries/{id}',
  ],
  'They are settings, which people read on their screens.': [
    '/v1/trust-anchors',
    '/v1/trust-anchors/{id}',
    '/v1/trust-anchor-assignments',
    '/v1/notifications/settings',
    '/v1/notifications/alert-settings',
    '/v1/notifications/day-rules',
    '/v1/public-status-page',
    '/v1/reports',
  ],
};

it('has every read call for programs, besides those with a reason against it', () => {
  const forPrograms = Object.entries(paths).flatMap(([path, { get }]) => (get?.security?.some((one) => 'bearer' in one) ? [path] : []));
  const asTools = readTools.map(({ path }) => path({ id: ID }).replace(/\?.*/, '').replace(ID, '{id}'));
  expect(new Set(asTools).size).toBe(readTools.length);
  expect([...asTools, ...Object.values(others).flat()].toSorted()).toEqual(forPrograms.toSorted());
});
