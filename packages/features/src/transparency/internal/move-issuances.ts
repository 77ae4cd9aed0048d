import { issuances, type Transaction, watchedDomains } from '@notafter/db';
import { createWatchIndex, type IssuanceId, type OrganizationId, type WatchedDomainId } from '@notafter/domain';
import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';

const BATCH = 1_000;

/**
 * Moves what was found for a watched domain, with its verdicts and alerts, to the closest other verified one of the organization that it
 * concerns: logs don't send it again. Leaves what concerns no other. The caller holds the organization's row and the domain's.
 */
export const moveIssuances = async (db: Transaction, orgId: OrganizationId, from: WatchedDomainId): Promise<void> => {
  const { id, domain, allowedIssuers } = watchedDomains;
  const others = await db
    .select({ id, domain, allowedIssuers })
    .from(watchedDomains)
    .where(and(eq(watchedDomains.orgId, orgId), ne(watchedDomains.id, from), isNotNull(watchedDomains.verifiedAt)));
  if (others.length === 0) return;
  const index = createWatchIndex(others);
  let after: IssuanceId | null = null;
  for (;;) {
    // Ordered by id, as every writer of several locks them.
    const rows: { id: IssuanceId; names: string[] }[] = await db
      .select({ id: issuances.id, names: issuances.names })
      .from(issuances)
      .where(and(eq(issuances.domainId, from), after === null ? undefined : gt(issuances.id, after)))
      .orderBy(asc(issuances.id))
      .limit(BATCH)
      .for('update');
    const moves = rows.flatMap((row) => {
      const home = index.of(row.names)?.home;
      return home === undefined ? [] : [{ id: row.id, domain_id: home.id }];
    });
    if (moves.length > 0)
      await db.execute(sql`
        update issuances set domain_id = move.domain_id
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as move (id uuid, domain_id uuid) where issuances.id = move.id`);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
};
