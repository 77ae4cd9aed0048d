import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Takes over the log list, hourly. */
export const refreshLogsJob = defineJob('refresh-logs', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 300,
});

/** Logs that one process reads at once. */
export const LOGS_AT_ONCE = 4;

/** Logs of one operator that are read at once: its slow servers must leave room for the other logs. */
export const LOGS_OF_OPERATOR_AT_ONCE = 3;

/** Reads one log to its head, or until its budget is used up. The rows are the schedule: a lost job loses nothing. */
export const followLogJob = defineJob('follow-log', z.object({ log: z.string().min(1).max(100) }), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});

/** Asks logs for the certificates that endpoints serve. The rows are the schedule. */
export const checkSctsJob = defineJob('check-scts', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 3600,
  heartbeatSeconds: 20,
});

/** Asks the search services about the domains that are due, and DNS for their CAA records. The rows are the schedule. */
export const searchIssuancesJob = defineJob('search-issuances', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 3600,
  heartbeatSeconds: 20,
});

/** Daily. */
export const maintainIssuancesJob = defineJob('maintain-issuances', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 1800,
});
