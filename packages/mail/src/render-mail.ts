import { dateTimeText, type Mail, plural } from '@notafter/domain';
import { renderAlert } from './alert.ts';
import { renderEmailChange } from './email-change.ts';
import { renderInvitation } from './invitation.ts';
import { type RenderedMail, renderLetter } from './layout.ts';
import { renderSecurityNotice } from './security-notice.ts';

/** Subject, plain text and HTML of a mail. The link stands in full in both bodies; nothing remote is loaded. */
export const renderMail = (mail: Mail): RenderedMail => {
  switch (mail.kind) {
    case 'account-activation':
      return renderLetter({
        subject: 'Activate your Notafter account',
        firstName: mail.firstName,
        opening: 'Welcome to Notafter. Confirm that this address is yours to activate your account:',
        action: { label: 'Activate account', link: mail.link },
        closing: [
          `The link works for ${plural(mail.validHours, 'hour')}.`,
          'If you did not sign up, ignore this mail. Without the link the account stays closed.',
        ],
      });
    case 'mailbox-proof':
      return renderLetter({
        subject: 'Confirm your mailbox for Notafter',
        firstName: mail.firstName,
        opening: 'Someone who is signed in to your Notafter account asked to confirm that this mailbox is theirs. If it was you, open:',
        action: { label: 'Confirm mailbox', link: mail.link },
        closing: [
          `Open it in the browser where you are signed in. The link works once, for ${plural(mail.validMinutes, 'minute')}.`,
          'If it was not you, someone knows your password: reset it on the sign-in page, and do not open the link.',
        ],
      });
    case 'password-reset':
      return renderLetter({
        subject: 'Reset your Notafter password',
        firstName: mail.firstName,
        opening: 'Someone asked to reset the password of your Notafter account. If it was you, choose a new one here:',
        action: { label: 'Choose a new password', link: mail.link },
        closing: [
          `The link works once, for ${plural(mail.validMinutes, 'minute')}. A new password signs you out everywhere.`,
          'If it was not you, ignore this mail. Your password stays as it is.',
        ],
      });
    case 'email-change':
      return renderEmailChange(mail);
    case 'security-notice':
      return renderSecurityNotice(mail);
    case 'invitation':
      return renderInvitation(mail);
    case 'channel-broken':
      return renderLetter({
        subject: `${mail.channel} takes no alerts any more`,
        firstName: mail.firstName,
        opening: `${mail.channel} refused an alert for good. Nothing more is sent there until you look at it.`,
        action: { label: 'Open channel settings', link: mail.link },
        closing: [
          `It answered: ${mail.reason}`,
          'Alerts that did not arrive are listed under Recent Alerts, where each can be sent again.',
        ],
      });
    case 'mass-outage':
      return renderLetter({
        subject: 'Many endpoints cannot be reached at once',
        firstName: 'operator',
        opening: `${mail.detail} That many at once is likely the trouble of this installation: its network, its DNS, its egress.`,
        action: { label: 'Open Notafter', link: mail.link },
        closing: [
          'No team is told of these endpoints while this lasts, at most for a day. What cannot be reached after that alerts as usual.',
        ],
      });
    case 'jobs-late':
      return renderLetter({
        subject: 'Checks and alerts are late',
        firstName: 'operator',
        opening: `This Notafter server has not done its work since ${dateTimeText(mail.since)}. Late: ${mail.late.join(', ')}.`,
        action: { label: 'Open Notafter', link: mail.link },
        closing: [
          'Certificates may not be checked, and alerts may not be sent, until it recovers.',
          'Check that PostgreSQL answers. If it does and the jobs stay late, the server ends itself so that its supervisor restarts it.',
        ],
      });
    case 'alert':
      return renderAlert(mail.message);
  }
};
