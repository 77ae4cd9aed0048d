import { collectors, newId, organizations } from '@notafter/db';
import { addCollectorInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { refuseAboveLimit, refuseTakenName } from './internal/collector-rules.ts';
import { type CollectorView, getCollectorForOrg } from './internal/collector-view.ts';
import { createEnrollment } from './internal/enrollment.ts';

export interface CollectorWithToken {
  readonly collector: CollectorView;
  /** Works once, for seven days. Shown once: only its hash is stored. */
  readonly token: string;
}

/** Creates a collector that waits for its program, with the token for it. Throws `collector_exists` or `collector_limit`. */
export const addCollector = useCase({
  name: 'collectors/add-collector',
  access: 'admin',
  plan: 'collectors',
  input: addCollectorInput,
  audit: 'Added a collector',
})(
  (ctx, { name, carriedEverySeconds }): Promise<CollectorWithToken> =>
    withTransaction(ctx, async (tx, audit) => {
      await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
      await refuseTakenName(tx.db, tx.org.id, name);
      await refuseAboveLimit(tx.db, tx.org.id);
      const id = newId<'collector'>();
      const now = tx.clock.now();
      const { token, stored } = createEnrollment(tx, id);
      await tx.db.insert(collectors).values({ id, orgId: tx.org.id, name, carriedEverySeconds, createdAt: now, ...stored });
      audit({ subjectId: id, detail: { name } });
      return { collector: await getCollectorForOrg(tx.db, tx.org.id, id, now), token };
    }),
);
