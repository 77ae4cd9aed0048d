import { ProviderError, type ProviderFault, SECOND_MS } from '@notafter/domain';
import { z } from 'zod';
import { jsonOf, lineOf } from '../rest-call.ts';

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The permission that a token needs for it. */
  readonly scope: string;
}

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly now: number;
}

const errorAnswer = z.object({ id: z.string(), message: z.string() });

const messageOf = (text: string): string => {
  const read = errorAnswer.safeParse(jsonOf(text));
  return read.success ? lineOf(read.data.message) : 'no reason given';
};

/** A limit per minute names seconds, one per hour an instant. */
const retryAfterMs = ({ headers, now }: Refusal): number => {
  const seconds = Number(headers.get('retry-after'));
  if (seconds > 0) return seconds * SECOND_MS;
  const resetMs = Number(headers.get('ratelimit-reset')) * SECOND_MS - now;
  return resetMs > 0 ? resetMs : 10 * SECOND_MS;
};

/** The API has one status for all that it can't carry out: only its message says why. */
const unprocessable = (message: string): readonly [ProviderFault, string] => {
  if (/pending event|is locked|currently being/i.test(message)) return ['transient', `DigitalOcean is still changing this: ${message}`];
  if (/already (?:attached|exists|powered)|in use|must be (?:larger|greater)/i.test(message))
    return ['conflict', `DigitalOcean answered: ${message}`];
  if (/limit|quota/i.test(message))
    return [
      'quota',
      `The DigitalOcean account has reached a limit: ${message} Ask DigitalOcean to raise it, or delete what you don't need.`,
    ];
  if (/not available|unavailable|capacity/i.test(message))
    return ['capacity', `DigitalOcean has no room for this plan in this region now: ${message} Try another plan or region, or later.`];
  return ['invalid', `DigitalOcean refused the request: ${message} This should not happen: report it.`];
};

/** Explains an answer that is a refusal: what happened, and what a person can do. */
export const refusedBy = ({ scope }: ApiCall, refusal: Refusal): ProviderError => {
  const { status } = refusal;
  const message = messageOf(refusal.text);
  const say = (fault: ProviderFault, text: string, after?: number) =>
    new ProviderError(fault, text, { code: String(status), ...(after === undefined ? {} : { retryAfterMs: after }) });
  if (status === 401)
    return say('auth', 'DigitalOcean refuses the token. Enter a valid one for the account, or set DIGITALOCEAN_TOKEN to it.');
  if (status === 403 && /limit|quota/i.test(message)) return say(...unprocessable(message));
  if (status === 403) return say('auth', `The DigitalOcean token lacks the permission ${scope}. Create a token that has it.`);
  if (status === 404) return say('not_found', `DigitalOcean does not know this: ${message}`);
  if (status === 409) return say('conflict', `DigitalOcean answered: ${message}`);
  if (status === 429) return say('throttled', 'DigitalOcean limits how often we may ask. We go on when it allows.', retryAfterMs(refusal));
  if (status >= 500) return say('transient', `DigitalOcean has an internal error (${status}). We try again.`);
  if (status === 422 || status === 400) return say(...unprocessable(message));
  return say('invalid', `DigitalOcean refused the request (${status}): ${message} This should not happen: report it.`);
};
