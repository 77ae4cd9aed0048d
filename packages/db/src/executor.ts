import type { Database, Transaction } from './client.ts';

/** What reads and writes rows, inside a transaction or not. */
export type Executor = Database | Transaction;
