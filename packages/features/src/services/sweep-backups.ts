import { type Executor, serviceBackups, serviceDrills, services } from '@notafter/db';
import {
  addMs,
  backupProblem,
  backupsToRemove,
  DAY_MS,
  DomainError,
  isBackupDue,
  isDrillDue,
  ProviderError,
  SECOND_MS,
} from '@notafter/domain';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginBackup } from './internal/begin-backup.ts';
import { beginDrill } from './internal/begin-drill.ts';
import { installationId } from './internal/installation.ts';
import { recordServiceEvent, type ServiceRow } from './internal/service-row.ts';

/** Backups of a deleted service, and rows of failed ones. */
const KEPT_DAYS = 30;
/** Removed in one sweep; the next one goes on. */
const REMOVED_AT_ONCE = 50;
/** The minute of the hour in which the store is compared. */
const LISTING_MINUTE = 41;

/** Everything that decides about the backups of one service. */
interface Facts {
  readonly service: ServiceRow;
  readonly lastOkAt: Date | null;
  readonly lastTriedAt: Date | null;
  readonly lastFailure: string | null;
  readonly drillFailure: string | null;
  readonly drillTriedAt: Date | null;
  readonly drillPassedAt: Date | null;
}

const isListed = isNull(serviceBackups.removalWantedAt);
const isGood = and(eq(serviceBackups.state, 'ok'), isListed);

const latest = (column: SQL | typeof serviceBackups.takenAt | typeof serviceDrills.startedAt, where: SQL | undefined) =>
  sql<Date | null>`max(${column}) filter (where ${where})`.mapWith((value: string) => new Date(value));

const byService = <Row extends { readonly serviceId: ServiceRow['id'] }>(rows: readonly Row[]): ReadonlyMap<ServiceRow['id'], Row> =>
  new Map(rows.map((row) => [row.serviceId, row]));

const readFacts = async (db: Executor): Promise<Facts[]> => {
  const running = await db
    .select()
    .from(services)
    .where(and(isNotNull(services.runningSince), isNull(services.deletedAt), isNull(services.deletionWantedAt)));
  const ids = running.map(({ id }) => id);
  if (ids.length === 0) return [];
  const taken = await db
    .select({
      serviceId: serviceBackups.serviceId,
      lastOkAt: latest(serviceBackups.takenAt, isGood),
      lastTriedAt: latest(serviceBackups.takenAt, sql`true`),
    })
    .from(serviceBackups)
    .where(inArray(serviceBackups.serviceId, ids))
    .groupBy(serviceBackups.serviceId);
  const last = await db
    .selectDistinctOn([serviceBackups.serviceId], { serviceId: serviceBackups.serviceId, failure: serviceBackups.failure })
    .from(serviceBackups)
    .where(and(inArray(serviceBackups.serviceId, ids), sql`${serviceBackups.state} <> 'running'`))
    .orderBy(asc(serviceBackups.serviceId), desc(serviceBackups.takenAt), desc(serviceBackups.id));
  const drilled = await db
    .select({
      serviceId: serviceDrills.serviceId,
      passedAt: latest(serviceDrills.startedAt, eq(serviceDrills.state, 'passed')),
      triedAt: latest(serviceDrills.startedAt, sql`true`),
    })
    .from(serviceDrills)
    .where(inArray(serviceDrills.serviceId, ids))
    .groupBy(serviceDrills.serviceId);
  const lastDrill = await db
    .selectDistinctOn([serviceDrills.serviceId], { serviceId: serviceDrills.serviceId, failure: serviceDrills.failure })
    .from(serviceDrills)
    .where(and(inArray(serviceDrills.serviceId, ids), sql`${serviceDrills.state} <> 'running'`))
    .orderBy(asc(serviceDrills.serviceId), desc(serviceDrills.startedAt), desc(serviceDrills.id));
  const takenOf = byService(taken);
  const lastOf = byService(last);
  const drilledOf = byService(drilled);
  const lastDrillOf = byService(lastDrill);
  return running.map((service) => ({
    service,
    lastOkAt: takenOf.get(service.id)?.lastOkAt ?? null,
    lastTriedAt: takenOf.get(service.id)?.lastTriedAt ?? null,
    lastFailure: lastOf.get(service.id)?.failure ?? null,
    drillFailure: lastDrillOf.get(service.id)?.failure ?? null,
    drillTriedAt: drilledOf.get(service.id)?.triedAt ?? null,
    drillPassedAt: drilledOf.get(service.id)?.passedAt ?? null,
  }));
};

