import { users } from '@notafter/db';
import { deviceOf, type SecurityEvent, type UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';

export interface SecurityNotice {
  readonly noticeId: string;
  readonly userId: UserId;
  readonly to: string | null;
  readonly event: SecurityEvent;
  readonly at: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/**
 * Job: notifies a person by mail of a change to their account. Deleted users are notified only if the notice carries an address.
 * Rejects with the mailer's error, so that the queue retries.
 */
export const sendSecurityNotice = useCase({
  name: 'accounts/send-security-notice',
  access: 'system',
})(async (ctx, notice: SecurityNotice): Promise<void> => {
  const [person] = await ctx.db.select({ email: users.email, firstName: users.firstName }).from(users).where(eq(users.id, notice.userId));
  const to = notice.to ?? person?.email;
  if (to === undefined) return;
  const base = ctx.config.publicUrl.replace(/\/$/, '');
  await ctx.gateways.mailer.send(
    {
      kind: 'security-notice',
      to,
      firstName: person?.firstName ?? '',
      event: notice.event,
      at: new Date(notice.at),
      ip: notice.ip,
      device: deviceOf(notice.userAgent),
      link: notice.to === null ? `${base}/settings?tab=0` : `${base}/`,
    },
    notice.noticeId,
  );
});
