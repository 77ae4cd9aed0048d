import { z } from '@hono/zod-openapi';
import { assignablePlans, orList } from '@notafter/domain';
import { ORGANIZATION_LIMIT_MAX } from '@notafter/domain/inputs';
import { activityTypes } from '@notafter/features';
import { instant, rowId } from '../../wire/fields.ts';

const count = (description: string, example: number) => z.int().openapi({ description, example });
const ownLimit = (of: string) =>
  z
    .int()
    .nullable()
    .openapi({ description: `The operator's limit of ${of}; null: the plan's.`, example: null });

export const wireStats = z
  .object({
    total_organizations: count('Of the whole installation.', 128),
    total_users: count('People with an account.', 341),
    total_certificates: count('Monitored endpoints.', 9482),
    expired_certificates: count('Past their end.', 37),
    critical_certificates: count('0 to 7 days left.', 52),
    active_organizations: count('Not disabled.', 119),
    new_certificates_week: count('Added in the seven days of the charts.', 214),
    certificates_discovered_month: count('Names with a certificate that discoveries found in the last 30 days.', 1906),
    plan_distribution: z
      .record(z.string(), z.int())
      .openapi({ description: 'Organizations per plan in force, most first.', example: { 'Forever Free': 71, Starter: 24 } }),
  })
  .openapi('AdminStats');

export const wireHealth = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']).openapi({ description: '`degraded`: checks are late.', example: 'healthy' }),
    uptime_seconds: count('Of the process that answers.', 1_483_740),
    memory_usage_mb: count('Resident memory of that process.', 386),
    database: z.enum(['connected', 'disconnected']).openapi({ example: 'connected' }),
    timestamp: instant(),
  })
  .openapi('AdminHealth');

const series = (description: string) => z.array(z.int()).openapi({ description, example: [41, 22, 37, 30, 25, 44, 15] });

export const wireCharts = z
  .object({
    days: z.array(z.string()).openapi({
      description: 'Seven days in UTC, the present one last.',
      example: ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'],
    }),
    certificates_added: series('Certificates that were added, for each day.'),
    users_added: series('Accounts that were made.'),
    certificates_expired: series('Monitored certificates whose end was on that day.'),
    certificates_discovered: series('Names with a certificate, on the day of the discovery that found them.'),
  })
  .openapi('AdminCharts');

export const wireOrganization = z
  .object({
    id: rowId(),
    name: z.string().openapi({ example: 'Harborline' }),
    plan: z.string().openapi({ description: 'The plan in force.', example: 'Business' }),
    disabled: z.boolean().openapi({ example: false }),
    user_count: count('Members.', 14),
    cert_count: count('Monitored endpoints.', 312),
    notifications_7d: count('Messages about alerts that were sent in the last seven days.', 48),
    created_at: instant(),
    certificate_limit: ownLimit('certificates'),
    user_limit: ownLimit('members'),
  })
  .openapi('AdminOrganization');

export const wireActivity = z
  .object({
    type: z.enum(activityTypes).openapi({ example: 'certificate' }),
    description: z.string().openapi({ example: 'Added a certificate: sso.harborline.example (Harborline)' }),
    timestamp: instant(),
  })
  .openapi('AdminActivity');

const limitField = z.int().min(0).max(ORGANIZATION_LIMIT_MAX).nullable().optional();

export const planBody = z.object({
  plan: z.enum(assignablePlans, `must be ${orList(assignablePlans)}`),
  certificate_limit: limitField.openapi({ description: "Null returns to the plan's own; left out, it stays.", example: 500 }),
  user_limit: limitField.openapi({ description: "Null returns to the plan's own; left out, it stays.", example: null }),
});
