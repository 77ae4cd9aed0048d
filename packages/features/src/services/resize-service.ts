import { clouds, DomainError, planProblems, type ServiceOperationId, servicePlan } from '@notafter/domain';
import { resizeServiceInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';
import { resizeProcess } from './operations/resize.ts';

/**
 * Moves a service to another plan and answers at once. Throws `invalid_input` for an unknown plan, `service_not_found`,
 * `resize_unsupported`, `service_not_running`,
 * `plan_unchanged` or `service_busy`.
 */
export const resizeService = useCase({
  name: 'services/resize-service',
  access: 'admin',
  input: resizeServiceInput,
  audit: 'Resized a data service',
})((ctx, { plan: wanted, ...ref }): Promise<{ readonly operationId: ServiceOperationId }> => {
  const details = planProblems(wanted);
  if (details.length > 0) throw new DomainError('invalid_input', { details });
  return withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, ref);
    const { name: plan } = servicePlan(wanted);
    if (!clouds[row.cloud].resizes) {
      throw new DomainError('resize_unsupported', { message: `${clouds[row.cloud].name} does not support resizing` });
    }
    if (row.runningSince === null) throw new DomainError('service_not_running');
    if (row.plan === plan) throw new DomainError('plan_unchanged');
    const operationId = await beginOperation(tx, resizeProcess, row, { startedBy: personBehind(tx.actor), plan });
    await recordServiceEvent(tx, row.id, `Resize from ${row.plan} to ${plan} began.`);
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId, from: row.plan, to: plan } });
    return { operationId };
  });
});
