import { dateTimeText, type Mail, type SecurityEvent } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';

type SecurityNotice = Extract<Mail, { kind: 'security-notice' }>;

/** Subject and first sentence of each event. */
const words: Record<SecurityEvent, readonly [subject: string, opening: string]> = {
  'password-changed': ['Your Notafter password was changed', 'The password of your Notafter account was changed.'],
  'password-set': ['A password was set for your Notafter account', 'Your Notafter account now has a password.'],
  'email-changed': [
    'The address of your Notafter account was changed',
    'The email address of your Notafter account was changed. You can no longer sign in with this address. All other sessions were signed out.',
  ],
  'token-added': ['A token was created for your Notafter account', 'A token that acts with your permissions was created.'],
  'passkey-added': ['A passkey was added to your Notafter account', 'A passkey that signs in to your Notafter account was added.'],
  'passkey-removed': ['A passkey was removed from your Notafter account', 'A passkey of your Notafter account was removed.'],
  'totp-added': ['Two-factor authentication is on for your Notafter account', 'An authenticator app was set up for your Notafter account.'],
  'totp-removed': [
    'Two-factor authentication is off for your Notafter account',
    'The authenticator app of your Notafter account was removed.',
  ],
  'recovery-codes-renewed': [
    'New recovery codes for your Notafter account',
    'New recovery codes were created for your Notafter account. The old ones no longer work.',
  ],
  'recovery-code-used': [
    'A recovery code of your Notafter account was used',
    'A recovery code was used for your Notafter account instead of the authenticator app.',
  ],
  'second-factor-refused': [
    'Wrong codes were entered for your Notafter account',
    'Someone entered the right password, or used a linked account, and then entered several wrong codes. They did not sign in.',
  ],
  'github-linked': ['GitHub was linked to your Notafter account', 'A GitHub account that signs in to your Notafter account was linked.'],
  'github-removed': ['GitHub was unlinked from your Notafter account', 'The GitHub account of your Notafter account was unlinked.'],
  'google-linked': ['Google was linked to your Notafter account', 'A Google account that signs in to your Notafter account was linked.'],
  'google-removed': ['Google was unlinked from your Notafter account', 'The Google account of your Notafter account was unlinked.'],
  'account-closed': ['Your Notafter account was deleted', 'You left your organization. Your Notafter account and its data were deleted.'],
};

/** The advice for a change that a stranger made. */
const adviceFor = (event: SecurityEvent): string => {
  switch (event) {
    case 'email-changed':
    case 'account-closed':
      return "If it wasn't you, contact an admin of your organization.";
    default:
      return "If it wasn't you, choose a new password with Forgot Password? on the sign-in page to sign everyone out. Then review your profile.";
  }
};

/** Renders what happened to an account, when and from where. Contains no text from other people. */
export const renderSecurityNotice = ({ firstName, event, at, ip, device, link }: SecurityNotice): RenderedMail => {
  const [subject, opening] = words[event];
  const from = [device, ip].filter((part) => part !== null).join(', ');
  const gone = event === 'account-closed' || event === 'email-changed';
  return renderLetter({
    subject,
    firstName,
    opening,
    action: { label: gone ? 'Open Notafter' : 'Open Your Profile', link },
    closing: [
      `When: ${dateTimeText(at)}`,
      ...(from === '' ? [] : [`From: ${from}`]),
      "If it was you, you don't need to do anything.",
      adviceFor(event),
    ],
  });
};
