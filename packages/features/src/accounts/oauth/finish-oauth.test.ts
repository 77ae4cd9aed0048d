import { auditLog, identities, organizations, sessions, totpSecrets, users } from '@notafter/db';
import { IdentityProviderError, OAUTH_FLOW_VALID_MS, PENDING_LINK_VALID_MS, type ProvenIdentity, type UserId } from '@notafter/domain';
import {
  actorOf,
  createFakeClock,
  createTestContext,
  garbled,
  makeOrganization,
  makeRequestContext,
  makeUser,
  TEST_PASSWORD,
  type TestContext,
  type TestUser,
} from '@notafter/testing';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendSecurityNoticeJob } from '../account-jobs.ts';
import { login } from '../sessions/login.ts';
import { beginTrip, finishTrip, newIdentity, roundTrip } from '../testing/oauth-round-trip.ts';
import { whileDeleted } from '../testing/while-deleted.ts';
import { finishOauth } from './finish-oauth.ts';

let test: TestContext;
const clock = createFakeClock();
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github', 'google'] }, clock });
});
afterAll(() => test.close());
beforeEach(() => test.ctx.jobs.clear());

const userOf = async (email: string) => {
  const [user] = await test.ctx.db.select().from(users).where(eq(users.email, email));
  return user;
};
const identitiesOf = (userId: UserId) => test.ctx.db.select().from(identities).where(eq(identities.userId, userId));
const auditOf = (userId: UserId) =>
  test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId)))
    .orderBy(desc(auditLog.id));
const emailOf = ({ email }: ProvenIdentity): string => email ?? '';
const newUser = async (overrides: Parameters<typeof makeUser>[2] = {}): Promise<TestUser> =>
  makeUser(test.ctx, await makeOrganization(test.ctx), overrides);
const noticesOf = () => test.ctx.jobs.payloadsOf(sendSecurityNoticeJob);

/** A person whose GitHub identity is linked. */
const linkedUser = async (identity: ProvenIdentity): Promise<TestUser> => {
  const user = await newUser();
  const { subject, email } = identity;
  await test.ctx.db.insert(identities).values({ provider: 'github', subject, userId: user.id, email: email ?? '', linkedAt: clock.now() });
  return user;
};

describe('an identity that nobody has, with a verified address that nobody has', () => {
  it('makes an account and its organization, active and without password, and signs in', async () => {
    const identity = newIdentity({ email: 'maren.holt@harborline.example' });
    const finished = await roundTrip(test.ctx, 'google', identity);
    const user = await userOf(emailOf(identity));
    expect(user).toMatchObject({ firstName: 'Maren', lastName: 'Holt', role: 'admin', passwordHash: null, activatedAt: clock.now() });
    if (user === undefined || finished.state !== 'signed-in') throw new Error('nobody signed in');
    expect((await test.ctx.auth.resolveSession(test.ctx.db, finished.session.token))?.actor.userId).toBe(user.id);
    const [organization] = await test.ctx.db.select().from(organizations).where(eq(organizations.id, user.orgId));
    expect(organization).toMatchObject({ name: 'harborline.example', plan: 'Forever Free' });
    expect(await identitiesOf(user.id)).toMatchObject([{ provider: 'google', subject: identity.subject, email: identity.email }]);
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'accounts/finish-oauth', orgId: user.orgId, actorEmail: user.email, detail: { provider: 'google', registered: true } },
    ]);
  });

  it('signs in again later, also without a verified address', async () => {
    const identity = newIdentity();
    await roundTrip(test.ctx, 'github', identity);
    const again = await roundTrip(test.ctx, 'github', { ...identity, email: null });
    expect(again.state).toBe('signed-in');
    expect(await test.ctx.db.$count(users, eq(users.email, emailOf(identity)))).toBe(1);
  });

  it('makes one account of two round trips at once', async () => {
    const identity = newIdentity();
    const trips = await Promise.all([beginTrip(test.ctx, 'google', identity), beginTrip(test.ctx, 'google', identity)]);
    await Promise.allSettled(trips.map(finishTrip));
    expect(await test.ctx.db.$count(users, eq(users.email, emailOf(identity)))).toBe(1);
    expect((await roundTrip(test.ctx, 'google', identity)).state).toBe('signed-in');
  });

  it('is refused without a verified address', async () => {
    await expect(roundTrip(test.ctx, 'github', newIdentity({ email: null }))).rejects.toMatchObject({
      code: 'oauth_email_unverified',
      message: 'That account has no verified email address. Verify it there, then try again.',
    });
  });
});

