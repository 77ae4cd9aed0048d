import { type Executor, organizations } from '@notafter/db';
import { addMs, DAY_MS, DomainError, effectivePlan, type OrganizationId } from '@notafter/domain';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';

const NOTIFICATION_DAYS = 7;

/** An organization, as platform administrators see it. */
export interface AdminOrganization {
  readonly id: OrganizationId;
  readonly name: string;
  /** The plan in force. */
  readonly plan: string;
  readonly disabled: boolean;
  readonly userCount: number;
  readonly certCount: number;
  /** Messages about alerts that were sent in the last seven days. */
  readonly notifications7d: number;
  readonly createdAt: Date;
  /** The operator's own limits; null: the plan's. */
  readonly certificateLimit: number | null;
  readonly userLimit: number | null;
}

type Row = {
  id: OrganizationId;
  name: string;
  plan: string;
  disabled: boolean;
  created_at: string;
  certificate_limit: number | null;
  user_limit: number | null;
  users: number;
  certificates: number;
  notifications: number;
};

/** Reads the rows that `selected` names by id and `place`, with their counts. */
export const readOrganizations = async (
  { db, clock, config }: { db: Executor } & Pick<SystemContext, 'clock' | 'config'>,
  selected: SQL,
): Promise<AdminOrganization[]> => {
  const since = addMs(clock.now(), -NOTIFICATION_DAYS * DAY_MS).toISOString();
  const rows = await db.execute<Row>(sql`
    select org.id, org.name, org.plan, org.disabled, org.created_at, org.certificate_limit, org.user_limit,
      (select count(*)::int from users where org_id = org.id) as users,
      (select coalesce(sum(total), 0)::int from certificate_counts where org_id = org.id) as certificates,
      (select count(*)::int from deliveries
         where org_id = org.id and created_at >= ${since}::timestamptz and state = 'sent' and alert_id is not null) as notifications
    from (${selected}) as selected join ${organizations} as org on org.id = selected.id order by selected.place`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    plan: effectivePlan(row.plan, config.defaultPlan),
    disabled: row.disabled,
    userCount: row.users,
    certCount: row.certificates,
    notifications7d: row.notifications,
    createdAt: new Date(row.created_at),
    certificateLimit: row.certificate_limit,
    userLimit: row.user_limit,
  }));
};

/** Throws `organization_not_found`. */
export const getAdminOrganization = async (
  ctx: Parameters<typeof readOrganizations>[0],
  id: OrganizationId,
): Promise<AdminOrganization> => {
  const [found] = await readOrganizations(ctx, sql`select ${id}::uuid as id, 0 as place`);
  if (found === undefined) throw new DomainError('organization_not_found');
  return found;
};

/** Locks the row against changes of another administrator, a payment or a departure. Throws `organization_not_found`. */
export const lockForAdmin = async (
  { db }: Pick<TransactionContext<SystemContext>, 'db'>,
  id: OrganizationId,
): Promise<typeof organizations.$inferSelect> => {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (row === undefined) throw new DomainError('organization_not_found');
  return row;
};
