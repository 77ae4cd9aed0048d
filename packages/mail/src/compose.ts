import { dateText, looksLikeEmail, type Mail, MailError } from '@notafter/domain';
import type { SendMailOptions } from 'nodemailer';
import { renderMail } from './render-mail.ts';

const hostOf = (mailFrom: string): string => /@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';

/** The same key gives the same Message-ID, so most inboxes show a mail once that was sent again after a lost response. */
const messageIdFor = (idempotencyKey: string, mailFrom: string): string =>
  `<${idempotencyKey.replaceAll(/[^A-Za-z0-9._-]/g, '-')}@${hostOf(mailFrom)}>`;

const recipientsOf = (mail: Mail): string[] => [mail.to, ...(mail.kind === 'alert' ? mail.alsoTo : [])];

/** One click in a mail program posts to the link (RFC 8058); opening it changes nothing. */
const unsubscribeHeaders = (mail: Mail): Record<string, string> =>
  mail.kind === 'report' && mail.unsubscribeLink !== null
    ? { 'List-Unsubscribe': `<${mail.unsubscribeLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};

const attachmentsOf = (mail: Mail): NonNullable<SendMailOptions['attachments']> =>
  mail.kind === 'report'
    ? [{ filename: `expiring-${dateText(mail.report.readAt)}.csv`, content: mail.csv, contentType: 'text/csv; charset=utf-8' }]
    : [];

/** Returns the message for a transport. Each recipient is an address object, which is never parsed as a list or a header. */
export const compose = (mail: Mail, idempotencyKey: string, mailFrom: string): SendMailOptions & { readonly messageId: string } => {
  const recipients = recipientsOf(mail);
  if (!recipients.every(looksLikeEmail)) throw new MailError('The recipient is not an email address.', { retryable: false });
  const { subject, text, html } = renderMail(mail);
  return {
    from: mailFrom,
    to: recipients.map((address) => ({ name: '', address })),
    subject,
    text,
    html,
    messageId: messageIdFor(idempotencyKey, mailFrom),
    attachments: attachmentsOf(mail),
    // Bounces and out-of-office replies to a robot are useless (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
