import { type Executor, type organizations, type reportDeliveries, reportRecipients, users } from '@notafter/db';
import { type OrganizationId, planIncludes, type ReportRecipientState } from '@notafter/domain';
import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { FeaturesConfig } from '../../context.ts';

export type RecipientRow = typeof reportRecipients.$inferSelect;
export type ReportDeliveryRow = typeof reportDeliveries.$inferSelect;

/** A join condition: the recipient is a member of the organization, and proved the mailbox. */
export const isProvenMember: SQL | undefined = and(
  eq(users.orgId, reportRecipients.orgId),
  eq(users.email, reportRecipients.email),
  isNotNull(users.activatedAt),
  isNotNull(users.mailboxProvenAt),
);

/** A person who leaves the organization and never confirmed is pending again. */
export const stateOfRecipient = ({ unsubscribedAt, confirmedAt }: RecipientRow, memberId: string | null): ReportRecipientState => {
  if (unsubscribedAt !== null) return 'unsubscribed';
  return confirmedAt !== null || memberId !== null ? 'active' : 'pending';
};

/** Returns the listed recipients by address. */
export const listRecipients = (db: Executor, orgId: OrganizationId) =>
  db
    .select({ recipient: reportRecipients, memberId: users.id })
    .from(reportRecipients)
    .leftJoin(users, isProvenMember)
    .where(and(eq(reportRecipients.orgId, orgId), eq(reportRecipients.listed, true)))
    .orderBy(asc(sql`${reportRecipients.email} collate "C"`));

/** Whether the organization's plan includes reports now. */
export const includesReports = (organization: typeof organizations.$inferSelect, { defaultPlan }: FeaturesConfig): boolean =>
  !organization.disabled && planIncludes('reports', organization, defaultPlan);
