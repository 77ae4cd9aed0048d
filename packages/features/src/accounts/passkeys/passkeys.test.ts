import { auditLog, authChallenges, newId, organizations, passkeys, sessions, users } from '@notafter/db';
import { type AuthChallengeId, addMs, MINUTE_MS, PASSKEY_LIMIT } from '@notafter/domain';
import {
  createSoftwareAuthenticator,
  createTestContext,
  type MemberContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  openAs,
  type SoftwareAuthenticator,
  TEST_PASSWORD,
  type TestContext,
  type TestSystemContext,
  type TestUser,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendSecurityNoticeJob } from '../account-jobs.ts';
import { whileDeleted } from '../testing/while-deleted.ts';
import { getTwoFactor } from '../two-factor/get-two-factor.ts';
import { addPasskey } from './add-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { beginPasskeyLogin } from './begin-passkey-login.ts';
import { loginWithPasskey } from './login-with-passkey.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';

let test: TestContext;
let user: TestUser;
let person: TestSystemContext & MemberContext;
let key: SoftwareAuthenticator;
const SITE = 'http://localhost:3000';
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD });
  person = await openAs(test.ctx, user);
  key = createSoftwareAuthenticator(SITE);
  test.ctx.jobs.clear();
});

const proof = { password: TEST_PASSWORD };
type Deviation = Parameters<SoftwareAuthenticator['get']>[1];
const register = async (ctx = person, authenticator = key, deviation: Deviation = {}) => {
  const { challengeId, options } = await beginPasskey(ctx, proof);
  return addPasskey(ctx, { challengeId, name: 'Laptop', answer: authenticator.create(options, deviation) });
};
const signIn = async (deviation: Deviation = {}, authenticator = key) => {
  const { challengeId, options } = await beginPasskeyLogin(makeRequestContext(test.ctx));
  return loginWithPasskey(makeRequestContext(test.ctx), { challengeId, answer: authenticator.get(options, deviation) });
};
const keysOf = () => test.ctx.db.select().from(passkeys).where(eq(passkeys.userId, user.id));
const sessionsOf = () => test.ctx.db.$count(sessions, eq(sessions.userId, user.id));
const notices = () => test.ctx.jobs.payloadsOf(sendSecurityNoticeJob).map(({ event }) => event);
const actions = async () =>
  (await test.ctx.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.actorId, user.id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );
const invalid = { code: 'passkey_invalid', status: 400, message: 'This passkey could not be verified.' };
const expired = { code: 'passkey_expired', status: 400 };

describe('a passkey', () => {
  it('is kept with its name, and its person hears of it', async () => {
    const { passkey } = await register();
    expect(passkey).toEqual({ id: expect.any(String), name: 'Laptop', createdAt: test.ctx.clock.now(), lastUsedAt: null });
    expect(await getTwoFactor(person)).toMatchObject({ passkeys: [passkey] });
    expect(notices()).toEqual(['passkey-added']);
    expect(await actions()).toEqual(['accounts/begin-passkey', 'accounts/add-passkey']);
  });

  it('is called something else', async () => {
    const { passkey } = await register();
    expect(await renamePasskey(person, { id: passkey.id, name: 'Phone' })).toEqual({ passkey: { ...passkey, name: 'Phone' } });
    expect((await actions()).at(-1)).toBe('accounts/rename-passkey');
  });

  it('is removed after another proof of identity, and no longer signs in', async () => {
    const { passkey } = await register();
    for (const input of [{}, { password: 'wrong' }]) {
      await expect(removePasskey(person, { id: passkey.id, ...input })).rejects.toMatchObject({ code: 'current_password_wrong' });
    }
    await removePasskey(person, { id: passkey.id, ...proof });
    expect(notices()).toEqual(['passkey-added', 'passkey-removed']);
    expect((await actions()).at(-1)).toBe('accounts/remove-passkey');
    await expect(signIn()).rejects.toMatchObject(invalid);
  });

  it('stays if it is the last sign-in method', async () => {
    const { passkey } = await register();
    await test.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    const { token } = await test.ctx.auth.createSession(test.ctx.db, user.id, person.origin);
    const actor = (await test.ctx.auth.resolveSession(test.ctx.db, token))?.actor ?? expect.fail('no session');
    await expect(removePasskey({ ...person, actor }, { id: passkey.id })).rejects.toMatchObject({ code: 'last_sign_in' });
    expect(await keysOf()).toHaveLength(1);
  });

  it('is not a colleague’s to see, rename or take away', async () => {
    const { passkey } = await register();
    const other = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { password: TEST_PASSWORD }));
    expect(await getTwoFactor(other)).toMatchObject({ passkeys: [] });
    await expect(renamePasskey(other, { id: passkey.id, name: 'Mine' })).rejects.toMatchObject({ code: 'passkey_not_found', status: 404 });
    await expect(removePasskey(other, { id: passkey.id, ...proof })).rejects.toMatchObject({ code: 'passkey_not_found' });
    expect(await keysOf()).toMatchObject([{ name: 'Laptop' }]);
  });

  it('is a viewer’s to add, too', async () => {
    const viewer = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { role: 'viewer', password: TEST_PASSWORD }));
    await register(viewer);
    expect(await getTwoFactor(viewer)).toMatchObject({ passkeys: [{ name: 'Laptop' }] });
  });
});

