import { alerts, deliveries } from '@notafter/db';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import type { PredictedAlert } from './predict.ts';
import { START } from './world.ts';

const minuteOf = (instant: Date | null): number | null => (instant === null ? null : Math.floor((instant.getTime() - START) / 60_000));
const day = (minute: number | null): string =>
  minute === null ? '-' : new Date(START + minute * 60_000).toISOString().slice(5, 16).replace('T', ' ');

const alertRow = (
  domain: string,
  rule: string,
  threshold: number,
  times: {
    raisedAt: number | null;
    ending: string | null;
    endedAt: number | null;
    acknowledgedAt: number | null;
    escalatedAt: number | null;
  },
): string => {
  const { raisedAt, ending, endedAt, acknowledgedAt, escalatedAt } = times;
  const end = `${ending ?? 'open'} ${day(endedAt)}`;
  return `${domain} ${rule} ${threshold} raised ${day(raisedAt)}, ${end}, acknowledged ${day(acknowledgedAt)}, escalated ${day(escalatedAt)}`;
};

/** The table of the year, a line per alert and one per delivery. */
export const predictedRows = (predicted: readonly PredictedAlert[]): string[] =>
  predicted
    .flatMap(({ domain, rule, threshold, sent, ...times }) => [
      alertRow(domain, rule, threshold, times),
      ...sent.map(
        ({ channel, kind, state, at }) => `${domain} ${rule} ${threshold} ${day(times.raisedAt)}: ${channel} ${kind} ${state} ${day(at)}`,
      ),
    ])
    .sort();

/** The same of the product's actual alerts. */
export const livedRows = async ({ db }: SystemContext): Promise<string[]> => {
  const raised = await db.select().from(alerts);
  const sent = await db
    .select({ alert: alerts, delivery: deliveries })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId));
  return [
    ...raised.map(({ domain, rule, threshold, resolution, ...row }) =>
      alertRow(domain, rule, threshold, {
        raisedAt: minuteOf(row.raisedAt),
        ending: resolution,
        endedAt: minuteOf(row.resolvedAt),
        acknowledgedAt: minuteOf(row.acknowledgedAt),
        escalatedAt: minuteOf(row.escalatedAt),
      }),
    ),
    ...sent.map(
      ({ alert: { domain, rule, threshold, raisedAt }, delivery: { channel, kind, state, sentAt } }) =>
        `${domain} ${rule} ${threshold} ${day(minuteOf(raisedAt))}: ${channel} ${kind} ${state} ${day(minuteOf(sentAt))}`,
    ),
  ].sort();
};
