import { apiKeys } from '@notafter/db';
import { desc, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { type ApiKeyView, getApiKeyViews } from './internal/credential-views.ts';

/** Returns the organization's API keys, newest first, including ended ones. Throws `api_keys_plan`. */
export const listApiKeys = async (ctx: OrgContext): Promise<{ apiKeys: readonly ApiKeyView[] }> => {
  requirePermission(ctx, 'settings/list-api-keys');
  const rows = await ctx.db.select().from(apiKeys).where(eq(apiKeys.orgId, ctx.org.id)).orderBy(desc(apiKeys.id));
  return { apiKeys: await getApiKeyViews(ctx, rows) };
};
