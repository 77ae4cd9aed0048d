import { dateTimeText, type Mail, type SecurityEvent } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';

type SecurityNotice = Extract<Mail, { kind: 'security-notice' }>;

/** Subject and first sentence of each event. */
const words: Record<SecurityEvent, readonly [subject: string, opening: string]> = {
  'password-changed': ['Your Notafter password was changed', 'The password of your Notafter account was changed.'],
  'password-set': ['Your Notafter account has a password now', 'A password was set for your Notafter account.'],
  'email-changed': [
    'The address of your Notafter account was changed',
    'The email address of your Notafter account was changed. This address signs in no more, and every other browser was signed out.',
  ],
  'token-added': ['A token was made for your Notafter account', 'A token that acts with your rights was made.'],
  'passkey-added': ['A passkey was added to your Notafter account', 'A passkey that signs in to your Notafter account was added.'],
  'passkey-removed': ['A passkey was removed from your Notafter account', 'A passkey of your Notafter account was removed.'],
  'totp-added': ['Two-step sign-in is on for your Notafter account', 'An authenticator app was set up for your Notafter account.'],
  'totp-removed': ['Two-step sign-in is off for your Notafter account', 'The authenticator app of your Notafter account was removed.'],
  'recovery-codes-renewed': [
    'New recovery codes for your Notafter account',
    'New recovery codes were made for your Notafter account. The old ones no longer work.',
  ],
  'recovery-code-used': [
    'A recovery code of your Notafter account was used',
    'A recovery code was used for your Notafter account instead of the authenticator app.',
  ],
  'second-factor-refused': [
    'Wrong codes were entered for your Notafter account',
    'Somebody gave the right password, or came by a linked account, and then entered several wrong codes. They did not get in.',
  ],
  'github-linked': ['GitHub was linked to your Notafter account', 'A GitHub account that signs in to your Notafter account was linked.'],
  'github-removed': ['GitHub was unlinked from your Notafter account', 'The GitHub account of your Notafter account was unlinked.'],
  'google-linked': ['Google was linked to your Notafter account', 'A Google account that signs in to your Notafter account was linked.'],
  'google-removed': ['Google was unlinked from your Notafter account', 'The Google account of your Notafter account was unlinked.'],
  'account-closed': [
    'Your Notafter account was deleted',
    'You left your organization, and your Notafter account was deleted with all it held.',
  ],
};

/** What a stranger's doing leaves the owner to do. */
const adviceFor = (event: SecurityEvent): string => {
  switch (event) {
    case 'email-changed':
    case 'account-closed':
      return 'If it was not you, tell an admin of your organization.';
    default:
      return 'If it was not you, choose a new password with Forgot Password? on the sign-in page. It signs everyone out. Then look through your profile.';
  }
};

/** What happened to an account, when and from where, in words of our own only. */
export const renderSecurityNotice = ({ firstName, event, at, ip, device, link }: SecurityNotice): RenderedMail => {
  const [subject, opening] = words[event];
  const from = [device, ip].filter((part) => part !== null).join(', ');
  const gone = event === 'account-closed' || event === 'email-changed';
  return renderLetter({
    subject,
    firstName,
    opening,
    action: { label: gone ? 'Open Notafter' : 'Open your profile', link },
    closing: [
      `When: ${dateTimeText(at)}`,
      ...(from === '' ? [] : [`From: ${from}`]),
      'If it was you, there is nothing to do.',
      adviceFor(event),
    ],
  });
};
