import type { Mail } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';

type EmailChangeMail = Extract<Mail, { kind: 'email-change' }>;

/** The same question to both addresses; what it means to say nothing differs. */
export const renderEmailChange = ({ side, firstName, newEmail, link, validHours }: EmailChangeMail): RenderedMail => {
  const works = `The link works for ${validHours} hours. The change takes force once both addresses have confirmed it.`;
  if (side === 'old') {
    return renderLetter({
      subject: 'Confirm the change of your Notafter address',
      firstName,
      opening: `Someone who is signed in to your Notafter account asked to change its email address to ${newEmail}. If it was you, confirm it here:`,
      action: { label: 'Confirm the change', link },
      closing: [
        works,
        'If it was not you, do not confirm. Choose a new password with Forgot Password? on the sign-in page: it signs everyone out.',
      ],
    });
  }
  return renderLetter({
    subject: 'Confirm your new Notafter address',
    // Whoever typed this address may not be who reads it.
    firstName: '',
    opening: 'Someone asked to make this the email address of their Notafter account. If it was you, confirm it here:',
    action: { label: 'Confirm this address', link },
    closing: [works, 'If it was not you, ignore this mail. Nothing changes without the link.'],
  });
};
