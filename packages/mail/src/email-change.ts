import type { Mail } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';

type EmailChangeMail = Extract<Mail, { kind: 'email-change' }>;

/** Both addresses are asked to confirm; only the advice for strangers differs. */
export const renderEmailChange = ({ side, firstName, newEmail, link, validHours }: EmailChangeMail): RenderedMail => {
  const works = `The link works for ${validHours} hours. Your email changes when both addresses have confirmed.`;
  if (side === 'old') {
    return renderLetter({
      subject: 'Confirm your Notafter email change',
      firstName,
      opening: `Someone who is signed in to your Notafter account requested to change its email address to ${newEmail}. If it was you, confirm it here:`,
      action: { label: 'Confirm the Change', link },
      closing: [
        works,
        "If it wasn't you, don't confirm. Choose a new password with Forgot Password? on the sign-in page to sign everyone out.",
      ],
    });
  }
  return renderLetter({
    subject: 'Confirm your new email address for Notafter',
    // The reader may not be the person who typed this address.
    firstName: '',
    opening: 'Someone requested to use this address for their Notafter account. If it was you, confirm it here:',
    action: { label: 'Confirm This Address', link },
    closing: [works, "If it wasn't you, ignore this mail. Nothing changes unless you open the link."],
  });
};
