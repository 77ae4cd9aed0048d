import { issuances } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { judgeIssuanceInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestAlertSweep } from '../notifications/ledger/enqueue-alert-sweep.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getIssuanceForOrg, type IssuanceDetail } from './internal/issuance-view.ts';

/**
 * Says whether the organization ordered a certificate. `ours` makes it a precedent for later ones; either ends its alerts. Throws
 * `issuance_not_found`.
 */
export const judgeIssuance = useCase({
  name: 'transparency/judge-issuance',
  access: 'admin',
  input: judgeIssuanceInput,
  audit: 'Judged an issued certificate',
})(
  (ctx, { id, verdict }): Promise<{ issuance: IssuanceDetail }> =>
    withTransaction(ctx, async (tx, audit) => {
      const by = verdict === null ? null : { verdictBy: tx.actor.email, verdictAt: tx.clock.now() };
      const [row] = await tx.db
        .update(issuances)
        .set({ verdict, ...(by ?? { verdictBy: null, verdictAt: null }) })
        .where(and(eq(issuances.id, id), eq(issuances.orgId, tx.org.id)))
        .returning({ names: issuances.names });
      if (row === undefined) throw new DomainError('issuance_not_found');
      audit({ subjectId: id, detail: { name: row.names[0] ?? '', verdict } });
      await requestAlertSweep(tx);
      return { issuance: await getIssuanceForOrg(tx.db, tx.org.id, id, { logs: tx.config.clientRules.ctLogs, now: tx.clock.now() }) };
    }),
);
