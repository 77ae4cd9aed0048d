import { apiKeys } from '@notafter/db';
import { desc, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { type ApiKeyView, getApiKeyViews } from './internal/credential-views.ts';

/** Returns the organization's API keys, newest first, including ended ones. Throws `api_keys_plan`. */
export const listApiKeys = useCase({
  name: 'settings/list-api-keys',
  access: 'member',
  plan: 'apiKeys',
})(async (ctx): Promise<{ apiKeys: readonly ApiKeyView[] }> => {
  const rows = await ctx.db.select().from(apiKeys).where(eq(apiKeys.orgId, ctx.org.id)).orderBy(desc(apiKeys.id));
  return { apiKeys: await getApiKeyViews(ctx, rows) };
});
