import {
  alertSnoozes,
  maintenanceWindows,
  notificationChannels,
  notificationSettings,
  organizations,
  type Transaction,
} from '@notafter/db';
import {
  type CertificateId,
  type ChannelQueue,
  digestAt,
  effectivePlan,
  entitlementsOf,
  type OrganizationId,
  type QuietHours,
  type Suppression,
  suppressionAt,
} from '@notafter/domain';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { LedgerContext } from '../../ledger/internal/ledger-context.ts';

/** Current routes of an organization's alerts, as its plan allows. */
export interface Route {
  /** Those that are enabled, complete, not broken and in the plan. */
  readonly channels: readonly { readonly queue: ChannelQueue; readonly inDefaultRoute: boolean }[];
  readonly statusPage: boolean;
  readonly digestHours: number | null;
  readonly quietHours: QuietHours | null;
  /** Maintenance windows that are not over. */
  readonly windows: readonly { readonly startsAt: Date; readonly endsAt: Date }[];
}

/** For these organizations; one that an operator disabled gets nothing and is absent. */
export const loadRoutes = async (
  { db, clock, config }: LedgerContext,
  orgIds: readonly OrganizationId[],
): Promise<Map<OrganizationId, Route>> => {
  const ids = [...new Set(orgIds)];
  const owners = await db
    .select({
      id: organizations.id,
      plan: organizations.plan,
      groupingEnabled: notificationSettings.groupingEnabled,
      groupingIntervalHours: notificationSettings.groupingIntervalHours,
      statusPageEnabled: notificationSettings.statusPageEnabled,
      quietHours: notificationSettings.quietHours,
    })
    .from(organizations)
    .leftJoin(notificationSettings, eq(notificationSettings.orgId, organizations.id))
    .where(and(inArray(organizations.id, ids), eq(organizations.disabled, false)));
  const usable = and(
    eq(notificationChannels.enabled, true),
    eq(notificationChannels.complete, true),
    isNull(notificationChannels.brokenAt),
  );
  const channels = Map.groupBy(
    await db
      .select({
        orgId: notificationChannels.orgId,
        type: notificationChannels.type,
        queue: notificationChannels.queue,
        inDefaultRoute: notificationChannels.inDefaultRoute,
      })
      .from(notificationChannels)
      .where(and(inArray(notificationChannels.orgId, ids), usable)),
    ({ orgId }) => orgId,
  );
  const windows = Map.groupBy(
    await db
      .select({ orgId: maintenanceWindows.orgId, startsAt: maintenanceWindows.startsAt, endsAt: maintenanceWindows.endsAt })
      .from(maintenanceWindows)
      .where(and(inArray(maintenanceWindows.orgId, ids), gt(maintenanceWindows.endsAt, clock.now()))),
    ({ orgId }) => orgId,
  );
  return new Map(
    owners.map(({ id, plan, ...settings }) => {
      const { channels: sold, team: smart } = entitlementsOf(effectivePlan(plan, config.defaultPlan));
      return [
        id,
        {
          channels: (channels.get(id) ?? []).filter(({ type }) => sold.includes(type)),
          statusPage: smart && settings.statusPageEnabled === true,
          digestHours: smart && settings.groupingEnabled === true ? settings.groupingIntervalHours : null,
          quietHours: smart ? settings.quietHours : null,
          windows: windows.get(id) ?? [],
        },
      ];
    }),
  );
};

/** Returns where an alert goes: to the channels of the matching routes, or without one (`routed` absent) to the default route. */
export const queuesOf = ({ channels }: Route, routed: ReadonlySet<ChannelQueue> | undefined): ChannelQueue[] =>
  channels.filter(({ queue, inDefaultRoute }) => (routed === undefined ? inDefaultRoute : routed.has(queue))).map(({ queue }) => queue);

/** Returns the ends of current snoozes, by certificate. */
export const loadSnoozes = async (db: Transaction, ids: readonly CertificateId[], now: Date): Promise<Map<CertificateId, Date>> => {
  const rows = await db
    .select({ certificateId: alertSnoozes.certificateId, until: alertSnoozes.until })
    .from(alertSnoozes)
    .where(and(inArray(alertSnoozes.certificateId, [...new Set(ids)]), gt(alertSnoozes.until, now)));
  return new Map(rows.map(({ certificateId, until }) => [certificateId, until]));
};

/** When a delivery that is created now is sent, and why not immediately. */
export interface DeliverySchedule {
  readonly dueAt: Date;
  readonly heldFor: Suppression['heldFor'] | 'digest' | null;
}

interface PendingDelivery {
  readonly snoozedUntil: Date | null;
  /** It may be part of a digest. */
  readonly grouped: boolean;
  /** If that was before now, the next digest counts. */
  readonly cameUpAt?: Date;
}

/** A digest is sent at its own time, with the suppressions at that time. Evaluated again when it is due. */
export const scheduleDelivery = (
  { digestHours, quietHours, windows }: Route,
  { snoozedUntil, grouped, cameUpAt }: PendingDelivery,
  now: Date,
): DeliverySchedule => {
  const next = grouped && digestHours !== null ? digestAt(cameUpAt ?? now, digestHours) : now;
  const digest = next > now ? next : null;
  const from = digest ?? now;
  const ends = windows.filter(({ startsAt, endsAt }) => startsAt <= from && from < endsAt).map(({ endsAt }) => endsAt.getTime());
  const maintenanceUntil = ends.length === 0 ? null : new Date(Math.max(...ends));
  const hold = suppressionAt({ quietHours, maintenanceUntil, snoozedUntil }, from);
  if (hold !== null) return { dueAt: hold.until, heldFor: hold.heldFor };
  return { dueAt: from, heldFor: digest === null ? null : 'digest' };
};
