import { collectorBundles, collectors } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { collectorIdInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import type { CollectorWithToken } from './add-collector.ts';
import { getCollectorForOrg } from './internal/collector-view.ts';
import { createEnrollment } from './internal/enrollment.ts';

/** Forgets the program: the next one begins with its first bundle. */
const withoutProgram = {
  ...{ publicKey: null, enrolledAt: null, revokedAt: null, forkedAt: null },
  ...{ sequence: 0, headHash: null, wantsComplete: false, clockOffsetMs: null, lastSeenAt: null },
} as const;

/**
 * Replaces the token of a collector that has not enrolled yet, or enrolls a revoked one again: its endpoints and files stay, and another
 * program reports them from now on. Throws `collector_not_found`, or `enrollment_refused` for one in use: a second program would be a fork.
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
      const isFree = or(isNull(collectors.publicKey), isNotNull(collectors.revokedAt));
      const renewed = await tx.db
        .update(collectors)
        .set({ ...withoutProgram, ...stored })
        .where(and(eq(collectors.id, id), isFree))
        .returning({ id: collectors.id });
      if (renewed.length === 0)
        throw new DomainError('enrollment_refused', { message: 'This collector is in use. Revoke it first, then enroll it again.' });
      // Numbered from 1 again. What was recorded stays.
      await tx.db.delete(collectorBundles).where(eq(collectorBundles.collectorId, id));
      audit({ subjectId: id, detail: { name } });
      return { collector: await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now()), token };
    }),
);
