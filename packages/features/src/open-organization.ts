import { organizations, preparedOnce, users } from '@notafter/db';
import { type Actor, DomainError, effectivePlan, entitlementsOf, platformAdminStateOf } from '@notafter/domain';
import { eq, sql } from 'drizzle-orm';
import type { OrgContext, RequestContext } from './context.ts';

const byId = preparedOnce((db) =>
  db
    .select()
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('id')))
    .prepare('organization'),
);

/** Asks the database only for a listed address: everyone else costs nothing. */
const isPlatformAdmin = async ({ db, config }: RequestContext, actor: Actor): Promise<boolean> => {
  if (actor.via === 'api-key' || platformAdminStateOf({ email: actor.email, mailboxProvenAt: null }, config) === 'none') return false;
  const [person] = await db
    .select({ email: users.email, mailboxProvenAt: users.mailboxProvenAt })
    .from(users)
    .where(eq(users.id, actor.userId));
  return person !== undefined && platformAdminStateOf(person, config) === 'proven';
};

/**
 * Returns the context of an actor in their organization. Throws `unauthenticated`, `organization_disabled`, or `api_keys_plan`
 * for a key whose plan includes none.
 */
export const openOrganization = async (ctx: RequestContext): Promise<OrgContext> => {
  const { actor } = ctx;
  if (actor === null) throw new DomainError('unauthenticated');
  const [row] = await byId(ctx.db).execute({ id: actor.orgId });
  if (row === undefined) throw new DomainError('unauthenticated');
  if (row.disabled) throw new DomainError('organization_disabled');
  const plan = effectivePlan(row.plan, ctx.config.defaultPlan);
  const entitlements = entitlementsOf(plan, row);
  if (actor.via === 'api-key' && !entitlements.apiKeys) throw new DomainError('api_keys_plan');
  const reach = { orgId: row.id, scope: actor.via === 'api-key' ? actor.scope : null };
  const org = { id: row.id, name: row.name, plan };
  return { ...ctx, actor, org, reach, entitlements, isPlatformAdmin: await isPlatformAdmin(ctx, actor) };
};
