import { serviceDrills, serviceOrphans, services } from '@notafter/db';
import { brandId, type CloudDriver, type CloudSlug, cloudSlugs, ProviderError, type ServiceId } from '@notafter/domain';
import { and, eq, inArray, isNotNull, isNull, ne, notInArray } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { deletionProcess } from '../operations/deletion.ts';
import { writeOperation } from './begin-operation.ts';
import { installationId } from './installation.ts';
import { recordServiceEvent } from './service-row.ts';

/** Null if the cloud did not list everything: then nothing can be said about what is missing. */
const listCloud = async (ctx: SystemContext, driver: CloudDriver, signal: AbortSignal): Promise<ServiceId[] | null> => {
  const installation = await installationId(ctx.db);
  try {
    const tags = await driver.list(installation, signal);
    return tags.filter((tag) => tag.installation === installation).map(({ service }) => service);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ err: error, cloud: driver.cloud }, 'the cloud could not be listed');
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

const storeOrphans = (ctx: SystemContext, cloud: CloudSlug, found: readonly ServiceId[]): Promise<void> =>
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
    await db
      .delete(serviceOrphans)
      .where(and(eq(serviceOrphans.cloud, cloud), unknown.length === 0 ? undefined : notInArray(serviceOrphans.serviceId, unknown)));
    if (unknown.length === 0) return;
    await db
      .insert(serviceOrphans)
      .values(unknown.map((serviceId) => ({ cloud, serviceId, firstSeenAt: now, lastSeenAt: now })))
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
  for (const cloud of cloudSlugs) {
    const driver = ctx.gateways.services.drivers[cloud];
    const found = driver === undefined ? null : await listCloud(ctx, driver, signal);
    if (found === null) continue;
    if (found.length > 0) await deleteAgain(ctx, found);
    if (driver !== undefined && found.length > 0) await removeDrilled(ctx, driver, found, signal);
    await storeOrphans(ctx, cloud, found);
  }
};
