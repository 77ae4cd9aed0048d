/**
 * SQLSTATE 08 (connection), 57P (shutdown, startup), 53 (disk full, out of memory, too many connections), 25006 (read-only after a
 * failover), 3D000 (no such database): the database is unavailable.
 */
const sqlStates = /^(?:08|57P0|53|25006|3D000)/;
/** Errors of postgres.js and Node for a connection that failed or broke. */
const connectionFaults = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'SILENCE_TIMEOUT',
  'WAIT_TIMEOUT',
  // No host takes writes.
  'TARGET_SESSION_ATTRS',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** Returns whether a failed query means that PostgreSQL is unavailable now, so that a retry may help. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return sqlStates.test(code) || connectionFaults.has(code) || isDatabaseUnavailable(error.cause);
};
