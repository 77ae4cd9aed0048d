import type { Database, Transaction } from './client.ts';

/** Reads and writes rows, inside a transaction or not. */
export type Executor = Database | Transaction;
