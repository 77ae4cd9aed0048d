import { serviceEvents } from '@notafter/db';
import { type BackupSchedule, backupHoldText, DomainError, type ServiceEventId } from '@notafter/domain';
import { serviceRefInput } from '@notafter/domain/inputs';
import { desc, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { reasonAgainstAllowlist } from './internal/allowlist-reason.ts';
import { authorityFile } from './internal/authority.ts';
import { getServiceForOrg } from './internal/service-row.ts';
import { listServiceRows, type ServiceView } from './internal/service-view.ts';

const EVENTS_MAX = 100;

export interface ServiceDetail extends ServiceView {
  /** The CA file that clients verify the service with, one or two CAs in PEM; null before its certificate was issued. */
  readonly authority: string | null;
  /** Names that an admin added for its certificate. */
  readonly extraNames: readonly string[];
  /** The names in its certificate. */
  readonly certificateNames: readonly string[];
  readonly certificateFingerprint256: string | null;
  /** Of the certificate that the engine served at the last look. */
  readonly servedFingerprint256: string | null;
  /** Whether the password can be changed here, not only in the service itself. */
  readonly canRotatePassword: boolean;
  /** Null if it was never changed. */
  readonly passwordChangedAt: Date | null;
  readonly allowlist: {
    /** Null if the addresses of clients can be restricted, otherwise why not. */
    readonly reasonAgainst: string | null;
    /** Addresses and CIDRs; empty: any. */
    readonly ranges: readonly string[];
  };
  readonly backups: {
    /** Null if this solution has backups, otherwise why not. */
    readonly reasonAgainst: string | null;
    /** The effect of a backup on clients, in sentences; null without one. */
    readonly interruption: string | null;
    readonly schedule: BackupSchedule;
    /** A sentence, if backups or drills do not run as they should. */
    readonly problem: string | null;
    /** Where they go. */
    readonly place: string;
  };
  /** Newest first, the last hundred. */
  readonly events: readonly { readonly id: ServiceEventId; readonly text: string; readonly at: Date }[];
}

/** One service without its password. Throws `service_not_found`, also for another organization's. */
export const getService = useCase({
  name: 'services/get-service',
  access: 'member',
  input: serviceRefInput,
})(async (ctx, ref): Promise<ServiceDetail> => {
  const row = await getServiceForOrg(ctx.db, ctx.org.id, ref);
  const [found] = await listServiceRows(ctx, ctx.org.id, { resourceId: ref.resourceId, take: 1 });
  if (found === undefined) throw new DomainError('service_not_found');
  const { id: _id, ...service } = found;
  const { backups } = ctx.gateways.services;
  return {
    ...service,
    canRotatePassword: ctx.gateways.services.engines.canSetPassword(row.solution),
    passwordChangedAt: row.passwordChangedAt,
    authority: row.authorityId === null ? null : await authorityFile(ctx),
    extraNames: row.extraNames,
    certificateNames: row.certificateNames,
    certificateFingerprint256: row.certificateFingerprint256,
    servedFingerprint256: row.servedFingerprint256,
    allowlist: { reasonAgainst: await reasonAgainstAllowlist(ctx, row), ranges: row.allowlist },
    backups: {
      reasonAgainst: backups.reasonAgainst(row.solution, row.cloud),
      interruption: backupHoldText(row.solution, row.version),
      schedule: row.backupSchedule,
      problem: row.backupProblem,
      place: backups.place,
    },
    events: await ctx.db
      .select({ id: serviceEvents.id, text: serviceEvents.text, at: serviceEvents.at })
      .from(serviceEvents)
      .where(eq(serviceEvents.serviceId, row.id))
      .orderBy(desc(serviceEvents.at), desc(serviceEvents.id))
      .limit(EVENTS_MAX),
  };
});