describe('a known identity', () => {
  it('gets a new session, and the browser loses the one it had', async () => {
    const identity = newIdentity();
    const user = await linkedUser(identity);
    const before = await test.ctx.auth.createSession(test.ctx.db, user.id, { ip: null, userAgent: null });
    const actor = (await test.ctx.auth.resolveSession(test.ctx.db, before.token))?.actor ?? null;
    const finished = await roundTrip(test.ctx, 'github', identity, { actor });
    if (finished.state !== 'signed-in') throw new Error('nobody signed in');
    expect(finished.session.token).not.toBe(before.token);
    expect(await test.ctx.auth.resolveSession(test.ctx.db, before.token)).toBeNull();
    expect((await auditOf(user.id))[0]).toMatchObject({
      action: 'accounts/finish-oauth',
      detail: { provider: 'github', state: 'signed-in' },
    });
  });

  it('keeps the address that the provider gives now, which decides nothing', async () => {
    const identity = newIdentity();
    const user = await linkedUser(identity);
    const other = await newUser();
    await roundTrip(test.ctx, 'github', { ...identity, email: other.email });
    expect(await identitiesOf(user.id)).toMatchObject([{ email: other.email }]);
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, other.id))).toBe(0);
  });

  it('is still asked for the second factor that is set up here', async () => {
    const identity = newIdentity();
    const user = await linkedUser(identity);
    await test.ctx.db
      .insert(totpSecrets)
      .values({ userId: user.id, secret: 'sealed', createdAt: clock.now(), confirmedAt: clock.now(), lastStep: null });
    expect(await roundTrip(test.ctx, 'github', identity)).toMatchObject({
      state: 'second-factor',
      question: { challenge: expect.any(String) },
    });
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it('is refused in a disabled organization and for an account that was never activated', async () => {
    const identity = newIdentity();
    const user = await linkedUser(identity);
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, user.orgId));
    await expect(roundTrip(test.ctx, 'github', identity)).rejects.toMatchObject({ code: 'organization_disabled' });
    await test.ctx.db.update(users).set({ activatedAt: null }).where(eq(users.id, user.id));
    await expect(roundTrip(test.ctx, 'github', identity)).rejects.toMatchObject({ code: 'not_activated' });
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it('is of one provider only: the same name at another is somebody else', async () => {
    const identity = newIdentity();
    const user = await linkedUser(identity);
    const finished = await roundTrip(test.ctx, 'google', { ...identity, email: emailOf(newIdentity()) });
    expect(finished.state).toBe('signed-in');
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });
});

