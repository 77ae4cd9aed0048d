import { organizations, preparedOnce } from '@notafter/db';
import { DomainError, effectivePlan, entitlementsOf } from '@notafter/domain';
import { eq, sql } from 'drizzle-orm';
import type { OrgContext, RequestContext } from './context.ts';

const byId = preparedOnce((db) =>
  db
    .select()
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('id')))
    .prepare('organization'),
);

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
  return { ...ctx, actor, org: { id: row.id, name: row.name, plan }, reach, entitlements };
};
