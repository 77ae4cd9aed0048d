import type { SystemContext, TransactionContext } from '../../../context.ts';

/** Context of writes to the ledger: a transaction, so that an alert and its cause commit together. */
export type LedgerContext = Pick<TransactionContext<SystemContext>, 'db' | 'clock' | 'config'>;
