import { issuances } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { PURGED_AT_ONCE, purgeInBatches } from '../purge-in-batches.ts';
import { useCase } from '../use-case.ts';
import { isOpenIssuance } from './internal/domain-view.ts';

/** A year's rhythm, and a month. */
const EXPIRED_KEPT_MS = 400 * DAY_MS;
/** Of one organization, some 500 MB. Beyond it the oldest finds go before their time. */
const ISSUANCES_KEPT = 200_000;

const purge = (db: SystemContext['db'], ids: SQL): Promise<void> =>
  purgeInBatches(db, sql`purged as (delete from ${issuances} where id in (${ids} limit ${PURGED_AT_ONCE}) returning 1)`);

/**
 * Job, daily: deletes certificates that expired long ago, and the oldest ones of organizations that watch more than they can need. What
 * waits for a person's verdict stays.
 */
export const maintainIssuances = useCase({
  name: 'transparency/maintain-issuances',
  access: 'system',
})(async ({ db, clock }, { kept = ISSUANCES_KEPT }: { readonly kept?: number } = {}): Promise<void> => {
  const before = addMs(clock.now(), -EXPIRED_KEPT_MS).toISOString();
  const isOld = sql`found_at < ${before}::timestamptz`;
  await purge(db, sql`select id from ${issuances} where not_after < ${before}::timestamptz and ${isOld}`);
  // The alert of a malformed certificate has no end but a verdict.
  await purge(db, sql`select id from ${issuances} where not_after is null and ${isOld} and not ${isOpenIssuance}`);
  await purge(
    db,
    sql`select id from (
      select ${issuances.id}, ${isOpenIssuance} as open,
        row_number() over (partition by ${issuances.orgId} order by ${issuances.foundAt} desc, ${issuances.id} desc) as place
      from ${issuances}
    ) as found where place > ${kept} and not open`,
  );
});
