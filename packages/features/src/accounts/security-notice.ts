import { newId } from '@notafter/db';
import type { SecurityEvent, UserId } from '@notafter/domain';
import type { RequestOrigin, SystemContext, TransactionContext } from '../context.ts';
import { sendSecurityNoticeJob } from './account-jobs.ts';

type Tx = TransactionContext<SystemContext & { readonly origin: RequestOrigin }>;

const USER_AGENT_MAX_LENGTH = 400;

interface NoticeOptions {
  /** The address to tell, where it is not, or will not be, the person's own any more. */
  readonly to?: string;
}

/**
 * Tells a person by mail what was done to their account, when and from where; the mail goes out exactly when the transaction
 * holds. Call it in the transaction of the change.
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
