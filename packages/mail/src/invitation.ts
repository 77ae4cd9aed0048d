import { type Mail, plural } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';

type Invitation = Extract<Mail, { kind: 'invitation' }>;

const NAME_MAX_LENGTH = 40;

/**
 * People choose the name of their organization and we mail it to strangers. A name that could be read as a link or a message
 * is omitted, except the domain of the inviter's own address, which is proven and the default name.
 */
const organizationText = ({ organization, inviter }: Invitation): string => {
  const isPlain = organization.length <= NAME_MAX_LENGTH && /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} &'’-]*$/u.test(organization);
  return isPlain || inviter?.endsWith(`@${organization}`) === true ? `the team of ${organization}` : 'a team';
};

/** The subject contains no text that a stranger wrote. */
export const renderInvitation = (mail: Invitation): RenderedMail => {
  const { inviter, role, firstName, link, validDays } = mail;
  const team = organizationText(mail);
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
