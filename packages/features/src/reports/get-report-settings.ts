import { type Executor, reportDeliveries, reportSchedules } from '@notafter/db';
import type { OrganizationId, ReportRecipientState, ReportSchedule } from '@notafter/domain';
import { desc, eq } from 'drizzle-orm';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { listRecipients, type ReportDeliveryRow, stateOfRecipient } from './internal/recipients.ts';

export interface ReportRecipient {
  readonly email: string;
  readonly state: ReportRecipientState;
  readonly lastSentAt: Date | null;
  /** Why the last report did not arrive, or does not arrive yet; null if it did. */
  readonly problem: string | null;
}

export interface ReportSettings extends ReportSchedule {
  readonly enabled: boolean;
  readonly recipients: readonly string[];
  /** The same addresses, with what becomes of their reports. */
  readonly recipientStates: readonly ReportRecipient[];
  /** Null while it is off. */
  readonly nextAt: Date | null;
  /** To anyone. */
  readonly lastSentAt: Date | null;
  /** Null before it was first saved. */
  readonly updatedAt: Date | null;
}

/** Before anything was saved. */
const unsaved = { enabled: false, frequency: 'weekly', hour: 8, timeZone: 'UTC', nextAt: null, updatedAt: null } as const;

const latest = (instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null);

export const findSchedule = async (db: Executor, orgId: OrganizationId) => {
  const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.orgId, orgId));
  return row ?? unsaved;
};

export const readSettings = async ({ db, org }: Pick<OrgContext, 'org'> & { readonly db: Executor }): Promise<ReportSettings> => {
  const { enabled, frequency, hour, timeZone, nextAt, updatedAt } = await findSchedule(db, org.id);
  const listed = await listRecipients(db, org.id);
  const deliveries = await db
    .select()
    .from(reportDeliveries)
    .where(eq(reportDeliveries.orgId, org.id))
    .orderBy(desc(reportDeliveries.dueAt));
  const sentTo = (rows: readonly ReportDeliveryRow[]): Date | null => latest(rows.map(({ sentAt }) => sentAt));
  const recipientStates = listed.map(({ recipient, memberId }): ReportRecipient => {
    const own = deliveries.filter(({ recipientId }) => recipientId === recipient.id);
    const [last] = own.filter(({ state }) => state !== 'canceled');
    return {
      email: recipient.email,
      state: stateOfRecipient(recipient, memberId),
      lastSentAt: sentTo(own),
      problem: last === undefined || last.state === 'sent' ? null : last.problem,
    };
  });
  return {
    ...{ enabled, frequency, hour, timeZone, nextAt, updatedAt, recipientStates },
    recipients: recipientStates.map(({ email }) => email),
    lastSentAt: sentTo(deliveries),
  };
};

/** Returns when the report by mail is due, who gets it, and how its last one went. */
export const getReportSettings = useCase({
  name: 'reports/get-report-settings',
  access: 'member',
  plan: 'reports',
})((ctx): Promise<ReportSettings> => readSettings(ctx));