describe('adding', () => {
  const answerTo = async (deviation: Deviation) => register(person, key, deviation);

  it('asks again who one is', async () => {
    for (const input of [{}, { password: 'wrong' }]) {
      await expect(beginPasskey(person, input)).rejects.toMatchObject({ code: 'current_password_wrong' });
    }
    expect(await test.ctx.db.$count(authChallenges, eq(authChallenges.userId, user.id))).toBe(0);
  });

  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['by nobody recognized', { userVerified: false }],
  ])('refuses one that was made %s, and says so in the log only', async (_name, deviation) => {
    await expect(answerTo(deviation)).rejects.toMatchObject(invalid);
    expect(test.ctx.log.entries.at(-1)).toMatchObject({ level: 'info', message: 'passkey refused', fields: { userId: user.id } });
    expect(await keysOf()).toEqual([]);
    expect(notices()).toEqual([]);
  });

  it('answers each question once, whatever came of it', async () => {
    const { challengeId, options } = await beginPasskey(person, proof);
    const answer = key.create(options);
    await addPasskey(person, { challengeId, name: 'Laptop', answer });
    await expect(addPasskey(person, { challengeId, name: 'Again', answer })).rejects.toMatchObject(expired);

    const second = await beginPasskey(person, proof);
    const wrong = createSoftwareAuthenticator('https://evil.example').create(second.options);
    await expect(addPasskey(person, { challengeId: second.challengeId, name: 'Evil', answer: wrong })).rejects.toMatchObject(invalid);
    const right = createSoftwareAuthenticator(SITE).create(second.options);
    await expect(addPasskey(person, { challengeId: second.challengeId, name: 'Late', answer: right })).rejects.toMatchObject(expired);
    expect(await keysOf()).toHaveLength(1);
  });

  it('answers one’s own questions only, of this kind, within five minutes', async () => {
    const stranger = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { password: TEST_PASSWORD }));
    const { challengeId, options } = await beginPasskey(person, proof);
    const answer = key.create(options);
    await expect(addPasskey(stranger, { challengeId, name: 'Theirs', answer })).rejects.toMatchObject(expired);
    const forLogin = await beginPasskeyLogin(makeRequestContext(test.ctx));
    const input = {
      challengeId: forLogin.challengeId,
      name: 'Theirs',
      answer: key.create({ ...options, challenge: forLogin.options.challenge }),
    };
    await expect(addPasskey(stranger, input)).rejects.toMatchObject(expired);
    test.ctx.clock.advance(5 * MINUTE_MS);
    await expect(addPasskey(person, { challengeId, name: 'Late', answer })).rejects.toMatchObject(expired);
  });

  it('refuses one that somebody has already', async () => {
    await register();
    const stranger = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { password: TEST_PASSWORD }));
    await expect(register(stranger)).rejects.toMatchObject(invalid);
    expect(await getTwoFactor(stranger)).toMatchObject({ passkeys: [] });
  });

  it('ends at twenty, also for those who add together', async () => {
    const row = { userId: user.id, publicKey: Buffer.alloc(1), counter: 0, transports: [], name: 'Old', createdAt: test.ctx.clock.now() };
    const rows = Array.from({ length: PASSKEY_LIMIT - 1 }, () => ({ ...row, id: newId<'passkey'>(), credentialId: newId() }));
    await test.ctx.db.insert(passkeys).values(rows);
    const questions = await Promise.all([1, 2, 3].map(() => beginPasskey(person, proof)));
    const answers = await Promise.allSettled(
      questions.map(({ challengeId, options }) =>
        addPasskey(person, { challengeId, name: 'New', answer: createSoftwareAuthenticator(SITE).create(options) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'passkey_limit', status: 403 });
    await expect(beginPasskey(person, proof)).rejects.toMatchObject({ code: 'passkey_limit' });
  });
});

