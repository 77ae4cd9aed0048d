import { dateTimeText, type Mail, plural } from '@notafter/domain';
import { renderAlert } from './alert.ts';
import { renderEmailChange } from './email-change.ts';
import { renderInvitation } from './invitation.ts';
import { type RenderedMail, renderLetter } from './layout.ts';
import { renderReport } from './report.ts';
import { renderReportConfirmation } from './report-confirmation.ts';
import { renderSecurityNotice } from './security-notice.ts';

/** Returns subject, plain text and HTML of a mail. Both bodies contain the full link; no remote content is loaded. */
export const renderMail = (mail: Mail): RenderedMail => {
  switch (mail.kind) {
    case 'account-activation':
      return renderLetter({
        subject: 'Activate your Notafter account',
        firstName: mail.firstName,
        opening: 'Welcome to Notafter. Confirm your email address to activate your account:',
        action: { label: 'Activate account', link: mail.link },
        closing: [
          `The link works for ${plural(mail.validHours, 'hour')}.`,
          "If you didn't sign up, ignore this mail. The account stays inactive unless you open the link.",
        ],
      });
    case 'mailbox-proof':
      return renderLetter({
        subject: 'Confirm your mailbox for Notafter',
        firstName: mail.firstName,
        opening: 'Someone who is signed in to your Notafter account requested to confirm this mailbox. If it was you, open this link:',
        action: { label: 'Confirm mailbox', link: mail.link },
        closing: [
          `Open it in the browser where you're signed in. You can use the link once, within ${plural(mail.validMinutes, 'minute')}.`,
          "If it wasn't you, someone knows your password: reset it on the sign-in page, and don't open the link.",
        ],
      });
    case 'password-reset':
      return renderLetter({
        subject: 'Reset your Notafter password',
        firstName: mail.firstName,
        opening: 'Someone requested to reset the password of your Notafter account. If it was you, choose a new one here:',
        action: { label: 'Choose a New Password', link: mail.link },
        closing: [
          `You can use the link once, within ${plural(mail.validMinutes, 'minute')}. A new password signs you out everywhere.`,
          "If it wasn't you, ignore this mail. Your password doesn't change.",
        ],
      });
    case 'email-change':
      return renderEmailChange(mail);
    case 'security-notice':
      return renderSecurityNotice(mail);
    case 'invitation':
      return renderInvitation(mail);
    case 'report-confirmation':
      return renderReportConfirmation(mail);
    case 'report':
      return renderReport(mail);
    case 'channel-broken':
      return renderLetter({
        subject: `${mail.channel} no longer receives alerts`,
        firstName: mail.firstName,
        opening: `${mail.channel} refused an alert permanently. It receives no alerts until you save the channel or send a test.`,
        action: { label: 'Open Channel Settings', link: mail.link },
        closing: [`It answered: ${mail.reason}`, 'Failed deliveries are listed under Recent Alerts. You can resend each one there.'],
      });
    case 'service-ready':
      return renderLetter({
        subject: `${mail.solution} is ready: ${mail.resourceId}`,
        firstName: mail.firstName,
        opening: `Your ${mail.solution} service takes connections at ${mail.host}:${mail.port}, over TLS only. User: ${mail.user}. Password: ${mail.password}`,
        action: { label: 'Open the Service', link: mail.link },
        closing: [
          'The page of the service has the CA file and a connection line for each client.',
          'Store the password in a safe place and delete this mail, or change the password on the page of the service.',
        ],
      });
    case 'mass-outage':
      return renderLetter({
        subject: 'Many endpoints are unreachable',
        firstName: 'operator',
        opening: `${mail.detail} The likely cause is this installation: its network, its DNS or its firewall.`,
        action: { label: 'Open Notafter', link: mail.link },
        closing: [
          'No team is alerted about these endpoints while this lasts, for at most a day. Endpoints that are still unreachable then alert as usual.',
        ],
      });
    case 'log-broken':
      return renderLetter({
        subject: 'A transparency log broke a promise',
        firstName: 'operator',
        opening: mail.detail,
        action: { label: 'Open Notafter', link: mail.link },
        closing: [
          'Certificates may be hidden in it. Every certificate that browsers trust is in another log, too, so keep several logs followed.',
          'The evidence is in the log of this server and in its database. Report it to the operator of the log and to the programs that trust it.',
        ],
      });
    case 'transparency-blind':
      return renderLetter({
        subject: 'A source of issued certificates gives nothing',
        firstName: 'operator',
        opening: mail.detail,
        action: { label: 'Open Notafter', link: `${mail.link}/transparency` },
        closing: [
          'Certificates that only this source has are found late or not at all. The tab Sources shows the last answers.',
          'If a log is behind, raise `CT_GIGABYTES_PER_DAY`. If a service does not answer, check the network of this server and the limits of the service.',
        ],
      });
    case 'jobs-late':
      return renderLetter({
        subject: 'Checks and alerts are late',
        firstName: 'operator',
        opening: `This Notafter server has made no progress since ${dateTimeText(mail.since)}. Late: ${mail.late.join(', ')}.`,
        action: { label: 'Open Notafter', link: mail.link },
        closing: [
          'Certificates may not be checked, and alerts may not be sent, until it recovers.',
          'Check that PostgreSQL responds. If it does and the jobs stay late, the server exits so that its supervisor restarts it.',
        ],
      });
    case 'alert':
      return renderAlert(mail.message);
  }
};
