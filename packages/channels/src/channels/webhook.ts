import { createHmac } from 'node:crypto';
import type { DeliveryOutcome } from '@notafter/domain';
import { broken, type HttpAnswer, type HttpChannel, type HttpRequest, setting, type Unsendable } from '../channel.ts';
import { brokenBy, readStatus, tryAgain } from '../read-answer.ts';
import { eventOf } from '../webhook-event.ts';

/** `v1,<signature>` of the Standard Webhooks 1.0 symmetric scheme. Null if the secret is not `whsec_` and base64. */
const sign = (secret: string, signed: string): string | null => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return key.byteLength === 0 ? null : `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/** Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks. docs/webhooks.md is the page for receivers. */
export const signedRequest = (
  { url, id, body, signingSecrets }: { url: string; id: string; body: string; signingSecrets: readonly string[] },
  now: Date,
): HttpRequest | Unsendable => {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const signatures = signingSecrets.flatMap((secret) => sign(secret, `${id}.${timestamp}.${body}`) ?? []);
  if (signatures.length === 0) return broken('The webhook has no signing secret. Save it again to get one.');
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
};

/** Only 410 ends it at once; every other failure may be an unfinished deployment. */
export const readWebhook = (answer: HttpAnswer, now: Date): DeliveryOutcome => {
  if (answer.status === 410) return brokenBy(answer, 'The receiver responded 410: this URL no longer exists.');
  const outcome = readStatus(answer, now);
  return outcome.kind === 'delivered' || outcome.kind === 'retry' ? outcome : tryAgain(answer, now, outcome.answer);
};

export const webhook: HttpChannel = {
  render: (outgoing, now) => {
    const { message, signingSecrets } = outgoing;
    const body = JSON.stringify(eventOf(message));
    return signedRequest({ url: setting(outgoing, 'url'), id: message.idempotencyKey, body, signingSecrets }, now);
  },
  read: readWebhook,
};
