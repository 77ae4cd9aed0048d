import { type DeliveryOutcome, linksOf, looksLikeEmail, type Mail, MailError, type MailReceipt } from '@notafter/domain';
import { broken, type Channel, setting } from '../channel.ts';
import { excerpt } from '../read-answer.ts';

const MAX_RECIPIENTS = 20;

interface MailRequest {
  readonly mail: Mail;
  readonly idempotencyKey: string;
}

const readFailure = (error: MailError): DeliveryOutcome => {
  const { status, outcomeUnknown } = error;
  const answer = excerpt(error.answer === '' ? error.message : error.answer);
  // The address no longer exists, so the channel is broken: every other alert would fail too, unnoticed.
  if (error.recipientsUnknown) return { kind: 'broken', status, answer };
  return error.retryable ? { kind: 'retry', status, answer, retryAfterSeconds: null, outcomeUnknown } : { kind: 'refused', status, answer };
};

/** Several addresses, separated by commas, share one mail: one transaction and one Message-ID, and recipients see each other. */
export const email: Channel<MailRequest, MailReceipt | MailError> = {
  render: (outgoing) => {
    const addresses = setting(outgoing, 'email')
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== '');
    const [to, ...alsoTo] = [...new Set(addresses)];
    if (to === undefined) return broken('The address is missing.');
    const wrong = [to, ...alsoTo].find((address) => !looksLikeEmail(address));
    if (wrong !== undefined) return broken('The recipient is not an email address.');
    if (alsoTo.length >= MAX_RECIPIENTS) return broken(`More than ${MAX_RECIPIENTS} recipients: use a mailing list.`);
    const { message } = outgoing;
    return { mail: { kind: 'alert', to, alsoTo, link: linksOf(message)[0].url, message }, idempotencyKey: message.idempotencyKey };
  },
  read: (answer) => {
    if (answer instanceof MailError) return readFailure(answer);
    const refused = answer.refused.length === 0 ? '' : ` Not accepted for ${answer.refused.join(', ')}.`;
    return { kind: 'delivered', status: 250, answer: excerpt(`${answer.answer}${refused}`) };
  },
};
