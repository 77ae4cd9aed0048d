import { collectors } from '@notafter/db';
import { collectorIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type CollectorView, getCollectorForOrg } from './internal/collector-view.ts';

/** Ends a collector's program: nothing it signs counts from now on. What it reported stays, for another program of the collector. Throws `collector_not_found`. */
export const revokeCollector = useCase({
  name: 'collectors/revoke-collector',
  access: 'admin',
  input: collectorIdInput,
  audit: 'Revoked a collector',
})(
  (ctx, { id }): Promise<{ collector: CollectorView }> =>
    withTransaction(ctx, async (tx, audit) => {
      const now = tx.clock.now();
      const { name } = await getCollectorForOrg(tx.db, tx.org.id, id, now);
      await tx.db
        .update(collectors)
        .set({ revokedAt: now, tokenHash: null, tokenExpiresAt: null })
        .where(and(eq(collectors.id, id), isNull(collectors.revokedAt)));
      audit({ subjectId: id, detail: { name } });
      return { collector: await getCollectorForOrg(tx.db, tx.org.id, id, now) };
    }),
);
