import type { SystemContext, TransactionContext } from '../../../context.ts';

/** What writing to the ledger needs: a transaction, so that an alert and what caused it are one. */
export type LedgerContext = Pick<TransactionContext<SystemContext>, 'db' | 'clock' | 'config'>;
