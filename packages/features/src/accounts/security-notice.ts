import { newId } from '@notafter/db';
import type { SecurityEvent, UserId } from '@notafter/domain';
import type { RequestOrigin, SystemContext, TransactionContext } from '../context.ts';
import { sendSecurityNoticeJob } from './account-jobs.ts';

type Tx = TransactionContext<SystemContext & { readonly origin: RequestOrigin }>;

const USER_AGENT_MAX_LENGTH = 400;

interface NoticeOptions {
  /** The address to notify, if it is not, or will not be, the person's current address. */
  readonly to?: string;
}

/**
 * Notifies a person by mail of a change to their account, with its time and origin; the mail is sent if and only if the
 * transaction commits. Call it in the transaction of the change.
 */
export const enqueueSecurityNotice = async (
  { db, jobs, clock, origin }: Tx,
  userId: UserId,
  event: SecurityEvent,
  { to }: NoticeOptions = {},
): Promise<void> => {
  const userAgent = origin.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null;
  const notice = { noticeId: newId(), userId, to: to ?? null, event, at: clock.now().toISOString(), ip: origin.ip, userAgent };
  await jobs.enqueue(db, sendSecurityNoticeJob, notice);
};
