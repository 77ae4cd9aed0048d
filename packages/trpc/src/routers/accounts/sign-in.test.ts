import { addMs, SECOND_MS } from '@notafter/domain';
import {
  actorOf,
  appCodeAt,
  createSoftwareAuthenticator,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  TEST_PASSWORD,
  type TestContext,
} from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../index.ts';
import { failing } from '../../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const proof = { password: TEST_PASSWORD };

/** A browser of somebody with a password: what was put into its cookie, and the procedures as the person and as a stranger may call them. */
const openBrowser = async () => {
  const cookies: string[] = [];
  const session = { set: (token: string) => void cookies.push(token), clear: () => undefined };
  const user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD });
  const own = createCaller({ request: makeRequestContext(test.ctx, { actor: actorOf(user) }), session });
  const stranger = createCaller({ request: makeRequestContext(test.ctx), session });
  const whoHas = async (token: string | undefined) => (await test.ctx.auth.resolveSession(test.ctx.db, token ?? ''))?.actor.userId;
  return { user, cookies, own, stranger, whoHas };
};

it('passkeys are added, renamed, used without an address, and removed', async () => {
  const { user, cookies, own, stranger, whoHas } = await openBrowser();
  const key = createSoftwareAuthenticator('http://localhost:3000');
  const { challengeId, options } = await own.signIn.beginPasskey(proof);
  const { passkey } = await own.signIn.addPasskey({ challengeId, name: '  Laptop ', answer: key.create(options) });
  expect(passkey.name).toBe('Laptop');
  await own.signIn.renamePasskey({ id: passkey.id, name: 'Phone' });
  expect(await own.signIn.twoFactor()).toMatchObject({ passkeys: [{ name: 'Phone' }], appSince: null, proof: 'password' });

  const question = await stranger.signIn.beginPasskeyLogin();
  const answer = await stranger.signIn.withPasskey({ challengeId: question.challengeId, answer: key.get(question.options) });
  expect(answer).toEqual({ user: expect.objectContaining({ id: user.id }) });
  expect(await whoHas(cookies[0])).toBe(user.id);

  await own.signIn.removePasskey({ id: passkey.id, ...proof });
  const again = await stranger.signIn.beginPasskeyLogin();
  await expect(stranger.signIn.withPasskey({ challengeId: again.challengeId, answer: key.get(again.options) })).rejects.toMatchObject(
    failing('passkey_invalid', 400),
  );
  expect(cookies).toHaveLength(1);
});

it('an app is set up, asked for after the password, and removed; no cookie is set before the code', async () => {
  const { user, cookies, own, stranger, whoHas } = await openBrowser();
  const { secret } = await own.signIn.beginTotp(proof);
  const codeIn = (ms: number) => appCodeAt(secret, addMs(test.ctx.clock.now(), ms));
  const { recoveryCodes } = await own.signIn.confirmTotp({ code: codeIn(0) });
  expect(recoveryCodes).toHaveLength(10);

  const first = await stranger.accounts.login({ email: user.email, password: TEST_PASSWORD });
  expect(first).toEqual({ state: 'second-factor', question: { challenge: expect.any(String), expiresAt: expect.any(Date) } });
  expect(cookies).toEqual([]);
  const challenge = first.state === 'second-factor' ? first.question.challenge : '';
  await expect(stranger.signIn.finish({ challenge, code: '12345' })).rejects.toMatchObject(failing('second_factor_invalid', 400));
  expect(cookies).toEqual([]);
  const answer = await stranger.signIn.finish({ challenge, code: codeIn(30 * SECOND_MS) });
  expect(answer).toEqual({ user: expect.objectContaining({ id: user.id }) });
  expect(await whoHas(cookies[0])).toBe(user.id);
  expect(JSON.stringify(answer)).not.toContain(cookies[0]);

  expect((await own.signIn.renewRecoveryCodes(proof)).recoveryCodes).toHaveLength(10);
  await own.signIn.removeTotp(proof);
  expect(await stranger.accounts.login({ email: user.email, password: TEST_PASSWORD })).toMatchObject({ state: 'signed-in' });
});

it('refuses what no browser sends, by field', async () => {
  const { own, stranger } = await openBrowser();
  const answer = {
    id: 'a b',
    rawId: 'x',
    type: 'public-key' as const,
    response: { clientDataJSON: 'x', attestationObject: 'x'.repeat(60_001) },
  };
  await expect(own.signIn.addPasskey({ challengeId: 'no-id', name: ' ', answer })).rejects.toMatchObject({
    cause: {
      code: 'invalid_input',
      details: [
        { path: 'challengeId', message: 'is not a valid id' },
        { path: 'name', message: 'Enter a name.' },
        { path: 'answer.id', message: 'is not Base64url' },
        { path: 'answer.response.attestationObject', message: 'has at most 60000 characters' },
      ],
    },
  });
  await expect(stranger.signIn.finish({ challenge: '', code: 'x'.repeat(101) })).rejects.toMatchObject(failing('invalid_input', 400));
});
