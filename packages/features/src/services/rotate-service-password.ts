import { DomainError, type ServiceOperationId, solutions } from '@notafter/domain';
import { serviceRefInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';
import { rotationProcess } from './operations/rotation.ts';

/**
 * Gives a service a new password and answers at once; the old one ends when the new one is proven. Throws `service_not_found`,
 * `rotation_unsupported`, `service_not_running` or `service_busy`.
 */
export const rotateServicePassword = useCase({
  name: 'services/rotate-service-password',
  access: 'admin',
  input: serviceRefInput,
  audit: 'Changed the password of a data service',
})(async (ctx, ref): Promise<{ readonly operationId: ServiceOperationId }> => {
  const { engines } = ctx.gateways.services;
  return withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, ref);
    if (!engines.canSetPassword(row.solution)) {
      const message = `The password of ${solutions[row.solution].name} can only be changed in ${solutions[row.solution].name} itself.`;
      throw new DomainError('rotation_unsupported', { message });
    }
    if (row.runningSince === null) throw new DomainError('service_not_running');
    const operationId = await beginOperation(tx, rotationProcess, row, { startedBy: personBehind(tx.actor) });
    await recordServiceEvent(tx, row.id, 'A change of the password began.');
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId } });
    return { operationId };
  });
});
