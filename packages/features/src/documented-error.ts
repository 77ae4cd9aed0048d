import { isDatabaseUnavailable } from '@notafter/db';
import { DomainError } from '@notafter/domain';

/** After `unavailable`. */
export const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

/** Returns the documented error behind what a use case threw, for all transports; null for an internal fault. */
export const documentedErrorOf = (error: unknown): DomainError | null => {
  if (error instanceof DomainError) return error;
  return isDatabaseUnavailable(error)
    ? new DomainError('unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS, cause: error })
    : null;
};
