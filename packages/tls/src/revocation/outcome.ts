import { dateText } from '@notafter/domain';

/** Why a certificate was revoked, by the number of RFC 5280 section 5.3.1. */
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
 * What a CRL or an OCSP response says of one certificate. `stale`: the last known answer was good, and is too old.
 * `unknown`: there is no answer that proves anything, and it is never to be shown as good.
 */
export interface RevocationOutcome {
  readonly status: 'good' | 'revoked' | 'stale' | 'unknown';
  /** A sentence for people. */
  readonly detail: string;
  readonly revokedAt: Date | null;
  /** e.g. `key compromise`; null where none is told. */
  readonly reason: string | null;
  /** From this instant on, in milliseconds since 1970, the same source has to be judged anew. */
  readonly lapsesAt: number;
}

/** Believed until `end`, whether or not the source names a next update. */
export const goodUntil = (nextUpdate: number | null, end: number): RevocationOutcome => ({
  status: 'good',
  detail: nextUpdate === null ? 'Not revoked.' : `Not revoked, as known until ${new Date(nextUpdate).toISOString()}.`,
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
  detail: `Not revoked as far as known, but the answer is too old since ${new Date(since).toISOString()}.`,
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
