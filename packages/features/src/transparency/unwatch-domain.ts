import { watchedDomains } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { watchedDomainIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestAlertSweep } from '../notifications/ledger/enqueue-alert-sweep.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';

/** Stops watching a domain, and removes what was found. Its alerts end. Throws `watched_domain_not_found`. */
export const unwatchDomain = useCase({
  name: 'transparency/unwatch-domain',
  access: 'admin',
  apiKey: 'delete',
  input: watchedDomainIdInput,
  audit: 'Stopped watching a domain',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const [row] = await tx.db
      .delete(watchedDomains)
      .where(and(eq(watchedDomains.id, id), eq(watchedDomains.orgId, tx.org.id)))
      .returning({ domain: watchedDomains.domain });
    if (row === undefined) throw new DomainError('watched_domain_not_found');
    audit({ subjectId: id, detail: { domain: row.domain } });
    await requestAlertSweep(tx);
  });
});
