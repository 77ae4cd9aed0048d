/**
 * SQLSTATE 08 (connection), 57P (shutdown, start-up), 53 (disk full, out of memory, too many connections), 25006 (read-only after
 * a failover), 3D000 (no such database): it is not there for us.
 */
const sqlStates = /^(?:08|57P0|53|25006|3D000)/;
/** What postgres.js and Node say of a connection that could not be made or broke. */
const connectionFaults = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'SILENCE_TIMEOUT',
  'WAIT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** What node-postgres says without a code of its own. */
const connectionMessages = /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated|LISTEN\/NOTIFY )/;

/** Whether a failed query means that PostgreSQL cannot be reached now, so that trying again later may help. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return sqlStates.test(code) || connectionFaults.has(code) || connectionMessages.test(error.message) || isDatabaseUnavailable(error.cause);
};
