import { dateText } from '@notafter/domain';

/** Revocation reasons by number (RFC 5280 section 5.3.1). */
const reasonNames = new Map([
  [0, 'unspecified'],
  [1, 'key compromise'],
  [2, 'CA compromise'],
  [3, 'affiliation changed'],
  [4, 'superseded'],
  [5, 'cessation of operation'],
  [6, 'certificate hold'],
  [9, 'privilege withdrawn'],
  [10, 'AA compromise'],
]);

/**
 * The answer of a CRL or an OCSP response about one certificate. `stale`: the last known answer was good, and has expired.
 * `unknown`: no answer proves anything; never show it as good.
 */
export interface RevocationOutcome {
  readonly status: 'good' | 'revoked' | 'stale' | 'unknown';
  /** A sentence for users. */
  readonly detail: string;
  readonly revokedAt: Date | null;
  /** E.g. `key compromise`; null if not given. */
  readonly reason: string | null;
  /** The same source has to be judged again from this instant on, in milliseconds since 1970. */
  readonly lapsesAt: number;
}

/** Valid until `end`, whether or not the source gives a next update. */
export const goodUntil = (nextUpdate: number | null, end: number): RevocationOutcome => ({
  status: 'good',
  detail: nextUpdate === null ? 'Not revoked.' : `Not revoked (valid until ${new Date(nextUpdate).toISOString()}).`,
  revokedAt: null,
  reason: null,
  lapsesAt: end + 1,
});

export const revokedBy = (revokedAt: number, reasonCode: number | null): RevocationOutcome => {
  const reason = reasonCode === null ? null : (reasonNames.get(reasonCode) ?? null);
  const when = Number.isNaN(revokedAt) ? null : new Date(revokedAt);
  const on = when === null ? '' : ` on ${dateText(when)}`;
  return {
    status: 'revoked',
    detail: `Revoked${on}${reason === null ? '' : `: ${reason}`}.`,
    revokedAt: when,
    reason,
    lapsesAt: Number.POSITIVE_INFINITY,
  };
};

export const stale = (since: number): RevocationOutcome => ({
  status: 'stale',
  detail: `Not revoked when last known, but the answer expired at ${new Date(since).toISOString()}.`,
  revokedAt: null,
  reason: null,
  lapsesAt: Number.POSITIVE_INFINITY,
});

export const unknown = (detail: string, lapsesAt = Number.POSITIVE_INFINITY): RevocationOutcome => ({
  status: 'unknown',
  detail,
  revokedAt: null,
  reason: null,
  lapsesAt,
});
