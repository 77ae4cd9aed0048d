import { type Mail, plural } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';

type Invitation = Extract<Mail, { kind: 'invitation' }>;

const NAME_MAX_LENGTH = 40;

/**
 * Anyone may call their organization anything and have us mail it to strangers: a name that could read as a link or a
 * message is left out, but for the domain of the inviter's own address, which is proven and is the name by default.
 */
const organizationText = ({ organization, inviter }: Invitation): string => {
  const isPlain = organization.length <= NAME_MAX_LENGTH && /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} &'’-]*$/u.test(organization);
  return isPlain || inviter?.endsWith(`@${organization}`) === true ? `the team of ${organization}` : 'a team';
};

/** The subject holds nothing that a stranger wrote. */
export const renderInvitation = (mail: Invitation): RenderedMail => {
  const { inviter, role, firstName, link, validDays } = mail;
  const team = organizationText(mail);
  const opening = inviter === null ? `You are invited to ${team} on Notafter` : `${inviter} invites you to ${team} on Notafter`;
  return renderLetter({
    subject: 'You are invited to a team on Notafter',
    firstName,
    opening: `${opening}, which watches the last day of TLS certificates, as ${role === 'admin' ? 'an admin' : 'a viewer'}. Choose a password to join:`,
    action: { label: 'Join the team', link },
    closing: [
      `The link works once, for ${plural(validDays, 'day')}.`,
      'If you do not know who invites you, ignore this mail. No account is made without the link.',
    ],
  });
};
