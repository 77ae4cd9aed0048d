import { alerts, type Database, organizations } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { RequestContext } from '../../../context.ts';
import { networkOf } from '../../../throttling/network-of.ts';
import { throttleOf } from '../../../throttling/throttle.ts';
import { summaryOf } from '../../delivery/internal/render-message.ts';
import type { AlertToSend } from '../../delivery/internal/waiting-deliveries.ts';

/** What the page behind the link in an alert shows to whoever holds it. */
export interface LinkedAlert {
  readonly domain: string;
  readonly summary: string;
  readonly raisedAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
}

/** The alert that stands for the same end now: a mail of thirty days ago must not say that it is over while another threshold is open. */
const findSuccessor = async (db: Database, { orgId, certificateId, occasion }: AlertToSend): Promise<AlertToSend | null> => {
  const [successor] = await db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.orgId, orgId),
        eq(alerts.certificateId, certificateId),
        eq(alerts.occasion, occasion),
        inArray(alerts.rule, ['expiry', 'expired']),
        or(isNull(alerts.resolution), ne(alerts.resolution, 'superseded')),
      ),
    )
    .orderBy(asc(alerts.threshold))
    .limit(1);
  return successor ?? null;
};

/**
 * The alert a signed link names, or the one that took its place. Guesses are throttled by network and links by themselves. Throws `link_invalid` for what
 * was never signed here, `not_found` for an alert that is gone, `rate_limited`.
 */
export const openAlertLink = async (ctx: RequestContext, token: string): Promise<AlertToSend> => {
  const id = ctx.auth.readAlertLink(token);
  if (id === null) {
    await throttleOf(ctx).spend('alertLinkGuessFromNetwork', networkOf(ctx.origin.ip));
    throw new DomainError('link_invalid');
  }
  await throttleOf(ctx).spend('alertLink', id);
  const [row] = await ctx.db
    .select({ alert: alerts })
    .from(alerts)
    .innerJoin(organizations, eq(organizations.id, alerts.orgId))
    .where(and(eq(alerts.id, id), eq(organizations.disabled, false)));
  if (row === undefined) throw new DomainError('not_found');
  return row.alert.resolution === 'superseded' ? ((await findSuccessor(ctx.db, row.alert)) ?? row.alert) : row.alert;
};

export const toLinkedAlert = (alert: AlertToSend, now: Date): LinkedAlert => ({
  domain: alert.domain,
  summary: summaryOf(alert, now),
  raisedAt: alert.raisedAt,
  acknowledgedAt: alert.acknowledgedAt,
  resolvedAt: alert.resolvedAt,
});
