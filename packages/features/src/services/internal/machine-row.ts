import { type Executor, services } from '@notafter/db';
import { type CloudSlug, clouds, DomainError, isResourceId } from '@notafter/domain';
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

/** A machine of a cloud begins with an empty volume, which this server can't write to. Throws `backup_unsupported`. */
export const refuseOnMachine = (cloud: CloudSlug): void => {
  if (cloud === 'local') return;
  const message = `A backup can't be restored to a machine of ${clouds[cloud].name} yet. Export the service, and restore its data by hand.`;
  throw new DomainError('backup_unsupported', { message });
};
