import { serviceBackups, serviceDrills, services } from '@notafter/db';
import type { BackupCause, BackupState, ServiceBackupId, SolutionSlug } from '@notafter/domain';
import { listBackupsInput } from '@notafter/domain/inputs';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { type DrillView, drillView } from './internal/drill-view.ts';

/** More than the rule keeps of one service. */
const BACKUPS_MAX = 500;

export interface BackupView {
  readonly id: ServiceBackupId;
  readonly resourceId: string;
  readonly solution: SolutionSlug;
  /** Since then the service no longer exists, and the backup stays for 30 days. */
  readonly serviceDeletedAt: Date | null;
  readonly cause: BackupCause;
  readonly state: BackupState;
  /** A sentence, if it failed. */
  readonly failure: string | null;
  /** Version of the engine. */
  readonly engine: string;
  /** As stored; null until then. */
  readonly bytes: number | null;
  /** Tables whose rows were counted and did not change meanwhile. */
  readonly tables: number | null;
  readonly takenAt: Date;
  readonly finishedAt: Date | null;
}

/** The backups of a service, or of all services with those that were deleted, newest first; and the last drills. */
export const listBackups = useCase({
  name: 'services/list-backups',
  access: 'member',
  input: listBackupsInput,
})(async (ctx, { resourceId }): Promise<{ readonly backups: readonly BackupView[]; readonly drills: readonly DrillView[] }> => {
  const ofOrg = and(eq(services.orgId, ctx.org.id), resourceId === null ? undefined : eq(services.resourceId, resourceId));
  const rows = await ctx.db
    .select({
      backup: serviceBackups,
      service: { resourceId: services.resourceId, solution: services.solution, deletedAt: services.deletedAt },
    })
    .from(serviceBackups)
    .innerJoin(services, eq(services.id, serviceBackups.serviceId))
    .where(and(ofOrg, isNull(serviceBackups.removalWantedAt)))
    .orderBy(desc(serviceBackups.takenAt), desc(serviceBackups.id))
    .limit(BACKUPS_MAX);
  const drills = await ctx.db
    .select()
    .from(serviceDrills)
    .where(inArray(serviceDrills.serviceId, ctx.db.select({ id: services.id }).from(services).where(ofOrg)))
    .orderBy(desc(serviceDrills.startedAt), desc(serviceDrills.id))
    .limit(BACKUPS_MAX);
  return {
    backups: rows.map(({ backup: { id, cause, state, failure, engine, bytes, contents, takenAt, finishedAt }, service }) => ({
      ...{ id, cause, state, failure, engine, bytes, takenAt, finishedAt },
      resourceId: service.resourceId,
      solution: service.solution,
      serviceDeletedAt: service.deletedAt,
      tables: contents === null ? null : contents.filter(({ hash }) => hash !== null).length,
    })),
    drills: drills.map(drillView),
  };
});
