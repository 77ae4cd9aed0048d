import { organizations, watchedDomains } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { watchedDomainIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestAlertSweep } from '../notifications/ledger/enqueue-alert-sweep.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { judgeOpenAgain } from './internal/judge-open-again.ts';
import { moveIssuances } from './internal/move-issuances.ts';

/**
 * Stops watching a domain. What was found moves to another watched domain that it concerns, and open ones are judged again; the rest is
 * removed, and its alerts end. Throws `watched_domain_not_found`.
 */
export const unwatchDomain = useCase({
  name: 'transparency/unwatch-domain',
  access: 'admin',
  apiKey: 'delete',
  input: watchedDomainIdInput,
  audit: 'Stopped watching a domain',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    // One removal of an organization at a time, so that none moves certificates to a domain that another one removes.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const isRow = and(eq(watchedDomains.id, id), eq(watchedDomains.orgId, tx.org.id));
    const [row] = await tx.db.select({ domain: watchedDomains.domain }).from(watchedDomains).where(isRow).for('update');
    if (row === undefined) throw new DomainError('watched_domain_not_found');
    await moveIssuances(tx.db, tx.org.id, id);
    await tx.db.delete(watchedDomains).where(isRow);
    await judgeOpenAgain(tx, tx.org.id, row.domain);
    audit({ subjectId: id, detail: { domain: row.domain } });
    await requestAlertSweep(tx);
  });
});
