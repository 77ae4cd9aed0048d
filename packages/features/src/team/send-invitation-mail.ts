import { invitations, organizations, users } from '@notafter/db';
import { DAY_MS, type InvitationId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { isOpen } from './seats.ts';

interface LinkParts {
  readonly email: string;
  readonly orgId: string;
  readonly code: string;
}

/** The page that the mail links to; it prefills from the address, and only its form uses up the code. */
const linkOf = (publicUrl: string, { email, orgId, code }: LinkParts): string =>
  `${publicUrl.replace(/\/$/, '')}/create-password?${new URLSearchParams({ email, org_id: orgId, code })}`;

/**
 * Job: mails one invitation, its code derived again from its id and the secret key. Sends nothing if it was accepted, revoked
 * or expired in the meantime. Rejects with the mailer's error, so that the queue retries.
 */
export const sendInvitationMail = useCase({
  name: 'team/send-invitation-mail',
  access: 'system',
})(async (ctx, { invitationId }: { readonly invitationId: InvitationId }): Promise<void> => {
  const now = ctx.clock.now();
  const [row] = await ctx.db
    .select({ invitation: invitations, organization: organizations.name, disabled: organizations.disabled, inviter: users.email })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.id, invitationId), isOpen(now)));
  if (row === undefined || row.disabled) return;
  const { email, firstName, role, orgId, expiresAt } = row.invitation;
  const mail = {
    kind: 'invitation',
    to: email,
    firstName,
    inviter: row.inviter,
    organization: row.organization,
    role,
    link: linkOf(ctx.config.publicUrl, { email, orgId, code: ctx.auth.signInvitation(invitationId) }),
    validDays: Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / DAY_MS)),
  } as const;
  // Sending again is another mail; a retry of the job is the same mail.
  await ctx.gateways.mailer.send(mail, `${invitationId}-${expiresAt.getTime()}`);
});