describe('signing in with a passkey', () => {
  it('needs no address and no code, and starts a session', async () => {
    await register();
    const { session, user: shown } = await signIn();
    expect(shown).toMatchObject({ id: user.id, email: user.email });
    expect((await test.ctx.auth.resolveSession(test.ctx.db, session.token))?.actor.userId).toBe(user.id);
    expect(await keysOf()).toMatchObject([{ counter: 1, lastUsedAt: test.ctx.clock.now() }]);
    expect((await actions()).at(-1)).toBe('accounts/login-with-passkey');
  });

  it('ends the session the browser had', async () => {
    await register();
    const { token } = await test.ctx.auth.createSession(test.ctx.db, user.id, person.origin);
    const actor = (await test.ctx.auth.resolveSession(test.ctx.db, token))?.actor ?? null;
    const { challengeId, options } = await beginPasskeyLogin(makeRequestContext(test.ctx));
    await loginWithPasskey(makeRequestContext(test.ctx, { actor }), { challengeId, answer: key.get(options) });
    expect(await test.ctx.auth.resolveSession(test.ctx.db, token)).toBeNull();
  });

  it('says the same of a passkey that is unknown and of one that is wrong', async () => {
    await register();
    await expect(signIn({}, createSoftwareAuthenticator(SITE))).rejects.toMatchObject(invalid);
    const deviations: Deviation[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { type: 'webauthn.create' },
      { userHandle: Buffer.from('somebody else').toString('base64url') },
    ];
    for (const deviation of deviations) await expect(signIn(deviation)).rejects.toMatchObject(invalid);
    expect(await sessionsOf()).toBe(0);
    expect((await actions()).includes('accounts/login-with-passkey')).toBe(false);
  });

  it('takes no answer a second time, also of two at once', async () => {
    await register();
    const { challengeId, options } = await beginPasskeyLogin(makeRequestContext(test.ctx));
    const answer = key.get(options);
    const attempt = () => loginWithPasskey(makeRequestContext(test.ctx), { challengeId, answer });
    const answers = await Promise.allSettled([attempt(), attempt(), attempt()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(attempt()).rejects.toMatchObject(expired);
    expect(await sessionsOf()).toBe(1);
  });

  it('takes no answer to another question, and none after five minutes', async () => {
    await register();
    const first = await beginPasskeyLogin(makeRequestContext(test.ctx));
    const second = await beginPasskeyLogin(makeRequestContext(test.ctx));
    const swapped = { challengeId: second.challengeId, answer: key.get(first.options) };
    await expect(loginWithPasskey(makeRequestContext(test.ctx), swapped)).rejects.toMatchObject(invalid);
    test.ctx.clock.advance(5 * MINUTE_MS);
    const late = { challengeId: first.challengeId, answer: key.get(first.options) };
    await expect(loginWithPasskey(makeRequestContext(test.ctx), late)).rejects.toMatchObject(expired);
  });

  it('leaves the questions of registrations and second steps alone', async () => {
    await register();
    const { challengeId, options } = await beginPasskey(person, proof);
    const attempt = (id: AuthChallengeId) =>
      loginWithPasskey(makeRequestContext(test.ctx), { challengeId: id, answer: key.get({ challenge: options.challenge }) });
    await expect(attempt(challengeId)).rejects.toMatchObject(expired);
    await expect(attempt(newId())).rejects.toMatchObject(expired);
    expect(await test.ctx.db.$count(authChallenges, eq(authChallenges.id, challengeId))).toBe(1);
  });

  it('refuses a key whose counter did not rise, and notes why', async () => {
    await register();
    await signIn({ counter: 9 });
    for (const counter of [9, 3, 0]) await expect(signIn({ counter })).rejects.toMatchObject(invalid);
    expect(test.ctx.log.entries.at(-1)).toMatchObject({
      message: 'sign-in with a passkey refused',
      fields: { userId: user.id, reason: expect.stringContaining('counter') },
    });
    await signIn({ counter: 10 });
  });

  it('takes keys that never count', async () => {
    await register();
    await signIn({ counter: 0 });
    await signIn({ counter: 0 });
    expect(await sessionsOf()).toBe(2);
  });

  it('reports a disabled organization to the owner only', async () => {
    await register();
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, user.orgId));
    await expect(signIn()).rejects.toMatchObject({ code: 'organization_disabled', status: 403 });
    await expect(signIn({ userVerified: false })).rejects.toMatchObject(invalid);
  });

  it('is slowed down by network', async () => {
    const ctx = makeRequestContext(test.ctx);
    for (let n = 0; n < 600; n += 1) await beginPasskeyLogin(ctx);
    await expect(beginPasskeyLogin(ctx)).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    const { challengeId, options } = await beginPasskeyLogin(makeRequestContext(test.ctx));
    const guesser = makeRequestContext(test.ctx);
    for (let n = 0; n < 100; n += 1) {
      await expect(loginWithPasskey(guesser, { challengeId: newId(), answer: key.get(options) })).rejects.toMatchObject(expired);
    }
    await expect(loginWithPasskey(guesser, { challengeId, answer: key.get(options) })).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

it('keeps a question for five minutes', async () => {
  const { challengeId } = await beginPasskeyLogin(makeRequestContext(test.ctx));
  const [row] = await test.ctx.db.select().from(authChallenges).where(eq(authChallenges.id, challengeId));
  expect(row).toMatchObject({ kind: 'passkey-login', userId: null, expiresAt: addMs(test.ctx.clock.now(), 5 * MINUTE_MS) });
});

it('signs nobody in whose account is deleted at this moment', async () => {
  await register();
  expect(await whileDeleted(test.ctx, user.id, () => signIn())).toMatchObject(invalid);
});
