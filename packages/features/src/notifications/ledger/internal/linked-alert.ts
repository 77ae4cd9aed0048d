import { alerts, type Database, organizations } from '@notafter/db';
import { countdownRules, DomainError, networkOf } from '@notafter/domain';
import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { RequestContext } from '../../../context.ts';
import { throttleOf } from '../../../throttling/throttle.ts';
import { summaryOf } from '../../delivery/internal/render-message.ts';
import type { AlertToSend } from '../../delivery/internal/waiting-deliveries.ts';

/** An alert as the page behind its link shows it. */
export interface LinkedAlert {
  readonly domain: string;
  readonly summary: string;
  readonly raisedAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
}

/** The current alert about the same expiry: a mail from thirty days ago must not say "over" while another threshold is open. */
const findSuccessor = async (db: Database, { orgId, certificateId, occasion }: AlertToSend): Promise<AlertToSend | null> => {
  const [successor] = await db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.orgId, orgId),
        eq(alerts.certificateId, certificateId),
        eq(alerts.occasion, occasion),
        inArray(alerts.rule, [...countdownRules]),
        or(isNull(alerts.resolution), ne(alerts.resolution, 'superseded')),
      ),
    )
    .orderBy(asc(alerts.threshold))
    .limit(1);
  return successor ?? null;
};

/**
 * Returns the alert of a signed link, or the one that replaced it. Guesses are throttled per network, links individually. Throws
 * `link_invalid` for a link that was not signed here, `not_found` for a deleted alert, `rate_limited`.
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
