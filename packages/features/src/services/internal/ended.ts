import { serviceOperations, services } from '@notafter/db';
import type { ServiceOperationId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import type { End } from '../../steps/define-process.ts';
import { recordServiceEvent } from './service-row.ts';

interface Said {
  /** The event of a failure; its reason follows. */
  readonly failed: string;
  /** A service that was cancelled before it ran has left nothing behind. */
  readonly deletesIfCancelled?: true;
}

/** Clears the secrets of a deleted service. */
export const withoutSecrets = { passwordSealed: null, nextPasswordSealed: null, certificateKeySealed: null } as const;

/** Ends the operation of a service, however its process ended. */
export const ended = async (
  tx: TransactionContext<SystemContext>,
  operation: ServiceOperationId,
  { state, error }: End,
  { failed, deletesIfCancelled }: Said,
): Promise<void> => {
  const [before] = await tx.db.select({ runningSince: services.runningSince }).from(services).where(eq(services.operationId, operation));
  const isGone = state === 'cancelled' && deletesIfCancelled === true && before?.runningSince === null;
  const [row] = await tx.db
    .update(services)
    .set({
      operationId: null,
      lastAnswer: null,
      failure: state === 'failed' ? error : null,
      ...(isGone ? { deletedAt: tx.clock.now(), ...withoutSecrets } : {}),
    })
    .where(eq(services.operationId, operation))
    .returning({ id: services.id });
  // A deletion took its place.
  if (row === undefined) return;
  if (state === 'failed') await recordServiceEvent(tx, row.id, `${failed} ${error ?? ''}`.trim());
  if (state === 'cancelled') {
    const [operated] = await tx.db
      .select({ plan: serviceOperations.plan })
      .from(serviceOperations)
      .where(eq(serviceOperations.id, operation));
    await recordServiceEvent(tx, row.id, operated?.plan ? 'The resize was cancelled.' : 'The operation was cancelled.');
  }
};
