import { addMs, DAY_MS } from '@notafter/domain';
import { type RequestContext, sendAccountMail, sendAccountMailJob } from '@notafter/features';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, TEST_PASSWORD, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../index.ts';
import { failing } from '../../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

/** A browser: keeps the cookie that answers set and sends it along. */
const openBrowser = () => {
  const request = makeRequestContext(test.ctx);
  const jar: { token: string | null; expiresAt: Date | null; cleared: number } = { token: null, expiresAt: null, cleared: 0 };
  const session = {
    set: (token: string, expiresAt: Date): void => {
      jar.token = token;
      jar.expiresAt = expiresAt;
    },
    clear: (): void => {
      jar.token = null;
      jar.cleared += 1;
    },
  };
  const accounts = async () => {
    const found = jar.token === null ? null : await test.ctx.auth.resolveSession(test.ctx.db, jar.token);
    const withActor: RequestContext = { ...request, actor: found?.actor ?? null };
    return createCaller({ request: withActor, session }).accounts;
  };
  return { jar, accounts };
};

const failingWith = (code: string, status: number, message: string) => ({ message, ...failing(code, status) });

let people = 0;
const newcomer = () => {
  people += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `ada${people}@example.com`, password: TEST_PASSWORD };
};

/** Lets the mail job run and opens the newest mail to this address. */
const mailedToken = async (email: string): Promise<string> => {
  for (const payload of test.ctx.jobs.payloadsOf(sendAccountMailJob)) await sendAccountMail(test.ctx, payload);
  test.ctx.jobs.clear();
  const newest = test.ctx.gateways.mailer.sent.findLast(({ mail }) => mail.to === email);
  return newest?.mail.link.split('/').at(-1) ?? expect.fail('no mail');
};

it('goes all the way: sign up, activate, sign in, session, reset, sign in again, sign out', async () => {
  const browser = openBrowser();
  const person = newcomer();
  const accounts = await browser.accounts();
  expect(await accounts.register(person)).toEqual({ message: 'Registration successful! Check your email for verification.' });
  await expect(accounts.login(person)).rejects.toMatchObject(
    failingWith('not_activated', 403, 'Account not activated. Please check your email for activation link.'),
  );
  expect(await accounts.activate({ token: await mailedToken(person.email) })).toEqual({
    message: 'Your account is active. You can sign in now.',
  });
  const answer = await accounts.login(person);
  expect(answer).toMatchObject({ state: 'signed-in', user: { email: person.email, role: 'admin' } });

  const session = await (await browser.accounts()).session();
  expect(session).toMatchObject({ orgName: 'example.com', plan: 'Forever Free', user: { email: person.email } });

  await accounts.requestPasswordReset({ email: person.email });
  const password = 'staple of a different kind';
  expect(await accounts.resetPassword({ token: await mailedToken(person.email), password })).toEqual({
    message: 'Password reset successfully! Redirecting to login...',
    ended: { tokens: 0, apiKeys: 0 },
    remaining: [],
    removed: { passkeys: 0, identities: 0 },
    remainingSignInMethods: [],
  });
  await expect((await browser.accounts()).session()).rejects.toMatchObject(failingWith('unauthenticated', 401, 'Sign in to continue.'));
  await accounts.login({ email: person.email, password });
  await (await browser.accounts()).logout();
  expect(browser.jar).toMatchObject({ token: null, cleared: 1 });
});

it('takes addresses as people type them', async () => {
  const person = newcomer();
  const accounts = await openBrowser().accounts();
  await accounts.register({ ...person, email: `  ${person.email.toUpperCase()} ` });
  await accounts.activate({ token: await mailedToken(person.email) });
  expect(await accounts.login(person)).toMatchObject({ user: { email: person.email } });
});

describe('login', () => {
  const member = async () => makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD });

  it('hands the token to the cookie and to nothing else', async () => {
    const browser = openBrowser();
    const { email } = await member();
    const answer = await (await browser.accounts()).login({ email, password: TEST_PASSWORD });
    expect(browser.jar.token).toMatch(/^[\w-]{43}$/);
    expect(browser.jar.expiresAt).toEqual(addMs(test.ctx.clock.now(), 30 * DAY_MS));
    expect(Object.keys(answer).toSorted()).toEqual(['state', 'user']);
    expect(Object.keys('user' in answer ? answer.user : {}).toSorted()).toEqual([
      'avatarHash',
      'email',
      'firstName',
      'id',
      'lastName',
      'role',
    ]);
    expect(JSON.stringify(answer)).not.toContain(browser.jar.token);
  });

  it('sets no cookie when it is refused', async () => {
    const browser = openBrowser();
    const { email } = await member();
    await expect((await browser.accounts()).login({ email, password: 'wrong' })).rejects.toMatchObject(
      failingWith('invalid_credentials', 401, 'Invalid email or password. Please try again.'),
    );
    expect(browser.jar.token).toBeNull();
  });

  it('answers a delay with its length', async () => {
    const { email } = await member();
    const accounts = await openBrowser().accounts();
    for (let n = 0; n < 8; n += 1) await accounts.login({ email, password: 'wrong' }).catch(() => undefined);
    await expect(accounts.login({ email, password: 'wrong' })).rejects.toMatchObject({
      ...failingWith('rate_limited', 429, 'Too many attempts. Please wait and try again.'),
      cause: { retryAfterSeconds: expect.any(Number) },
    });
  });
});

describe('bad input', () => {
  const person = newcomer();

  it.each([
    ['no address', { ...person, email: 'ada' }, 'email', 'Please enter a valid email address.'],
    ['a space in the address', { ...person, email: 'ada lovelace@example.com' }, 'email', 'Please enter a valid email address.'],
    ['NUL in the address', { ...person, email: 'ada\0@example.com' }, 'email', 'Please enter a valid email address.'],
    ['a blank name', { ...person, firstName: '   ' }, 'firstName', 'Please fill out all fields.'],
    ['NUL in a name', { ...person, lastName: 'Love\0lace' }, 'lastName', 'contains characters that are not allowed'],
    ['an over-long name', { ...person, lastName: 'x'.repeat(101) }, 'lastName', 'has at most 100 characters'],
    ['no password', { ...person, password: '' }, 'password', 'Please fill out all fields.'],
    ['an over-long password', { ...person, password: 'x'.repeat(257) }, 'password', 'has at most 256 characters'],
  ])('names the field: %s', async (_name, input, path, message) => {
    await expect((await openBrowser().accounts()).register(input)).rejects.toMatchObject({
      cause: { code: 'invalid_input', status: 400, details: expect.arrayContaining([{ path, message }]) },
    });
  });

  it('says what is wrong with a link', async () => {
    const accounts = await openBrowser().accounts();
    const invalid = failingWith('link_invalid', 400, 'This link is not valid. Please request a new one.');
    await expect(accounts.activate({ token: 'garbled' })).rejects.toMatchObject(invalid);
    await expect(accounts.resetPassword({ token: 'garbled', password: TEST_PASSWORD })).rejects.toMatchObject(invalid);
  });

  it('reports a taken address', async () => {
    const accounts = await openBrowser().accounts();
    const taken = newcomer();
    await accounts.register(taken);
    await expect(accounts.register(taken)).rejects.toMatchObject(
      failingWith('email_exists', 400, 'Email already exists. Try signing in instead.'),
    );
  });
});

it('signs out without a session and without an error', async () => {
  const browser = openBrowser();
  await (await browser.accounts()).logout();
  expect(browser.jar.cleared).toBe(1);
});
