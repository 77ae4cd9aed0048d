import { watchedDomains } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { updateWatchedDomainInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestAlertSweep } from '../notifications/ledger/enqueue-alert-sweep.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getDomainForOrg, type WatchedDomainView } from './internal/domain-view.ts';
import { judgeOpenAgain } from './internal/judge-open-again.ts';

/** Sets who may issue certificates for a domain, and judges its open ones again. Throws `watched_domain_not_found`. */
export const updateWatchedDomain = useCase({
  name: 'transparency/update-watched-domain',
  access: 'admin',
  input: updateWatchedDomainInput,
  audit: 'Changed a watched domain',
})(
  (ctx, { id, allowedIssuers }): Promise<{ domain: WatchedDomainView }> =>
    withTransaction(ctx, async (tx, audit) => {
      const [row] = await tx.db
        .update(watchedDomains)
        .set({ allowedIssuers: [...new Set(allowedIssuers)] })
        .where(and(eq(watchedDomains.id, id), eq(watchedDomains.orgId, tx.org.id)))
        .returning({ domain: watchedDomains.domain });
      if (row === undefined) throw new DomainError('watched_domain_not_found');
      await judgeOpenAgain(tx, tx.org.id, row.domain);
      await requestAlertSweep(tx);
      audit({ subjectId: id, detail: { domain: row.domain, allowedIssuers } });
      return { domain: await getDomainForOrg(tx.db, tx.org.id, id, tx.clock.now()) };
    }),
);
