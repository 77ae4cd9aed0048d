import { isDatabaseUnavailable } from '@notafter/db';
import { DomainError } from '@notafter/domain';

/** After `unavailable`. */
export const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

/** The documented error behind what a use case threw, for every transport alike; null for a fault of ours. */
export const documentedErrorOf = (error: unknown): DomainError | null => {
  if (error instanceof DomainError) return error;
  return isDatabaseUnavailable(error)
    ? new DomainError('unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS, cause: error })
    : null;
};