/** Somebody else was first, or asked for something else: the next sweep sees. */
const isPassing = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'service_busy' || error.code === 'service_not_running' || error.code === 'drill_running');

const beginDue = async (ctx: SystemContext, facts: Facts): Promise<void> => {
  const { service, lastOkAt, drillPassedAt, drillTriedAt } = facts;
  const now = ctx.clock.now();
  const reasonAgainst = ctx.gateways.services.backups.reasonAgainst(service.solution, service.cloud);
  if (reasonAgainst !== null) return;
  const schedule = { serviceId: service.id, schedule: service.backupSchedule, runningSince: service.runningSince };
  try {
    if (isBackupDue({ ...schedule, lastOkAt, lastTriedAt: facts.lastTriedAt }, now)) {
      await withTransaction(ctx, (tx) => beginBackup(tx, service, { cause: 'schedule', startedBy: null, reasonAgainst }));
    } else if (
      service.backupSchedule !== 'off' &&
      // A drill needs an instance that begins with the data of a backup.
      service.cloud === 'local' &&
      isDrillDue({ newestOkAt: lastOkAt, lastPassedAt: drillPassedAt, lastTriedAt: drillTriedAt }, now)
    ) {
      await withTransaction(ctx, async (tx) => {
        const [newest] = await tx.db
          .select({ id: serviceBackups.id, takenAt: serviceBackups.takenAt })
          .from(serviceBackups)
          .where(and(eq(serviceBackups.serviceId, service.id), isGood))
          .orderBy(desc(serviceBackups.takenAt), desc(serviceBackups.id))
          .limit(1);
        if (newest !== undefined) await beginDrill(tx, service, newest, null);
      });
    }
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
};

const storeProblem = async (ctx: SystemContext, facts: Facts): Promise<void> => {
  const { service, lastOkAt, lastTriedAt, lastFailure, drillFailure } = facts;
  const problem = backupProblem(
    {
      ...{ serviceId: service.id, schedule: service.backupSchedule, runningSince: service.runningSince },
      ...{ lastOkAt, lastTriedAt, lastFailure, drillFailure },
      reasonAgainst: ctx.gateways.services.backups.reasonAgainst(service.solution, service.cloud),
    },
    ctx.clock.now(),
  );
  if (problem === service.backupProblem) return;
  await withTransaction(ctx, async (tx) => {
    await tx.db.update(services).set({ backupProblem: problem }).where(eq(services.id, service.id));
    // The hours in the sentence go up: one event for all of them.
    if (problem === null) await recordServiceEvent(tx, service.id, 'The backups are well again.');
    else if (service.backupProblem === null) await recordServiceEvent(tx, service.id, problem);
  });
};

/** Marks what the rule no longer keeps, and everything of services that were deleted a month ago. */
const applyRetention = (ctx: SystemContext): Promise<void> =>
  withTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const rows = await db
      .select({
        id: serviceBackups.id,
        serviceId: serviceBackups.serviceId,
        cause: serviceBackups.cause,
        takenAt: serviceBackups.takenAt,
        deletedAt: services.deletedAt,
      })
      .from(serviceBackups)
      .innerJoin(services, eq(services.id, serviceBackups.serviceId))
      .where(isGood);
    const kept = Map.groupBy(
      rows.filter(({ deletedAt }) => deletedAt === null),
      ({ serviceId }) => serviceId,
    );
    const unwanted = [
      ...[...kept.values()].flatMap((ofService) => backupsToRemove(ofService, now)),
      ...rows.filter(({ deletedAt }) => deletedAt !== null && deletedAt < addMs(now, -KEPT_DAYS * DAY_MS)).map(({ id }) => id),
    ];
    if (unwanted.length === 0) return;
    await db.update(serviceBackups).set({ removalWantedAt: now }).where(inArray(serviceBackups.id, unwanted));
  });

