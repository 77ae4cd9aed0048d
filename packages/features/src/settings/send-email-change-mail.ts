import type { EmailChangeSide } from '@notafter/auth';
import { emailChanges, users } from '@notafter/db';
import { type EmailChangeId, emailChangeStateOf, HOUR_MS } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';

interface EmailChangeMail {
  readonly changeId: EmailChangeId;
  readonly side: EmailChangeSide;
}

/**
 * Job: mails one of the two links of a change, derived again from its id and the secret key. Sends nothing for a change that
 * was canceled, replaced, completed or expired. Rejects with the mailer's error, so that the queue retries.
 */
export const sendEmailChangeMail = useCase({
  name: 'settings/send-email-change-mail',
  access: 'system',
})(async (ctx, { changeId, side }: EmailChangeMail): Promise<void> => {
  const [row] = await ctx.db
    .select({ change: emailChanges, email: users.email, firstName: users.firstName })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(eq(emailChanges.id, changeId));
  if (row === undefined || emailChangeStateOf(row.change, ctx.clock.now()) !== 'open') return;
  const { newEmail, createdAt, expiresAt } = row.change;
  await ctx.gateways.mailer.send(
    {
      kind: 'email-change',
      side,
      to: side === 'old' ? row.email : newEmail,
      firstName: row.firstName,
      newEmail,
      link: `${ctx.config.publicUrl.replace(/\/$/, '')}/confirm-email/${ctx.auth.signEmailChange(side, changeId)}`,
      validHours: Math.round((expiresAt.getTime() - createdAt.getTime()) / HOUR_MS),
    },
    `${changeId}-${side}`,
  );
});
