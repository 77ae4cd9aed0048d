import { type Executor, installations, newId } from '@notafter/db';
import type { InstallationId } from '@notafter/domain';

/** The installation's own mark, made at the first call. */
export const installationId = async (db: Executor): Promise<InstallationId> => {
  await db.insert(installations).values({ id: newId<'installation'>() }).onConflictDoNothing();
  const [row] = await db.select({ id: installations.id }).from(installations);
  if (row === undefined) throw new Error('The installation has no mark.');
  return row.id;
};
