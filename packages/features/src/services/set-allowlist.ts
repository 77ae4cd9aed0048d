import { services } from '@notafter/db';
import { DomainError, type ServiceOperationId } from '@notafter/domain';
import { setAllowlistInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { reasonAgainstAllowlist } from './internal/allowlist-reason.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';
import { allowlistProcess } from './operations/allowlist.ts';

/**
 * Restricts the addresses that clients connect from, and answers at once; without any, every address may. Throws `service_not_found`,
 * `service_not_running`, `service_busy`, and `invalid_input` if the engine can't restrict them.
 */
export const setAllowlist = useCase({
  name: 'services/set-allowlist',
  access: 'admin',
  input: setAllowlistInput,
  audit: 'Changed the IP allowlist of a data service',
})(async (ctx, { resourceId, ranges }): Promise<{ readonly operationId: ServiceOperationId }> => {
  const reason = await reasonAgainstAllowlist(ctx, await getServiceForOrg(ctx.db, ctx.org.id, { resourceId }));
  if (reason !== null) throw new DomainError('invalid_input', { details: [{ path: 'ranges', message: reason }] });
  return withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, { resourceId });
    if (row.runningSince === null) throw new DomainError('service_not_running');
    const operationId = await beginOperation(tx, allowlistProcess, row, { startedBy: personBehind(tx.actor) });
    await tx.db.update(services).set({ nextAllowlist: ranges }).where(eq(services.id, row.id));
    await recordServiceEvent(tx, row.id, 'A change of the allowed addresses began.');
    audit({ subjectId: row.id, detail: { resourceId, ranges } });
    return { operationId };
  });
});
