import { tokens } from '@notafter/db';
import { desc, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { type TokenView, toTokenView } from './internal/credential-views.ts';

/** Returns the person's own tokens, newest first. */
export const listTokens = useCase({
  name: 'settings/list-tokens',
  access: 'member',
})(async (ctx): Promise<{ tokens: readonly TokenView[] }> => {
  const { userId } = ctx.actor;
  const rows = await ctx.db.select().from(tokens).where(eq(tokens.userId, userId)).orderBy(desc(tokens.id));
  return { tokens: rows.map((row) => toTokenView(row, ctx.clock.now())) };
});
