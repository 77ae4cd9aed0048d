import { RATE_WINDOW_SECONDS, type RequestRate } from '@notafter/features';

const POLICY = '"credential"';

/**
 * Returns the rate limit headers of a response: the three fields of the drafts up to 06, and the two of
 * draft-ietf-httpapi-ratelimit-headers-11 that replaced them.
 */
export const rateHeaders = ({ limit, remaining, resetSeconds, exceeded }: RequestRate): Readonly<Record<string, string>> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
  'ratelimit-policy': `${POLICY};q=${limit};w=${RATE_WINDOW_SECONDS}`,
  ratelimit: `${POLICY};r=${remaining};t=${resetSeconds}`,
  ...(exceeded ? { 'retry-after': String(resetSeconds) } : {}),
});
