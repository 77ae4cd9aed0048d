import { collectors, type Transaction } from '@notafter/db';
import type { CollectorId } from '@notafter/domain';
import { eq } from 'drizzle-orm';

/** Has the next receipt ask the collector to send everything again. */
export const askForComplete = async (db: Transaction, id: CollectorId): Promise<void> => {
  await db.update(collectors).set({ wantsComplete: true }).where(eq(collectors.id, id));
};
