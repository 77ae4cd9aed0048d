import { randomBytes } from 'node:crypto';
import { newId, services } from '@notafter/db';
import {
  type CloudAccountId,
  clouds,
  DomainError,
  defaultBackupSchedule,
  deploymentProblems,
  type ServiceStatus,
  servicePlan,
  solutions,
} from '@notafter/domain';
import { deployServiceInput } from '@notafter/domain/inputs';
import type { z } from 'zod';
import { type OrgContext, personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { listAccounts } from './internal/cloud-account.ts';
import { recordServiceEvent } from './internal/service-row.ts';
import { newServicePassword, sealServiceSecret } from './internal/service-secrets.ts';
import { deploymentProcess } from './operations/deployment.ts';

type DeployService = z.output<typeof deployServiceInput>;

/**
 * Deploys a data service and answers at once; `getService` returns the progress. Throws `invalid_input` for what the
 * catalog does not have or without an account of this cloud, `cloud_account_not_found`, `cloud_not_enabled`, or
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
  if (!ctx.gateways.services.clouds.includes(cloud)) throw new DomainError('cloud_not_enabled');
  const accountId = await accountFor(ctx, wanted);
  if (!isOffered && cloud !== 'local')
    throw new DomainError('solution_not_offered', { message: `${name} is not offered on ${clouds[cloud].name}.` });
  const reasonAgainstBackups = ctx.gateways.services.backups.reasonAgainst(database, cloud);
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
      accountId,
      region,
      plan,
      user: user ?? defaultUser ?? '',
      passwordSealed: sealServiceSecret(tx.auth, id, 'password', password ?? newServicePassword()),
      backupSchedule: reasonAgainstBackups === null ? defaultBackupSchedule(database) : 'off',
      createdBy: personBehind(tx.actor),
      createdAt: now,
    });
    await beginOperation(tx, deploymentProcess, { id, orgId: tx.org.id, resourceId }, { startedBy: personBehind(tx.actor) });
    await recordServiceEvent(tx, id, `Deployment of ${name} (${plan}) began.`);
    audit({ subjectId: id, detail: { resourceId, solution: database, cloud, accountId, region, plan } });
    return { resourceId, status: 'deploying' };
  });
});

/** The account that is named; left out, the operator's, or the only one that the organization has. */
const accountFor = async (ctx: OrgContext, { cloud, account }: DeployService): Promise<CloudAccountId | null> => {
  const entered = (await listAccounts(ctx.db, ctx.org.id)).filter((one) => one.cloud === cloud);
  if (account !== undefined) {
    const named = entered.find(({ id }) => id === account);
    if (named === undefined) throw new DomainError('cloud_account_not_found');
    return named.id;
  }
  if (ctx.gateways.services.drivers[cloud] !== undefined) return null;
  const [only, ...others] = entered;
  if (only !== undefined && others.length === 0) return only.id;
  const message = only === undefined ? `is needed: add an account of ${clouds[cloud].name} first` : 'is needed: there are several';
  throw new DomainError('invalid_input', { details: [{ path: 'account', message }] });
};
