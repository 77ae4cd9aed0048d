import type { Database } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';

/** Ages processes, or only those of one organization. Their naps, leases and deadlines are on the clock of the database, which no test moves. */
export const passTime = async (db: Database, ms: number, orgId: OrganizationId | null = null): Promise<void> => {
  await db.$client.unsafe(
    `update processes set run_at = run_at - $1 * interval '1 ms', scheduled_at = scheduled_at - $1 * interval '1 ms',
       lease_until = lease_until - $1 * interval '1 ms', deadline_at = deadline_at - $1 * interval '1 ms',
       step_since = step_since - $1 * interval '1 ms'
     where $2::uuid is null or org_id = $2::uuid`,
    [ms, orgId],
  );
};
