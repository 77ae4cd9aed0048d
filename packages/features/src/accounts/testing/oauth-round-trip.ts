import type { Actor, IdentityProviderName, ProvenIdentity } from '@notafter/domain';
import { makeRequestContext, type TestSystemContext, type TestUser } from '@notafter/testing';
import type { RequestContext } from '../../context.ts';
import { openOrganization } from '../../open-organization.ts';
import { beginLink } from '../oauth/begin-link.ts';
import { beginOauth } from '../oauth/begin-oauth.ts';
import { type FinishedOauth, finishOauth } from '../oauth/finish-oauth.ts';

let codes = 0;

/** An identity at a provider that no other test uses. */
export const newIdentity = (overrides: Partial<ProvenIdentity> = {}): ProvenIdentity => {
  codes += 1;
  const subject = `subject-${codes}`;
  return { subject, email: `${subject}@example.com`, firstName: 'Maren', lastName: 'Holt', fullName: 'Maren Holt', ...overrides };
};

export interface StartedMessage {
  readonly request: RequestContext;
  readonly provider: IdentityProviderName;
  /** The query that the provider sends the browser back with. */
  readonly query: string;
}

interface TripOptions {
  /** The person whose browser it is. */
  readonly actor?: Actor | null;
  /** Links the identity to this person, who has just signed in; absent: the round trip signs in. */
  readonly linkTo?: TestUser;
  readonly pendingLink?: string | null;
}

const signedInNow = async ({ auth, db }: TestSystemContext, { id }: TestUser): Promise<Actor | null> => {
  const { token } = await auth.createSession(db, id, { ip: null, userAgent: null });
  return (await auth.resolveSession(db, token))?.actor ?? null;
};

/** Returns a browser on its way back from the provider, which vouches for this person. */
export const beginTrip = async (
  ctx: TestSystemContext,
  provider: IdentityProviderName,
  identity: ProvenIdentity,
  { actor = null, linkTo, pendingLink = null }: TripOptions = {},
): Promise<StartedMessage> => {
  const request = makeRequestContext(ctx, { actor: linkTo === undefined ? actor : await signedInNow(ctx, linkTo) });
  const begun = linkTo === undefined ? beginOauth(request, { provider }) : beginLink(await openOrganization(request), { provider });
  const { url, flow } = await begun;
  codes += 1;
  const code = `code-${codes}`;
  ctx.gateways.identityProviders.answer(provider, code, identity);
  const query = new URLSearchParams({ code, state: new URL(url).searchParams.get('state') ?? '' });
  return { request: { ...request, oauthCookies: { oauthFlow: flow, pendingLink } }, provider, query: `?${query}` };
};

export const finishTrip = ({ request, provider, query }: StartedMessage): Promise<FinishedOauth> =>
  finishOauth(request, { provider, query });

export const roundTrip = async (...args: Parameters<typeof beginTrip>): Promise<FinishedOauth> => finishTrip(await beginTrip(...args));
