import { beginLink, getPendingLink, listIdentities, removeIdentity } from '@notafter/features';
import { mutationOf, queryOf, router } from '../../trpc.ts';

/** Accounts elsewhere that sign a person in. Signing in with one is a page load at `/v1/auth/{provider}`. */
export const identitiesRouter = router({
  list: queryOf(listIdentities),

  /** For the sign-in screen: what signing in links. */
  pending: queryOf(getPendingLink),

  /** Where the browser goes next. A write, so that no other site can begin it in a person's browser. */
  link: mutationOf(beginLink, ({ url, flow }, ctx) => {
    ctx.session.setOAuth?.('oauthFlow', flow);
    return { url };
  }),

  remove: mutationOf(removeIdentity),
});
