import type { Mail } from '@notafter/domain';
import { type RenderedMail, renderLetter } from './layout.ts';
import { teamText } from './team-text.ts';

type ReportConfirmation = Extract<Mail, { kind: 'report-confirmation' }>;

/** The subject contains no text that a stranger wrote. */
export const renderReportConfirmation = (mail: ReportConfirmation): RenderedMail => {
  const { inviter, frequency, link } = mail;
  const team = teamText(mail);
  const report = `a ${frequency} report about TLS certificates`;
  return renderLetter({
    subject: 'Do you want a report from Notafter?',
    // The reader may not know the person who typed this address.
    firstName: '',
    opening:
      inviter === null
        ? `This address was added to ${report} of ${team} on Notafter. If you want it, confirm it here:`
        : `${inviter} added this address to ${report} of ${team} on Notafter. If you want it, confirm it here:`,
    action: { label: 'Choose', link },
    closing: [
      "If you don't want it, ignore this mail: nothing is sent unless you confirm. On the same page you can refuse all further mail of this team.",
    ],
  });
};
