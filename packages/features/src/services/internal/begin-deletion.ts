import { services } from '@notafter/db';
import { DomainError, type UserId } from '@notafter/domain';
import { and, eq, isNull } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { deletionProcess } from '../operations/deletion.ts';
import { writeOperation } from './begin-operation.ts';
import type { ServiceRow } from './service-row.ts';

/** Gives the service to its deletion. Throws `service_busy` if another operation got it first. */
export const beginDeletion = async (tx: TransactionContext<SystemContext>, row: ServiceRow, startedBy: UserId | null): Promise<void> => {
  const operationId = await writeOperation(tx, deletionProcess, row, { startedBy });
  const taken = await tx.db
    .update(services)
    .set({
      operationId,
      deletionWantedAt: row.deletionWantedAt ?? tx.clock.now(),
      failure: null,
      lastAnswer: null,
    })
    .where(
      and(
        eq(services.id, row.id),
        isNull(services.deletedAt),
        row.operationId === null ? isNull(services.operationId) : eq(services.operationId, row.operationId),
      ),
    )
    .returning({ id: services.id });
  if (taken.length === 0) throw new DomainError('service_busy');
};
