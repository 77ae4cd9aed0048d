import type { LinkPurpose } from '@notafter/auth';
import { oneTimeLinks, users } from '@notafter/db';
import { HOUR_MS, type Mail, MINUTE_MS, type OneTimeLinkId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';

interface LinkRow {
  readonly purpose: LinkPurpose;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly email: string;
  readonly firstName: string;
}

const mailFor = (ctx: SystemContext, linkId: OneTimeLinkId, row: LinkRow): Mail => {
  const token = ctx.auth.signLink(row.purpose, linkId);
  const validMs = row.expiresAt.getTime() - row.createdAt.getTime();
  const person = { to: row.email, firstName: row.firstName };
  const base = ctx.config.publicUrl.replace(/\/$/, '');
  switch (row.purpose) {
    case 'account-activation':
      return { ...person, kind: row.purpose, link: `${base}/activate/${token}`, validHours: Math.round(validMs / HOUR_MS) };
    case 'mailbox-proof':
      return { ...person, kind: row.purpose, link: `${base}/confirm-mailbox/${token}`, validMinutes: Math.round(validMs / MINUTE_MS) };
    case 'password-reset':
      return { ...person, kind: row.purpose, link: `${base}/reset-password/${token}`, validMinutes: Math.round(validMs / MINUTE_MS) };
  }
};

/**
 * Job: mails one link, derived again from its id and the secret key. Sends nothing for a link that is used, expired or deleted,
 * or that would activate an active account. Rejects with the mailer's error, so that the queue retries.
 */
export const sendAccountMail = useCase({
  name: 'accounts/send-account-mail',
  access: 'system',
})(async (ctx, { linkId }: { readonly linkId: OneTimeLinkId }): Promise<void> => {
  const [row] = await ctx.db
    .select({
      purpose: oneTimeLinks.purpose,
      createdAt: oneTimeLinks.createdAt,
      expiresAt: oneTimeLinks.expiresAt,
      usedAt: oneTimeLinks.usedAt,
      email: users.email,
      firstName: users.firstName,
      activatedAt: users.activatedAt,
    })
    .from(oneTimeLinks)
    .innerJoin(users, eq(users.id, oneTimeLinks.userId))
    .where(eq(oneTimeLinks.id, linkId));
  if (row === undefined || row.usedAt !== null || row.expiresAt <= ctx.clock.now()) return;
  if (row.purpose === 'account-activation' && row.activatedAt !== null) return;
  await ctx.gateways.mailer.send(mailFor(ctx, linkId, row), linkId);
});
