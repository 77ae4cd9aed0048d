import { processes, services } from '@notafter/db';
import { cloudNamesOf, DomainError, findRegion, serviceOperationOf } from '@notafter/domain';
import { cloudAccountIdInput } from '@notafter/domain/inputs';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { endServiceMonitor } from '../certificates/monitor-service.ts';
import type { SystemContext, TransactionContext } from '../context.ts';
import { stopProcess } from '../steps/end-process.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { endCharge } from './internal/charges.ts';
import { checkAccount, driverOfAccount, dropAccount, getAccountForOrg } from './internal/cloud-account.ts';
import { withoutSecrets } from './internal/ended.ts';
import { recordServiceEvent, type ServiceRow } from './internal/service-row.ts';
import { serviceOperationProcesses } from './operations/operation-kinds.ts';

/** The part of a service that may still be on the cloud, and cost money there. */
export interface Leftover {
  readonly resourceId: string;
  readonly region: string;
  readonly regionName: string;
  readonly host: string | null;
  /** Names of its resources there. */
  readonly names: readonly string[];
}

/**
 * Forgets an account that the cloud refuses, with its services: nothing can be deleted there any more. Returns what may still cost
 * money there. Throws `cloud_account_not_found`, or `cloud_account_works` if the cloud accepts it.
 */
export const forgetCloudAccount = useCase({
  name: 'services/forget-cloud-account',
  access: 'admin',
  input: cloudAccountIdInput,
  audit: 'Forgot a cloud account with its services',
})(async (ctx, { id }): Promise<{ readonly leftovers: readonly Leftover[] }> => {
  const account = await getAccountForOrg(ctx.db, ctx.org.id, id);
  const refusal = await checkAccount(driverOfAccount(ctx, account));
  if (refusal?.fault !== 'auth') throw new DomainError('cloud_account_works');
  return withTransaction(ctx, async (tx, audit) => {
    const rows = await tx.db
      .select()
      .from(services)
      .where(and(eq(services.accountId, id), isNull(services.deletedAt)))
      .orderBy(asc(services.createdAt), asc(services.id));
    for (const row of rows) await forgetService(tx, row, account.name);
    await dropAccount(tx.db, id);
    const leftovers = rows.map(leftoverOf);
    audit({ subjectId: id, detail: { name: account.name, cloud: account.cloud, leftovers } });
    return { leftovers };
  });
});

const leftoverOf = ({ id, resourceId, cloud, region, host }: ServiceRow): Leftover => ({
  resourceId,
  region,
  regionName: findRegion(cloud, region)?.name ?? region,
  host,
  names: [...new Set(Object.values(cloudNamesOf(id)))],
});

const forgetService = async (tx: TransactionContext<SystemContext>, row: ServiceRow, account: string): Promise<void> => {
  const forget = async (): Promise<void> => {
    await endServiceMonitor(tx, row.orgId, row.id);
    await endCharge(tx, row.id);
    await tx.db
      .update(services)
      .set({ operationId: null, deletedAt: tx.clock.now(), ...withoutSecrets })
      .where(eq(services.id, row.id));
    await recordServiceEvent(tx, row.id, `Forgotten with the cloud account ${account}. What it has on the cloud stays there.`);
  };
  const [running] =
    row.operationId === null ? [] : await tx.db.select({ kind: processes.kind }).from(processes).where(eq(processes.id, row.operationId));
  const kind = serviceOperationOf(running?.kind);
  if (kind === null || row.operationId === null) await forget();
  else await stopProcess(tx, serviceOperationProcesses[kind], row.operationId, forget);
};
