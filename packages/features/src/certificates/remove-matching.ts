import { type SQL, sql } from 'drizzle-orm';
import type { OrgContext, SystemContext, TransactionContext } from '../context.ts';
import { removalsLogged } from '../notifications/events/record-events.ts';
import { endAlertsOfRemoved } from '../notifications/ledger/end-alerts-of-removed.ts';
import { EVENTS_MAX, firstShownExpiry } from './calendar/internal/calendar-window.ts';

/** Outcome of one removal. */
export interface Removed {
  readonly count: number;
  /** Of one removed certificate; null without any. */
  readonly domain: string | null;
}

/**
 * Removes the rows that match `condition`, with their history. If the organization has a calendar, stores their events as
 * canceled. Locks rows ordered by id, as every other writer of several does.
 */
export const removeMatching = async (
  tx: TransactionContext<SystemContext> & { readonly org: Pick<OrgContext['org'], 'id'> },
  condition: SQL | undefined,
): Promise<Removed> => {
  const now = tx.clock.now();
  const [row] = await tx.db.execute<{ count: number; domain: string | null }>(sql`
    with selected as materialized (
      select id from certificates where ${condition} order by id for update
    ), removed as (
      delete from certificates using selected where certificates.id = selected.id
      returning certificates.id, certificates.org_id, certificates.domain, certificates.not_after, certificates.expiry_sequence
    ), cancelled as (
      insert into calendar_cancellations (certificate_id, org_id, domain, not_after, sequence, cancelled_at)
      select id, org_id, domain, not_after, expiry_sequence + 1, ${now.toISOString()}::timestamptz
      from removed
      where not_after >= ${firstShownExpiry(now).toISOString()}::timestamptz and exists (select 1 from calendar_feeds where org_id = ${tx.org.id})
      order by not_after limit ${EVENTS_MAX}
    ), ${removalsLogged(tx)}
    select count(*)::int as count, min(domain) as domain from removed`);
  await endAlertsOfRemoved(tx, tx.org.id);
  return { count: row?.count ?? 0, domain: row?.domain ?? null };
};
