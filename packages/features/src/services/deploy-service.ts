import { randomBytes } from 'node:crypto';
import { newId, services } from '@notafter/db';
import {
  clouds,
  DomainError,
  defaultBackupSchedule,
  deploymentProblems,
  type ServiceStatus,
  servicePlan,
  solutions,
} from '@notafter/domain';
import { deployServiceInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { recordServiceEvent } from './internal/service-row.ts';
import { newServicePassword, sealServiceSecret } from './internal/service-secrets.ts';
import { deploymentProcess } from './operations/deployment.ts';

/**
 * Deploys a data service and answers at once; `getService` returns the progress. Throws `invalid_input` for what the
 * catalog does not have, `cloud_not_enabled`, or
 * `solution_not_offered` for a solution that this cloud does not have.
 */
export const deployService = useCase({
  name: 'services/deploy-service',
  access: 'admin',
  input: deployServiceInput,
  audit: 'Deployed a data service',
})(async (ctx, wanted): Promise<{ readonly resourceId: string; readonly status: ServiceStatus }> => {
  const { cloud, database, region, user, password } = wanted;
  const { name, prefix, isOffered, defaultUser } = solutions[database];
  const details = deploymentProblems(wanted);
  if (details.length > 0) throw new DomainError('invalid_input', { details });
  if (ctx.gateways.services.drivers[cloud] === undefined) throw new DomainError('cloud_not_enabled');
  if (!isOffered && cloud !== 'local')
    throw new DomainError('solution_not_offered', { message: `${name} is not offered on ${clouds[cloud].name}.` });
  return withTransaction(ctx, async (tx, audit) => {
    const id = newId<'service'>();
    const resourceId = `${prefix}-${randomBytes(4).toString('hex')}`;
    const now = tx.clock.now();
    const plan = servicePlan(wanted.plan).name;
    await tx.db.insert(services).values({
      id,
      orgId: tx.org.id,
      resourceId,
      solution: database,
      cloud,
      region,
      plan,
      user: user ?? defaultUser ?? '',
      passwordSealed: sealServiceSecret(tx.auth, id, 'password', password ?? newServicePassword()),
      backupSchedule: defaultBackupSchedule(database),
      createdBy: personBehind(tx.actor),
      createdAt: now,
    });
    await beginOperation(tx, deploymentProcess, { id, orgId: tx.org.id, resourceId }, { startedBy: personBehind(tx.actor) });
    await recordServiceEvent(tx, id, `Deployment of ${name} (${plan}) began.`);
    audit({ subjectId: id, detail: { resourceId, solution: database, cloud, region, plan } });
    return { resourceId, status: 'deploying' };
  });
});
