import { collectors } from '@notafter/db';
import { updateCollectorInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { refuseTakenName } from './internal/collector-rules.ts';
import { type CollectorView, getCollectorForOrg } from './internal/collector-view.ts';

/** Changes the name, and how often bundles are carried. Throws `collector_not_found` or `collector_exists`. */
export const updateCollector = useCase({
  name: 'collectors/update-collector',
  access: 'admin',
  plan: 'collectors',
  input: updateCollectorInput,
  audit: 'Changed a collector',
})(
  (ctx, { id, name, carriedEverySeconds }): Promise<{ collector: CollectorView }> =>
    withTransaction(ctx, async (tx, audit) => {
      const before = await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now());
      await refuseTakenName(tx.db, tx.org.id, name, id);
      await tx.db.update(collectors).set({ name, carriedEverySeconds }).where(eq(collectors.id, id));
      audit({ subjectId: id, detail: { name, previousName: before.name } });
      return { collector: await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now()) };
    }),
);