describe('a new identity with the address of an account', () => {
  const pendingOf = async (user: TestUser, identity = newIdentity({ email: user.email })): Promise<string> => {
    const finished = await roundTrip(test.ctx, 'github', identity);
    if (finished.state !== 'confirm') throw new Error(`the round trip came to ${finished.state}`);
    return finished.pendingLink;
  };
  const signIn = (user: TestUser, pendingLink: string) =>
    login(
      { ...makeRequestContext(test.ctx), oauthCookies: { oauthFlow: null, pendingLink } },
      { email: user.email, password: TEST_PASSWORD },
    );

  it('signs nobody in and links nothing by itself', async () => {
    const user = await newUser();
    await pendingOf(user);
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    expect(await identitiesOf(user.id)).toEqual([]);
    expect(noticesOf()).toEqual([]);
  });

  it('is linked when that account signs in, and its owner is notified by mail', async () => {
    const user = await newUser({ password: TEST_PASSWORD });
    const identity = newIdentity({ email: user.email });
    await signIn(user, await pendingOf(user, identity));
    expect(await identitiesOf(user.id)).toMatchObject([{ provider: 'github', subject: identity.subject }]);
    expect(noticesOf()).toMatchObject([{ userId: user.id, event: 'github-linked' }]);
    expect(await auditOf(user.id)).toMatchObject([{ action: 'accounts/login', detail: { linked: 'github' } }]);
    expect((await roundTrip(test.ctx, 'github', identity)).state).toBe('signed-in');
  });

  it('is not linked by a sign-in of another account, nor by a wrong password', async () => {
    const [user, other] = [await newUser({ password: TEST_PASSWORD }), await newUser({ password: TEST_PASSWORD })];
    const pendingLink = await pendingOf(user);
    await signIn(other, pendingLink);
    const request = { ...makeRequestContext(test.ctx), oauthCookies: { oauthFlow: null, pendingLink } };
    await expect(login(request, { email: user.email, password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect([...(await identitiesOf(user.id)), ...(await identitiesOf(other.id))]).toEqual([]);
  });

  it('is linked by another identity of the account as well', async () => {
    const google = newIdentity();
    await roundTrip(test.ctx, 'google', google);
    const user = await userOf(emailOf(google));
    if (user === undefined) throw new Error('no account');
    const github = await roundTrip(test.ctx, 'github', newIdentity({ email: google.email }));
    if (github.state !== 'confirm') throw new Error('not asked');
    await roundTrip(test.ctx, 'google', google, { pendingLink: github.pendingLink });
    expect((await identitiesOf(user.id)).map(({ provider }) => provider).sort()).toEqual(['github', 'google']);
  });

  it('waits half an hour, and a text that was made elsewhere links nothing', async () => {
    const user = await newUser({ password: TEST_PASSWORD });
    const pendingLink = await pendingOf(user);
    await signIn(user, garbled(pendingLink));
    clock.advance(PENDING_LINK_VALID_MS);
    await signIn(user, pendingLink);
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  it('ends the sign-up of somebody who registered the address and never proved it, with its organization', async () => {
    const squatter = await newUser({ password: TEST_PASSWORD, activated: false });
    const identity = newIdentity({ email: squatter.email });
    expect(await roundTrip(test.ctx, 'github', identity)).toMatchObject({ state: 'signed-in' });
    const owner = (await userOf(squatter.email)) ?? expect.fail('no account');
    expect(owner).toMatchObject({ passwordHash: null, activatedAt: clock.now() });
    expect(owner.id).not.toBe(squatter.id);
    expect(await test.ctx.db.$count(organizations, eq(organizations.id, squatter.orgId))).toBe(0);
    expect(await auditOf(owner.id)).toMatchObject([{ detail: { provider: 'github', registered: true, endedSignUp: true } }]);
    await expect(login(makeRequestContext(test.ctx), { email: squatter.email, password: TEST_PASSWORD })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('waits where the address is not verified, or somebody else in its organization is proven', async () => {
    const squatter = await newUser({ password: TEST_PASSWORD, activated: false });
    await expect(roundTrip(test.ctx, 'github', newIdentity({ email: null }))).rejects.toMatchObject({ code: 'oauth_email_unverified' });
    await makeUser(test.ctx, squatter.orgId);
    const pendingLink = await pendingOf(squatter);
    await expect(signIn(squatter, pendingLink)).rejects.toMatchObject({ code: 'not_activated' });
    expect((await userOf(squatter.email))?.id).toBe(squatter.id);
  });

  it('cannot take the place of another identity of that provider', async () => {
    const user = await newUser({ password: TEST_PASSWORD });
    const first = { provider: 'github', subject: `first-${user.id}`, userId: user.id, email: user.email, linkedAt: clock.now() } as const;
    await test.ctx.db.insert(identities).values(first);
    await signIn(user, await pendingOf(user));
    expect(await identitiesOf(user.id)).toMatchObject([{ subject: `first-${user.id}` }]);
  });
});

describe('a link from the settings', () => {
  it('is made at once, once, with one audit row and a mail', async () => {
    const user = await newUser();
    const identity = newIdentity();
    expect(await roundTrip(test.ctx, 'google', identity, { linkTo: user })).toEqual({ state: 'linked' });
    expect(await roundTrip(test.ctx, 'google', identity, { linkTo: user })).toEqual({ state: 'linked' });
    expect(await identitiesOf(user.id)).toMatchObject([{ provider: 'google', subject: identity.subject, email: identity.email }]);
    expect(noticesOf()).toMatchObject([{ userId: user.id, event: 'google-linked' }]);
    expect((await auditOf(user.id)).filter(({ action }) => action === 'accounts/finish-oauth')).toMatchObject([
      { detail: { provider: 'google', linked: true } },
    ]);
  });

  it('is refused where the identity is another person’s, or the place is taken, or no address is verified', async () => {
    const identity = newIdentity();
    const owner = await linkedUser(identity);
    const link = { linkTo: await newUser() };
    await expect(roundTrip(test.ctx, 'github', identity, link)).rejects.toMatchObject({ code: 'identity_taken', status: 409 });
    const second = { linkTo: owner };
    await expect(roundTrip(test.ctx, 'github', newIdentity(), second)).rejects.toMatchObject({ code: 'identity_exists', status: 409 });
    await expect(roundTrip(test.ctx, 'github', newIdentity({ email: null }), link)).rejects.toMatchObject({
      code: 'oauth_email_unverified',
    });
    expect(await identitiesOf(owner.id)).toHaveLength(1);
    expect(noticesOf()).toEqual([]);
  });

  it('ends with the session it was begun in: another person in the browser, or none, links nothing', async () => {
    const [user, other] = [await newUser(), await newUser()];
    for (const actor of [actorOf(other), null]) {
      const { request, ...trip } = await beginTrip(test.ctx, 'github', newIdentity(), { linkTo: user });
      await expect(finishTrip({ ...trip, request: { ...request, actor } })).rejects.toMatchObject({ code: 'oauth_failed' });
    }
    expect([...(await identitiesOf(user.id)), ...(await identitiesOf(other.id))]).toEqual([]);
  });
});

describe('a way back that does not fit', () => {
  const exchanged = () => test.ctx.gateways.identityProviders.exchanged.length;
  const failed = { code: 'oauth_failed', status: 400, message: 'OAuth authentication failed. Please try again.' };

  it('is refused: no round trip of this browser (login CSRF), or one whose text was changed', async () => {
    const before = exchanged();
    const { request, provider, query } = await beginTrip(test.ctx, 'github', newIdentity());
    const flow = request.oauthCookies?.oauthFlow ?? '';
    const tampered = [null, '', 'x', garbled(flow), flow.replace('.', '..')];
    for (const oauthFlow of tampered) {
      const oauthCookies = { oauthFlow, pendingLink: null };
      await expect(finishOauth({ ...request, oauthCookies }, { provider, query })).rejects.toMatchObject(failed);
    }
    const { oauthCookies: _, ...withoutBrowser } = request;
    await expect(finishOauth(withoutBrowser, { provider, query })).rejects.toMatchObject(failed);
    expect(exchanged()).toBe(before);
  });

  it('is refused: a round trip with another provider (mix-up)', async () => {
    const before = exchanged();
    const { request, query } = await beginTrip(test.ctx, 'github', newIdentity());
    await expect(finishOauth(request, { provider: 'google', query })).rejects.toMatchObject(failed);
    expect(exchanged()).toBe(before);
  });

  it('is refused: another state', async () => {
    const trip = await beginTrip(test.ctx, 'github', newIdentity());
    const query = trip.query.replace(/state=[^&]+/, 'state=another');
    await expect(finishTrip({ ...trip, query })).rejects.toMatchObject(failed);
  });

  it('is refused: the same one again, also with a new code', async () => {
    const identity = newIdentity();
    const trip = await beginTrip(test.ctx, 'github', identity);
    await finishTrip(trip);
    const before = exchanged();
    await expect(finishTrip(trip)).rejects.toMatchObject(failed);
    test.ctx.gateways.identityProviders.answer('github', 'stolen', identity);
    await expect(finishTrip({ ...trip, query: trip.query.replace(/code=[^&]+/, 'code=stolen') })).rejects.toMatchObject(failed);
    expect(exchanged()).toBe(before);
  });

  it('is refused: after ten minutes', async () => {
    const trip = await beginTrip(test.ctx, 'github', newIdentity());
    clock.advance(OAUTH_FLOW_VALID_MS);
    await expect(finishTrip(trip)).rejects.toMatchObject(failed);
  });

  it('is refused: a pending link in the place of a round trip', async () => {
    const user = await newUser();
    const confirm = await roundTrip(test.ctx, 'github', newIdentity({ email: user.email }));
    const trip = await beginTrip(test.ctx, 'github', newIdentity());
    const oauthFlow = confirm.state === 'confirm' ? confirm.pendingLink : '';
    await expect(
      finishTrip({ ...trip, request: { ...trip.request, oauthCookies: { oauthFlow, pendingLink: null } } }),
    ).rejects.toMatchObject(failed);
  });

  it('says apart whether the provider refused or did not answer', async () => {
    const refused = await beginTrip(test.ctx, 'google', newIdentity());
    test.ctx.gateways.identityProviders.answer('google', codeOf(refused.query), new IdentityProviderError('refused', 'no'));
    await expect(finishTrip(refused)).rejects.toMatchObject(failed);
    const silent = await beginTrip(test.ctx, 'google', newIdentity());
    test.ctx.gateways.identityProviders.answer('google', codeOf(silent.query), new IdentityProviderError('unavailable', 'silence'));
    await expect(finishTrip(silent)).rejects.toMatchObject({
      code: 'oauth_unavailable',
      status: 503,
      message: 'The sign-in service did not answer. Try again, or sign in another way.',
    });
  });

  it('answers 404 for what this installation does not offer, and 429 to a network that tries too often', async () => {
    const trip = await beginTrip(test.ctx, 'github', newIdentity());
    const config = { ...test.ctx.config, identityProviders: [] };
    await expect(finishTrip({ ...trip, request: { ...trip.request, config } })).rejects.toMatchObject({ code: 'not_found' });
    const { oauthCookies: _, ...request } = trip.request;
    const answers = await Promise.allSettled(
      Array.from({ length: 205 }, () => finishOauth(request, { provider: 'github', query: '?code=guessed&state=guessed' })),
    );
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'in'));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(5);
  });
});

const codeOf = (query: string): string => new URLSearchParams(query).get('code') ?? '';

it('links nothing to an account that is deleted at this moment', async () => {
  const user = await newUser();
  const trip = await beginTrip(test.ctx, 'github', newIdentity(), { linkTo: user });
  expect(await whileDeleted(test.ctx, user.id, () => finishTrip(trip))).toMatchObject({ code: 'unauthenticated' });
});

it('signs nobody in whose account is deleted at this moment', async () => {
  const identity = newIdentity();
  const { id } = await linkedUser(identity);
  expect(await whileDeleted(test.ctx, id, () => roundTrip(test.ctx, 'github', identity))).toMatchObject({ code: 'oauth_failed' });
});
