import { alerts, deliveries } from '@notafter/db';
import { listLogInput } from '@notafter/domain/inputs';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { namesCertificateWithin } from '../../certificate-reach.ts';
import { decodeCursor, encodeCursor } from '../../list-cursor.ts';
import { useCase } from '../../use-case.ts';
import { type LogEntry, selectEntries, toEntry } from './internal/log-entry.ts';

export interface NotificationLog {
  /** Newest first. */
  readonly entries: readonly LogEntry[];
  readonly nextCursor: string | null;
  /** Open, unacknowledged alerts. */
  readonly openCount: number;
}

/** Returns sent, waiting and failed deliveries: one entry per alert and channel. */
export const listNotificationLog = useCase({
  name: 'notifications/list-notification-log',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  input: listLogInput,
})(async (ctx, { limit, cursor, state }): Promise<NotificationLog> => {
  const { db, org } = ctx;
  const place = cursor === undefined || cursor === null ? null : decodeCursor(cursor);
  const rows = await selectEntries(
    db,
    and(
      eq(deliveries.orgId, org.id),
      namesCertificateWithin(ctx.reach, alerts.certificateId),
      state === undefined ? undefined : eq(deliveries.state, state),
      place === null
        ? undefined
        : sql`(${deliveries.createdAt}, ${deliveries.id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`,
    ),
  )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit + 1);
  const [open] = await db
    .select({ count: count() })
    .from(alerts)
    .where(
      and(
        eq(alerts.orgId, org.id),
        namesCertificateWithin(ctx.reach, alerts.certificateId),
        isNull(alerts.resolvedAt),
        isNull(alerts.acknowledgedAt),
      ),
    );
  const entries = rows.slice(0, limit).map((row) => toEntry(row, ctx.clock.now()));
  const last = rows.length > limit ? entries.at(-1) : undefined;
  return {
    entries,
    nextCursor: last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.id }),
    openCount: open?.count ?? 0,
  };
});