/** Removes from the store what is not wanted and what a failed backup may have left, then the rows. */
const removeUnwanted = async (ctx: SystemContext, signal: AbortSignal): Promise<void> => {
  const now = ctx.clock.now();
  const isUncleared = and(eq(serviceBackups.state, 'failed'), isNull(serviceBackups.clearedAt));
  const rows = await ctx.db
    .select({ id: serviceBackups.id, object: serviceBackups.object, removalWantedAt: serviceBackups.removalWantedAt })
    .from(serviceBackups)
    .where(or(isNotNull(serviceBackups.removalWantedAt), isUncleared))
    .limit(REMOVED_AT_ONCE);
  for (const { id, object, removalWantedAt } of rows) {
    if (signal.aborted) return;
    await ctx.gateways.services.backups.remove(object, signal);
    await withTransaction(ctx, async ({ db }) => {
      if (removalWantedAt !== null) await db.delete(serviceBackups).where(eq(serviceBackups.id, id));
      else await db.update(serviceBackups).set({ clearedAt: now }).where(eq(serviceBackups.id, id));
    });
  }
  await ctx.db
    .delete(serviceBackups)
    .where(
      and(
        eq(serviceBackups.state, 'failed'),
        isNotNull(serviceBackups.clearedAt),
        lt(serviceBackups.takenAt, addMs(now, -KEPT_DAYS * DAY_MS)),
      ),
    );
};

/** A backup that the store no longer has as it was is not good. One that was taken since the listing is not judged. */
const compareWithStore = async (ctx: SystemContext, signal: AbortSignal): Promise<void> => {
  const good = await ctx.db
    .select({ id: serviceBackups.id, object: serviceBackups.object, bytes: serviceBackups.bytes })
    .from(serviceBackups)
    .where(isGood);
  if (good.length === 0) return;
  const listed = await ctx.gateways.services.backups.list(`${await installationId(ctx.db)}/`, signal);
  const sizes = new Map(listed.map(({ object, bytes }) => [object, bytes]));
  for (const { id, object, bytes } of good) {
    const found = sizes.get(object);
    if (found === bytes) continue;
    const failure =
      found === undefined ? 'The backup is no longer in the store.' : `The backup in the store has ${found} bytes instead of ${bytes}.`;
    await ctx.db.update(serviceBackups).set({ state: 'failed', failure }).where(eq(serviceBackups.id, id));
  }
};

const STORE_MS = 60 * SECOND_MS;

/**
 * Job: begins the backups and drills that are due, stores what is wrong with the backups of each service, and removes what the rule
 * no longer keeps. All of it is decided from rows, so it does not matter how long no sweep ran.
 */
export const sweepBackups = useCase({
  name: 'services/sweep-backups',
  access: 'system',
})(async (ctx: SystemContext, { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  for (const facts of await readFacts(ctx.db)) {
    if (signal.aborted) return;
    await storeProblem(ctx, facts);
    await beginDue(ctx, facts);
  }
  await applyRetention(ctx);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(STORE_MS)]);
  try {
    if (ctx.clock.now().getMinutes() === LISTING_MINUTE) await compareWithStore(ctx, limit);
    await removeUnwanted(ctx, limit);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ProviderError) && !limit.aborted) throw error;
    ctx.log.warn({ err: error }, 'the backup store could not be tidied');
  }
});
