import { cloudAccounts, serviceDrills, serviceOrphans, services } from '@notafter/db';
import { brandId, type CloudDriver, type CloudSlug, cloudSlugs, isAccountCloud, ProviderError, type ServiceId } from '@notafter/domain';
import { and, eq, inArray, isNotNull, isNull, ne, notInArray } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { deletionProcess } from '../operations/deletion.ts';
import { writeOperation } from './begin-operation.ts';
import { type CloudAccountRow, driverOfAccount, storeAccountState } from './cloud-account.ts';
import { installationId } from './installation.ts';
import { recordServiceEvent } from './service-row.ts';

/** A cloud as one account sees it. */
interface Place {
  readonly cloud: CloudSlug;
  /** Null: this server, or the operator's account. */
  readonly account: CloudAccountRow | null;
  readonly driver: CloudDriver;
}

/** The minute of the hour in which accounts are listed: a listing is many calls. */
const LISTING_MINUTE = 23;

const placesNow = async (ctx: SystemContext): Promise<readonly Place[]> => {
  const own = cloudSlugs.flatMap((cloud): Place[] => {
    const driver = ctx.gateways.services.drivers[cloud];
    return driver === undefined ? [] : [{ cloud, account: null, driver }];
  });
  if (ctx.clock.now().getUTCMinutes() !== LISTING_MINUTE) return own.filter(({ cloud }) => cloud === 'local');
  const { clouds } = ctx.gateways.services;
  const accounts =
    clouds.length === 0
      ? []
      : await ctx.db
          .select()
          .from(cloudAccounts)
          .where(inArray(cloudAccounts.cloud, clouds.filter(isAccountCloud)));
  return [...own, ...accounts.map((account): Place => ({ cloud: account.cloud, account, driver: driverOfAccount(ctx, account) }))];
};

/** Null if the cloud did not list everything: then nothing can be said about what is missing. */
const listCloud = async (ctx: SystemContext, { cloud, account, driver }: Place, signal: AbortSignal): Promise<ServiceId[] | null> => {
  const installation = await installationId(ctx.db);
  try {
    const tags = await driver.list(installation, signal);
    if (account !== null) await storeAccountState(ctx, account, null);
    return tags.filter((tag) => tag.installation === installation).map(({ service }) => service);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (account !== null) await storeAccountState(ctx, account, error);
    ctx.log.warn({ err: error, cloud }, 'the cloud could not be listed');
    return null;
  }
};

/** A late answer of the cloud brought it to light after its service was deleted. */
const deleteAgain = (ctx: SystemContext, found: readonly ServiceId[]): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .select({ id: services.id, orgId: services.orgId, resourceId: services.resourceId })
      .from(services)
      .where(and(inArray(services.id, [...found]), isNotNull(services.deletedAt), isNull(services.operationId)))
      .for('no key update');
    for (const row of gone) {
      const operationId = await writeOperation(tx, deletionProcess, row, { startedBy: null });
      await tx.db.update(services).set({ operationId }).where(eq(services.id, row.id));
      await recordServiceEvent(tx, row.id, 'The cloud has something of this deleted service. It is removed again.');
    }
  });

const storeOrphans = (ctx: SystemContext, { cloud, account }: Place, found: readonly ServiceId[]): Promise<void> =>
  withTransaction(ctx, async ({ db, clock }) => {
    const known = await db
      .select({ id: services.id })
      .from(services)
      .where(inArray(services.id, [...found]));
    const drills = await db
      .select({ id: serviceDrills.id })
      .from(serviceDrills)
      .where(
        inArray(
          serviceDrills.id,
          found.map((id) => brandId<'service-operation'>(id)),
        ),
      );
    const unknown = found.filter((id) => [...known, ...drills].every((row) => row.id !== id));
    const now = clock.now();
    const accountId = account?.id ?? null;
    const isOfAccount = accountId === null ? isNull(serviceOrphans.accountId) : eq(serviceOrphans.accountId, accountId);
    const isOfPlace = and(eq(serviceOrphans.cloud, cloud), isOfAccount);
    await db.delete(serviceOrphans).where(and(isOfPlace, unknown.length === 0 ? undefined : notInArray(serviceOrphans.serviceId, unknown)));
    if (unknown.length === 0) return;
    await db
      .insert(serviceOrphans)
      .values(unknown.map((serviceId) => ({ cloud, accountId, serviceId, firstSeenAt: now, lastSeenAt: now })))
      .onConflictDoUpdate({ target: [serviceOrphans.cloud, serviceOrphans.serviceId], set: { lastSeenAt: now } });
  });

/** Instances of drills that are over: a drill removes its instance, unless its worker could not. */
const removeDrilled = async (ctx: SystemContext, driver: CloudDriver, found: readonly ServiceId[], signal: AbortSignal): Promise<void> => {
  const over = await ctx.db
    .select({ id: serviceDrills.id })
    .from(serviceDrills)
    .where(
      and(
        inArray(
          serviceDrills.id,
          found.map((id) => brandId<'service-operation'>(id)),
        ),
        ne(serviceDrills.state, 'running'),
      ),
    );
  const installation = await installationId(ctx.db);
  try {
    for (const { id } of over) await driver.remove({ installation, service: brandId(id) }, signal);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ err: error, cloud: driver.cloud }, 'the instance of a drill could not be removed');
  }
};

/** Compares what each cloud has with the services. Nothing is removed that no row knows. */
export const compareWithClouds = async (ctx: SystemContext, signal: AbortSignal): Promise<void> => {
  for (const place of await placesNow(ctx)) {
    const found = await listCloud(ctx, place, signal);
    if (found === null) continue;
    if (found.length > 0) await deleteAgain(ctx, found);
    if (found.length > 0) await removeDrilled(ctx, place.driver, found, signal);
    await storeOrphans(ctx, place, found);
  }
};
