import { alerts, deliveries, deliveryAttempts } from '@notafter/db';
import { type AlertResolution, type AlertRule, DomainError } from '@notafter/domain';
import { deliveryIdInput } from '@notafter/domain/inputs';
import { and, asc, eq } from 'drizzle-orm';
import { namesCertificateWithin } from '../../certificate-reach.ts';
import { useCase } from '../../use-case.ts';
import { type LogEntry, selectEntries, toEntry } from './internal/log-entry.ts';

export interface DeliveryStory {
  readonly entry: LogEntry;
  /** Attempts of the message that contains it, first to last. */
  readonly attempts: readonly {
    readonly attempt: number;
    readonly startedAt: Date;
    readonly finishedAt: Date | null;
    readonly outcome: 'delivered' | 'retry' | 'unknown' | 'refused' | 'broken' | null;
    readonly status: number | null;
    readonly answer: string | null;
  }[];
  readonly alert: {
    readonly summary: string;
    readonly rule: AlertRule;
    readonly threshold: number;
    readonly raisedAt: Date;
    readonly acknowledgedAt: Date | null;
    readonly escalatedAt: Date | null;
    readonly resolvedAt: Date | null;
    readonly resolution: AlertResolution | null;
  } | null;
}

/** Returns one delivery with its alert, and every attempt with its answer. Throws `notification_not_found`. */
export const getDelivery = useCase({
  name: 'notifications/get-delivery',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: deliveryIdInput,
})(async (ctx, { id }): Promise<DeliveryStory> => {
  const [row] = await selectEntries(
    ctx.db,
    and(eq(deliveries.id, id), eq(deliveries.orgId, ctx.org.id), namesCertificateWithin(ctx.reach, alerts.certificateId)),
  );
  if (row === undefined) throw new DomainError('notification_not_found');
  const { messageId, alertId } = row.delivery;
  const { attempt, startedAt, finishedAt, outcome, status, answer } = deliveryAttempts;
  const attempts =
    messageId === null
      ? []
      : await ctx.db
          .select({ attempt, startedAt, finishedAt, outcome, status, answer })
          .from(deliveryAttempts)
          .where(eq(deliveryAttempts.messageId, messageId))
          .orderBy(asc(attempt));
  const { summary, rule, threshold, raisedAt, acknowledgedAt, escalatedAt, resolvedAt, resolution } = alerts;
  const [alert] =
    alertId === null
      ? []
      : await ctx.db
          .select({ summary, rule, threshold, raisedAt, acknowledgedAt, escalatedAt, resolvedAt, resolution })
          .from(alerts)
          .where(eq(alerts.id, alertId));
  return { entry: toEntry(row, ctx.clock.now()), attempts, alert: alert ?? null };
});
