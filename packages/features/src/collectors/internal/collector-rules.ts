import { collectors, type Executor } from '@notafter/db';
import { COLLECTORS_MAX, type CollectorId, DomainError, type OrganizationId } from '@notafter/domain';
import { and, eq, ne, sql } from 'drizzle-orm';

/** Names are unique, ignoring case. Throws `collector_exists`; `self` may keep its name. */
export const refuseTakenName = async (db: Executor, orgId: OrganizationId, name: string, self?: CollectorId): Promise<void> => {
  const others = self === undefined ? undefined : ne(collectors.id, self);
  const taken = await db.$count(collectors, and(eq(collectors.orgId, orgId), sql`lower(${collectors.name}) = lower(${name})`, others));
  if (taken === 0) return;
  const { message } = new DomainError('collector_exists');
  throw new DomainError('collector_exists', { details: [{ path: 'name', message }] });
};

/** Throws `collector_limit`. */
export const refuseAboveLimit = async (db: Executor, orgId: OrganizationId): Promise<void> => {
  if ((await db.$count(collectors, eq(collectors.orgId, orgId))) >= COLLECTORS_MAX) throw new DomainError('collector_limit');
};

const POSTGRES_INTEGER_MAX = 2_147_483_647;

/** A clock that is off by more than 24 days is off by 24 days. */
export const storedClockOffset = (offsetMs: number): number => Math.max(-POSTGRES_INTEGER_MAX, Math.min(POSTGRES_INTEGER_MAX, offsetMs));
