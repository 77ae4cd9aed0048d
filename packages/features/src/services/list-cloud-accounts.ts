import { serviceCharges, services } from '@notafter/db';
import { type AccountCloud, accountClouds, type CloudAccountId } from '@notafter/domain';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { costColumns, costOf, type ServiceCost } from './internal/charges.ts';
import { listAccounts, OPERATORS_ACCOUNT } from './internal/cloud-account.ts';

export interface CloudAccountView {
  /** Null: the operator's. */
  readonly id: CloudAccountId | null;
  readonly name: string;
  readonly cloud: AccountCloud;
  /** Why the cloud can't be used with it, at the last look. */
  readonly problem: string | null;
  /** The cloud refuses it, so that services can only be forgotten. */
  readonly isRefused: boolean;
  readonly checkedAt: Date | null;
  /** The organization's services on it. */
  readonly serviceCount: number;
  /** Of these, and of those that were deleted this month. */
  readonly cost: ServiceCost;
}

/** The accounts on clouds that the organization's services use or can use, the operator's first. Without their credentials. */
export const listCloudAccounts = useCase({
  name: 'services/list-cloud-accounts',
  access: 'member',
})(async (ctx): Promise<{ readonly accounts: readonly CloudAccountView[]; readonly clouds: readonly AccountCloud[] }> => {
  const { clouds, drivers } = ctx.gateways.services;
  const used = await ctx.db
    .select({
      cloud: services.cloud,
      accountId: services.accountId,
      count: sql<number>`count(distinct ${services.id}) filter (where ${isNull(services.deletedAt)})::int`,
      ...costColumns(ctx.clock.now()),
    })
    .from(services)
    .leftJoin(serviceCharges, eq(serviceCharges.serviceId, services.id))
    .where(and(eq(services.orgId, ctx.org.id), ne(services.cloud, 'local')))
    .groupBy(services.cloud, services.accountId);
  const enabled = accountClouds.filter((cloud) => clouds.includes(cloud));
  const usedBy = (cloud: AccountCloud, id: CloudAccountId | null) => {
    const found = used.find((row) => row.cloud === cloud && row.accountId === id);
    return { serviceCount: found?.count ?? 0, cost: costOf(found) };
  };
  const operators = accountClouds
    .filter((cloud) => (enabled.includes(cloud) && drivers[cloud] !== undefined) || usedBy(cloud, null).serviceCount > 0)
    .map((cloud) => {
      const state = { problem: null, isRefused: false, checkedAt: null };
      return { id: null, name: OPERATORS_ACCOUNT, cloud, ...state, ...usedBy(cloud, null) };
    });
  const own = (await listAccounts(ctx.db, ctx.org.id)).map(({ id, name, cloud, problem, isRefused, checkedAt }) => {
    return { id, name, cloud, problem, isRefused, checkedAt, ...usedBy(cloud, id) };
  });
  return { accounts: [...operators, ...own], clouds: enabled };
});
