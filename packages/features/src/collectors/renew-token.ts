import { collectors } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { collectorIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import type { CollectorWithToken } from './add-collector.ts';
import { getCollectorForOrg } from './internal/collector-view.ts';
import { createEnrollment } from './internal/enrollment.ts';

/**
 * Replaces the token of a collector that has not enrolled yet. Throws `collector_not_found`, or `enrollment_refused` for one that has a
 * key: a second program would be a fork.
 */
export const renewToken = useCase({
  name: 'collectors/renew-token',
  access: 'admin',
  plan: 'collectors',
  input: collectorIdInput,
  audit: 'Created another token for a collector',
})(
  (ctx, { id }): Promise<CollectorWithToken> =>
    withTransaction(ctx, async (tx, audit) => {
      const { name } = await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now());
      const { token, stored } = createEnrollment(tx, id);
      const isWaiting = and(eq(collectors.id, id), isNull(collectors.publicKey), isNull(collectors.revokedAt));
      const renewed = await tx.db.update(collectors).set(stored).where(isWaiting).returning({ id: collectors.id });
      if (renewed.length === 0)
        throw new DomainError('enrollment_refused', { message: 'This collector has enrolled. Add another collector instead.' });
      audit({ subjectId: id, detail: { name } });
      return { collector: await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now()), token };
    }),
);
