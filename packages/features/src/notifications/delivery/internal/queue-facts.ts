import { type Executor, notificationChannels, notificationSettings, organizations } from '@notafter/db';
import { type DeliveryChannel, type Entitlements, effectivePlan, entitlementsOf, type OrganizationId } from '@notafter/domain';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';

/** Everything that decides where the messages of one queue go, and when. */
export const findQueueFacts = async (
  { db, config }: { readonly db: Executor; readonly config: SystemContext['config'] },
  orgId: OrganizationId,
  channel: DeliveryChannel,
  now: Date,
) => {
  const [row] = await db
    .select({
      name: organizations.name,
      plan: organizations.plan,
      disabled: organizations.disabled,
      channel: getTableColumns(notificationChannels),
      settings: getTableColumns(notificationSettings),
      maintenanceUntil: sql`(
        select max(ends_at) from maintenance_windows
        where org_id = ${organizations.id} and starts_at <= ${now.toISOString()}::timestamptz and ends_at > ${now.toISOString()}::timestamptz
      )`.mapWith(notificationChannels.updatedAt),
    })
    .from(organizations)
    .leftJoin(notificationChannels, and(eq(notificationChannels.orgId, organizations.id), sql`${notificationChannels.queue} = ${channel}`))
    .leftJoin(notificationSettings, eq(notificationSettings.orgId, organizations.id))
    .where(eq(organizations.id, orgId));
  if (row === undefined) return null;
  const entitlements: Entitlements = entitlementsOf(effectivePlan(row.plan, config.defaultPlan));
  // Smart notifications are inactive, but stay saved, while the plan does not include them.
  return { ...row, orgId, entitlements, smart: entitlements.team ? row.settings : null };
};

export type QueueFacts = NonNullable<Awaited<ReturnType<typeof findQueueFacts>>>;
