import type { Database } from '@notafter/db';

const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * How many connections wait for a lock. Asks beside the transaction that holds it: within one PostgreSQL shows only the connections
 * that were there when it was first asked.
 */
export const countLockWaits = async ({ $client }: Database): Promise<number> => (await $client.unsafe(waiting)).length;
