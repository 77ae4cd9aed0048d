import { countText, type DiscoveryExpiry, type DiscoverySourceName, isCancelled, plural, type SourceState } from '@notafter/domain';
import { problemOfCall } from '../../api/problem.ts';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import type { Hint, PastRun, RunView, SourceView } from './types.ts';

/** As spec 1 section 9 names them. */
export const sourceLabels = {
  direct: 'direct',
  dns: 'dns',
  ct_logs: 'CT Logs',
  san: 'san',
} as const satisfies Record<DiscoverySourceName, string>;

interface Word {
  readonly label: string;
  readonly tone: MarkTone;
}

const sourceWords = {
  waiting: { label: 'Waiting', tone: 'pending' },
  running: { label: 'Searching', tone: 'info' },
  complete: { label: 'Complete', tone: 'valid' },
  partial: { label: 'Partial', tone: 'warning' },
  failed: { label: 'Failed', tone: 'failed' },
} as const satisfies Record<SourceState, Word>;

/** State of a source in words; one that its run left behind says so. */
export function sourceWord({ state, note }: Pick<SourceView, 'state' | 'note'>, isOver: boolean): Word {
  if (isOver && (state === 'waiting' || state === 'running')) {
    return { label: state === 'waiting' ? 'Not asked' : 'Not finished', tone: 'pending' };
  }
  if (state === 'running' && note !== null) return { label: note, tone: 'info' };
  return sourceWords[state];
}

export const expiryWords = {
  expired: 'Expired',
  expiring_soon: 'Expiring Soon',
  valid: 'Valid',
} as const satisfies Record<DiscoveryExpiry, string>;

export const failedText = (error: string | null): string => `Discovery failed: ${error ?? 'Unknown error'}`;

/** The toast at the end of a run, by spec 1 section 8. */
export function endText({ status, error, found, domain }: Pick<RunView, 'status' | 'error' | 'found' | 'domain'>): {
  readonly text: string;
  readonly isGood: boolean;
} {
  if (status === 'failed') return { text: failedText(error), isGood: false };
  return { text: found === 0 ? `No certificates found for ${domain}` : `Found ${countText(found)} certificates!`, isGood: true };
}

/** The server's words for a domain that it does not take stand with its field. */
export function startFailureText(error: unknown): string {
  const { message, details } = problemOfCall(error);
  return details[0]?.message ?? message;
}

export const outcomeWord = (run: Pick<PastRun, 'status' | 'error'>): Word => {
  if (run.status === 'running') return { label: 'Scanning', tone: 'info' };
  if (run.status === 'completed') return { label: 'Completed', tone: 'valid' };
  return isCancelled(run) ? { label: 'Cancelled', tone: 'pending' } : { label: 'Failed', tone: 'failed' };
};

const MINUTE_S = 60;

/** `0:41`, `12:05` */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
}

/** Why a wildcard is suggested, and what one entry would do. */
export function hintText({ reason, results, domain }: Hint): string {
  if (domain === null) return 'A certificate names it; no result is known to use it.';
  const why =
    reason === 'shared'
      ? `${plural(results, 'result')} share an issuer and expiry date.`
      : `A certificate names it and is used by ${plural(results, 'result')}.`;
  return `${why} One entry can watch them all: ${domain}.`;
}

export const notLookedAtText = (count: number): string =>
  `${plural(count, 'host was', 'hosts were')} not looked at: the details of each say why.`;

/** `1–10 of 53` */
export function pageText({ offset, total }: Pick<RunView, 'offset' | 'total'>, shown: number): string {
  return shown === 0 ? `0 of ${countText(total)}` : `${countText(offset + 1)}\u2013${countText(offset + shown)} of ${countText(total)}`;
}

export const texts = {
  none: 'No certificates discovered. Try a different domain or check if the domain is accessible.',
  checkFailed: 'Failed to check discovery status',
  added: (domain: string): string => `Added ${domain} to monitoring`,
  addFailed: 'Failed to add certificate',
} as const;
