import { type Executor, services } from '@notafter/db';
import { isResourceId } from '@notafter/domain';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { ServiceRow } from './service-row.ts';

/** A service of any organization on a separate machine; null for any other resource ID. */
export const getMachine = async (db: Executor, resourceId: string): Promise<ServiceRow | null> => {
  if (!isResourceId(resourceId)) return null;
  const [row] = await db
    .select()
    .from(services)
    .where(and(eq(services.resourceId, resourceId), ne(services.cloud, 'local'), isNull(services.deletedAt)));
  return row ?? null;
};
