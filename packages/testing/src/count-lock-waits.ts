import type { Database } from '@notafter/db';

const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * Counts the connections that wait for a lock. Queries outside the transaction that holds it: inside one, PostgreSQL shows only
 * the connections of the first query.
 */
export const countLockWaits = async ({ $client }: Database): Promise<number> => (await $client.unsafe(waiting)).length;
