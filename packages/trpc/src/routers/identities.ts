import { beginLinkInput, removeIdentityInput } from '@notafter/domain/inputs';
import { beginLink, getPendingLink, listIdentities, removeIdentity } from '@notafter/features';
import { memberProcedure, publicProcedure, router } from '../trpc.ts';

/** Accounts elsewhere that sign a person in. Signing in with one is a page load at `/v1/auth/{provider}`. */
export const identitiesRouter = router({
  list: memberProcedure.query(({ ctx }) => listIdentities(ctx.org)),

  /** For the sign-in screen: what signing in links. */
  pending: publicProcedure.query(({ ctx }) => getPendingLink(ctx.request)),

  /** Where the browser goes next. A write, so that no other site can begin it in a person's browser. */
  link: memberProcedure.input(beginLinkInput).mutation(async ({ ctx, input }) => {
    const { url, flow } = await beginLink(ctx.org, input);
    ctx.session.keep?.('oauthFlow', flow);
    return { url };
  }),

  remove: memberProcedure.input(removeIdentityInput).mutation(({ ctx, input }) => removeIdentity(ctx.org, input)),
});
