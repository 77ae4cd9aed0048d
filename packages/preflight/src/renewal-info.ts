import { addMs, DAY_MS, type RenewalInfoAnswer, type RenewalInfoClient, type RenewalWindow, readExplanationUrl } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError, type GuardedResponse, retryAfterMs } from '@notafter/net';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

export interface RenewalInfoOptions {
  readonly fetch: GuardedFetch;
  /** The certificate's identifier (RFC 9773 section 4.1); null if it has none. */
  readonly renewalIdOf: (pem: string) => string | null;
  readonly now: () => Date;
}

type Failed = Extract<RenewalInfoAnswer, { readonly kind: 'failed' }>;

const DIRECTORY_KEPT_MS = DAY_MS;
const MAX_BYTES = 100_000;
const TIMEOUT_MS = 15_000;
const TOO_MANY_REQUESTS = 429;

const directorySchema = z.object({ renewalInfo: z.url({ protocol: /^https$/ }).max(1_000) });
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const renewalInfoSchema = z.object({
  suggestedWindow: z.object({ start: instant, end: instant }),
  explanationURL: z.string().nullish().catch(null),
});

const failed = (reason: string, more: Partial<Pick<Failed, 'retryAfterMs' | 'isOfCa'>> = {}): Failed => ({
  kind: 'failed',
  reason,
  retryAfterMs: null,
  isOfCa: false,
  ...more,
});

/** Years that a database and people can read. */
const isPlausible = ({ start, end }: RenewalWindow): boolean => start.getUTCFullYear() >= 1970 && end.getUTCFullYear() <= 9998;

const readAnswer = (answer: GuardedResponse, now: Date): RenewalInfoAnswer => {
  const pause = { retryAfterMs: retryAfterMs(answer.headers.get('retry-after'), now) };
  const { data } = renewalInfoSchema.safeParse(parseJson(answer.bytes));
  if (data === undefined || !isPlausible(data.suggestedWindow)) return failed('The answer is not renewal information.', pause);
  const { suggestedWindow: window, explanationURL } = data;
  // RFC 9773 section 4.2: such a response counts as a failed one.
  if (window.end <= window.start) return failed('The window ends before it starts.', pause);
  const explanationUrl = typeof explanationURL === 'string' ? readExplanationUrl(explanationURL) : null;
  return { kind: 'read', window, explanationUrl, ...pause };
};

/** Why a response is none; null for one to read. */
const refusalOf = ({ status, headers, url }: GuardedResponse, now: Date): Failed | null => {
  const pause = { retryAfterMs: retryAfterMs(headers.get('retry-after'), now) };
  if (!url.startsWith('https:')) return failed('The CA redirects to an address without TLS.', { isOfCa: true });
  if (status === 200) return null;
  if (status === 404) return failed('The CA does not know this certificate (HTTP 404).', pause);
  if (status === TOO_MANY_REQUESTS) return failed('The CA asks for a pause (HTTP 429).', { ...pause, isOfCa: true });
  return failed(`The CA answered HTTP ${status}.`, { ...pause, isOfCa: status >= 500 });
};

/** Creates a client that asks CAs when they want certificates to be renewed (RFC 9773). It keeps each directory for a day. */
export const createRenewalInfoClient = ({ fetch, renewalIdOf, now }: RenewalInfoOptions): RenewalInfoClient => {
  const directories = new Map<string, { readonly base: string; readonly until: Date }>();
  const get = (url: string, signal: AbortSignal | undefined): Promise<GuardedResponse> =>
    fetch(url, {
      headers: { accept: 'application/json' },
      maxBytes: MAX_BYTES,
      totalTimeoutMs: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    });

  const findBase = async (directoryUrl: string, signal: AbortSignal | undefined): Promise<string | Failed> => {
    const known = directories.get(directoryUrl);
    if (known !== undefined && known.until > now()) return known.base;
    const answer = await get(directoryUrl, signal);
    const refusal = refusalOf(answer, now());
    if (refusal !== null) {
      const reason = answer.status === 200 ? refusal.reason : `The CA's directory answered HTTP ${answer.status}.`;
      return { ...refusal, reason, isOfCa: true };
    }
    const { data } = directorySchema.safeParse(parseJson(answer.bytes));
    if (data === undefined) return failed("The CA's directory names no renewal information.", { isOfCa: true });
    const base = data.renewalInfo.replace(/\/$/, '');
    directories.set(directoryUrl, { base, until: addMs(now(), DIRECTORY_KEPT_MS) });
    return base;
  };

  return {
    async ask(directoryUrl, pem, signal) {
      const id = renewalIdOf(pem);
      if (id === null) return failed('The certificate names no key of its issuer.');
      try {
        const base = await findBase(directoryUrl, signal);
        if (typeof base !== 'string') return base;
        const answer = await get(`${base}/${id}`, signal);
        return refusalOf(answer, now()) ?? readAnswer(answer, now());
      } catch (error) {
        if (!(error instanceof GuardedFetchError)) throw error;
        return failed(error.message, { isOfCa: true });
      }
    },
  };
};
