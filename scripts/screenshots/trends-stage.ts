import type { SystemContext } from '../../packages/features/src/index.ts';
import type { TestUser } from '../../packages/testing/src/index.ts';

const DAYS = 240;

/** Recorded days of a growing organization, with a gap of three days. */
export const seedTrends = async (system: SystemContext, { orgId }: TestUser): Promise<void> => {
  await system.db.$client`
    insert into organization_days (org_id, day, recorded_at, total, expired, critical, warning, valid, unreachable, health_score, risk_score,
      late, renewals, issuers_total, issuers, groups)
    select ${orgId}, current_date - n, now(), total, n % 9 / 8, n % 4, n % 6, total - n % 9 / 8 - n % 4 - n % 6, n % 3,
      greatest(0, 100 - 30 * (n % 9 / 8) - 15 * (n % 4) - 5 * (n % 6)), least(100, 40 * (n % 9 / 8) + 25 * (n % 4) + 10 * (n % 6)),
      n % 5 / 3, n % 7, 6, '[]', jsonb_build_object('X25519MLKEM768', modern, 'X25519', total - modern)
    from generate_series(1, ${DAYS}::int) as n
    cross join lateral (select 40 - n / 12 as total, 40 - n / 7 as modern) as totals where n not between 12 and 14`;
};
