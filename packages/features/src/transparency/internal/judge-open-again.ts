import { issuances, watchedDomains } from '@notafter/db';
import { createWatchIndex, type IssuanceId, type OrganizationId } from '@notafter/domain';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { TransactionContext } from '../../context.ts';
import type { PersonContext } from '../../use-case.ts';
import { isOpenIssuance } from './domain-view.ts';
import { loadEvidence } from './issuance-evidence.ts';
import { createIssuanceJudge } from './issuance-judge.ts';

const BATCH = 500;

/**
 * Judges the open certificates that concern a domain by the allowed issuers of the watched domains as they are now. The caller holds the
 * row of the domain, and asks for a sweep of alerts.
 */
export const judgeOpenAgain = async (
  { db }: Pick<TransactionContext<PersonContext>, 'db'>,
  orgId: OrganizationId,
  domain: string,
): Promise<void> => {
  const watches = await db
    .select({ domain: watchedDomains.domain, allowedIssuers: watchedDomains.allowedIssuers })
    .from(watchedDomains)
    .where(and(eq(watchedDomains.orgId, orgId), isNotNull(watchedDomains.verifiedAt)));
  const index = createWatchIndex(watches);
  const changed = createWatchIndex([{ domain, allowedIssuers: [] }]);
  let after: IssuanceId | null = null;
  for (;;) {
    // Ordered by id, as every writer of several locks them.
    const rows: (typeof issuances.$inferSelect)[] = await db
      .select()
      .from(issuances)
      .where(and(eq(issuances.orgId, orgId), isOpenIssuance, after === null ? undefined : gt(issuances.id, after)))
      .orderBy(asc(issuances.id))
      .limit(BATCH)
      .for('update');
    const concerned = rows.filter(({ names }) => changed.of(names) !== null);
    const judge = createIssuanceJudge(await loadEvidence(db, orgId, concerned, index));
    for (const row of concerned) {
      const { state, reason } = judge(
        { ...row, isMalformed: row.unknownReason === 'malformed' },
        { allowedIssuers: index.of(row.names)?.allowedIssuers ?? [], learned: false },
      );
      if (state !== row.state || reason !== row.unknownReason)
        await db.update(issuances).set({ state, unknownReason: reason }).where(eq(issuances.id, row.id));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
};
