import { type Mail, plural } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';
import { teamText } from './team-text.ts';

type Invitation = Extract<Mail, { kind: 'invitation' }>;

/** The subject contains no text that a stranger wrote. */
export const renderInvitation = (mail: Invitation): RenderedMail => {
  const { inviter, role, firstName, link, validDays } = mail;
  const team = teamText(mail);
  const opening = inviter === null ? `You're invited to ${team} on Notafter` : `${inviter} invites you to ${team} on Notafter`;
  return renderLetter({
    subject: "You're invited to a team on Notafter",
    firstName,
    opening: `${opening} as ${role === 'admin' ? 'an admin' : 'a viewer'}. Notafter alerts teams before TLS certificates expire. Choose a password to join:`,
    action: { label: 'Join the Team', link },
    closing: [
      `You can use the link once, within ${plural(validDays, 'day')}.`,
      "If you don't know this person, ignore this mail. No account is created unless you open the link.",
    ],
  });
};
