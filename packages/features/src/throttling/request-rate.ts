import type { Database } from '@notafter/db';
import { MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Seconds of the window that opens with a credential's first request. */
export const RATE_WINDOW_SECONDS = MINUTE_MS / SECOND_MS;

export interface RequestRate {
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends; at least 1. */
  readonly resetSeconds: number;
  /** Whether this request exceeds the limit. */
  readonly exceeded: boolean;
}

const limiters = new WeakMap<Database, RateLimiterMemory>();

const limiterOf = (db: Database, points: number): RateLimiterMemory => {
  const limiter = limiters.get(db) ?? new RateLimiterMemory({ keyPrefix: 'requests', points, duration: RATE_WINDOW_SECONDS });
  limiters.set(db, limiter);
  return limiter;
};

const toRate = ({ remainingPoints, msBeforeNext }: RateLimiterRes, limit: number, exceeded: boolean): RequestRate => ({
  limit,
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / SECOND_MS)),
  exceeded,
});

/**
 * Counts one request of a token or an API key, in this process's memory. Unlike the tries of `throttle.ts`, which protect
 * secrets and are rare, this limit protects the server, and a write per request would cost too much. Each process counts for itself.
 */
export const countRequest = async (db: Database, credentialId: string, limit: number): Promise<RequestRate> => {
  try {
    return toRate(await limiterOf(db, limit).consume(credentialId), limit, false);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return toRate(refusal, limit, true);
    throw refusal;
  }
};
