import { identities } from '@notafter/db';
import { type IdentityView, identityProviderNames, maySignInWithout } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { readSignInWays } from '../sessions/internal/sign-in-ways.ts';

/** Returns every provider that is offered or linked to the person's account, in a fixed order. */
export const listIdentities = useCase({
  name: 'accounts/list-identities',
  access: 'member',
  via: 'session',
})(async (ctx): Promise<{ identities: readonly IdentityView[] }> => {
  const { userId } = ctx.actor;
  const { provider, email, linkedAt } = identities;
  const linked = await ctx.db.select({ provider, email, linkedAt }).from(identities).where(eq(identities.userId, userId));
  const ways = await readSignInWays(ctx, userId);
  const views = identityProviderNames.map((name): IdentityView => {
    const row = linked.find((identity) => identity.provider === name);
    return {
      provider: name,
      configured: ctx.config.identityProviders.includes(name),
      linked: row === undefined ? null : { email: row.email, linkedAt: row.linkedAt, removable: maySignInWithout(ways, name) },
    };
  });
  return { identities: views.filter(({ configured, linked: identity }) => configured || identity !== null) };
});
