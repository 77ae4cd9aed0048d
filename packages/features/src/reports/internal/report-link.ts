import { organizations, reportRecipients, reportSchedules, users } from '@notafter/db';
import { DomainError, networkOf, type ReportFrequency, type ReportRecipientId, type ReportRecipientState } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { RequestContext, SystemContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { isProvenMember, type RecipientRow, stateOfRecipient } from './recipients.ts';

/** The page of one recipient: to confirm, to unsubscribe, to subscribe again. */
export const linkOf = ({ auth, config }: Pick<SystemContext, 'auth' | 'config'>, id: ReportRecipientId): string =>
  `${config.publicUrl.replace(/\/$/, '')}/report/${auth.signReportLink(id)}`;

/** A recipient as the page behind its link shows it. */
export interface LinkedReport {
  readonly email: string;
  readonly organization: string;
  readonly frequency: ReportFrequency;
  /** `removed`: an admin took the address off the list. */
  readonly state: ReportRecipientState | 'removed';
}

export interface OpenedReportLink {
  readonly recipient: RecipientRow;
  readonly linked: LinkedReport;
}

/**
 * Returns the recipient of a signed link. Guesses are throttled per network, links individually. Throws `link_invalid` for a link that
 * was not signed here, `not_found` if the recipient is gone, `rate_limited`.
 */
export const openReportLink = async (ctx: RequestContext, token: string): Promise<OpenedReportLink> => {
  const id = ctx.auth.readReportLink(token);
  if (id === null) {
    await throttleOf(ctx).spend('reportLinkGuessFromNetwork', networkOf(ctx.origin.ip));
    throw new DomainError('link_invalid');
  }
  await throttleOf(ctx).spend('reportLink', id);
  const [row] = await ctx.db
    .select({ recipient: reportRecipients, organization: organizations.name, frequency: reportSchedules.frequency, memberId: users.id })
    .from(reportRecipients)
    .innerJoin(organizations, eq(organizations.id, reportRecipients.orgId))
    .innerJoin(reportSchedules, eq(reportSchedules.orgId, reportRecipients.orgId))
    .leftJoin(users, isProvenMember)
    .where(eq(reportRecipients.id, id));
  if (row === undefined) throw new DomainError('not_found');
  const { recipient, organization, frequency, memberId } = row;
  const state = recipient.listed || recipient.unsubscribedAt !== null ? stateOfRecipient(recipient, memberId) : 'removed';
  return { recipient, linked: { email: recipient.email, organization, frequency, state } };
};

/** The person behind a change by a link, if they are signed in to the organization: its audit row names them. */
export const actorOfLink = (ctx: RequestContext, { orgId }: RecipientRow) =>
  ctx.actor?.via !== 'api-key' && ctx.actor?.orgId === orgId ? ctx.actor : null;
