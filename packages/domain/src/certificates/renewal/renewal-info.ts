import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts';
import { plural } from '../../wording.ts';
import { type Lifetime, type RenewalWindow, renewalOpensAt } from './renewal.ts';

/** The answer of a CA about one certificate (RFC 9773). */
export type RenewalInfoAnswer =
  | {
      readonly kind: 'read';
      readonly window: RenewalWindow;
      /** An https URL of bounded length. */
      readonly explanationUrl: string | null;
      /** As the CA said it; null if it did not. */
      readonly retryAfterMs: number | null;
    }
  | {
      readonly kind: 'failed';
      /** One sentence for people. */
      readonly reason: string;
      readonly retryAfterMs: number | null;
      /** Whether the next certificate would fail alike, so that the CA is left alone for a while. */
      readonly isOfCa: boolean;
    };

/** Asks CAs when they want certificates to be renewed. */
export interface RenewalInfoClient {
  /** `pem`: the certificate. Never rejects for what the CA does. */
  ask(directoryUrl: string, pem: string, signal?: AbortSignal): Promise<RenewalInfoAnswer>;
}

const ASK_AGAIN_MS = 6 * HOUR_MS;
const PAUSE_MIN_MS = MINUTE_MS;
/** No CA is left alone for longer, whatever it says. */
export const LONGEST_PAUSE_MS = DAY_MS;

const clampPause = (ms: number): number => Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MIN_MS, ms));

/** Milliseconds until a certificate is asked about again: as the CA says, within reason, else six hours. */
export const askAgainMs = (retryAfterMs: number | null): number => clampPause(retryAfterMs ?? ASK_AGAIN_MS);

/** Milliseconds for which a CA that failed this many times in a row is left alone. */
export const pauseAfterFailuresMs = (failures: number, retryAfterMs: number | null): number =>
  clampPause(retryAfterMs ?? Math.min(ASK_AGAIN_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 20)));

/** Says that a CA asks for a longer pause than it gets; null if it does not. */
export const longPauseSentence = (retryAfterMs: number | null): string | null =>
  retryAfterMs === null || retryAfterMs <= LONGEST_PAUSE_MS
    ? null
    : `The CA asks for a pause of ${plural(Math.floor(retryAfterMs / DAY_MS), 'day')}. We ask again after 24 hours.`;

/** Says why an answer could not be used. */
export const unreadSentence = (reason: string): string => `The CA's renewal information could not be read: ${reason}`;

/** CAs that spread their load move windows by minutes. */
const MOVED_MS = HOUR_MS;

/** The end that later windows of a certificate are compared with, from the first one that was read. */
export const usualWindowEnd = (life: Lifetime, { end }: RenewalWindow, now: Date): Date => {
  const usual = renewalOpensAt(life);
  // A window that had passed before it was read may have been moved there.
  return end > now || end > usual ? end : usual;
};

/** Whether the CA moved the window to the past: the certificate is to be renewed at once, usually because it will be revoked. */
export const asksToRenewNow = (
  { window, explanationUrl, usualEnd }: { readonly window: RenewalWindow; readonly explanationUrl: string | null; readonly usualEnd: Date },
  now: Date,
): boolean => {
  if (window.end > now) return false;
  // The window of a certificate that is overdue already only moves later; the explanation sets it apart from a missed renewal.
  return window.end < addMs(usualEnd, -MOVED_MS) || (explanationUrl !== null && window.end > addMs(usualEnd, MOVED_MS));
};

const URL_MAX_LENGTH = 200;

/** Returns the CA's link as a normalized https URL, in which nothing needs escaping but `&`; null if it is anything else. */
export const readExplanationUrl = (text: string): string | null => {
  const url = URL.parse(text);
  const isPlain = url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && url.href.length <= URL_MAX_LENGTH ? url.href.replaceAll("'", '%27') : null;
};

/** `The CA asks to renew this certificate now: it may be revoked soon.` */
export const renewNowSentence = (explanationUrl: string | null): string =>
  `The CA asks to renew this certificate now: it may be revoked soon.${explanationUrl === null ? '' : ` See ${explanationUrl}`}`;
