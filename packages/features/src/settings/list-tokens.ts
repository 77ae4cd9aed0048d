import { tokens } from '@notafter/db';
import { desc, eq } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../context.ts';
import { type TokenView, toTokenView } from './internal/credential-views.ts';

/** Returns the person's own tokens, newest first. */
export const listTokens = async (ctx: OrgContext): Promise<{ tokens: readonly TokenView[] }> => {
  const { userId } = requirePerson(ctx, 'settings/list-tokens');
  const rows = await ctx.db.select().from(tokens).where(eq(tokens.userId, userId)).orderBy(desc(tokens.id));
  return { tokens: rows.map((row) => toTokenView(row, ctx.clock.now())) };
};
