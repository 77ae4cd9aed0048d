import { type Executor, installations, newId } from '@notafter/db';
import type { InstallationId } from '@notafter/domain';

/** The installation's own mark, made at the first call. */
export const installationId = async (db: Executor): Promise<InstallationId> => {
  const read = () => db.select({ id: installations.id }).from(installations);
  const [known] = await read();
  if (known !== undefined) return known.id;
  await db.insert(installations).values({ id: newId<'installation'>() }).onConflictDoNothing();
  const [made] = await read();
  if (made === undefined) throw new Error('The installation has no mark.');
  return made.id;
};
