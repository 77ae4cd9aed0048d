import { auditLog, authChallenges, oneTimeLinks, organizations, recoveryCodes, sessions, totpSecrets, users } from '@notafter/db';
import { addMs, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import {
  appCodeAt,
  countLockWaits,
  createTestContext,
  type MemberContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  openAs,
  signedInOf,
  TEST_PASSWORD,
  type TestContext,
  type TestSystemContext,
  type TestUser,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendSecurityNoticeJob } from '../account-jobs.ts';
import { removeIdentity } from '../oauth/remove-identity.ts';
import { beginPasskey } from '../passkeys/begin-passkey.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { finishLogin } from '../sessions/finish-login.ts';
import { login } from '../sessions/login.ts';
import { whileDeleted } from '../testing/while-deleted.ts';
import { beginTotp } from './begin-totp.ts';
import { confirmTotp } from './confirm-totp.ts';
import { getTwoFactor } from './get-two-factor.ts';
import { removeTotp } from './remove-totp.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';

let test: TestContext;
let user: TestUser;
let person: TestSystemContext & MemberContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.clock.advance(MINUTE_MS);
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD });
  person = await openAs(test.ctx, user);
  test.ctx.jobs.clear();
});

const proof = { password: TEST_PASSWORD };
const codeNow = (secret: string, aheadMs = 0): string => appCodeAt(secret, addMs(test.ctx.clock.now(), aheadMs));
const notices = () => test.ctx.jobs.payloadsOf(sendSecurityNoticeJob).map(({ event, userId }) => (userId === user.id ? event : 'stranger'));
const actions = async () =>
  (await test.ctx.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.actorId, user.id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );

/** An app that is set up, and the next code it shows. */
const setUp = async (ctx = person) => {
  const { secret, uri } = await beginTotp(ctx, proof);
  const { recoveryCodes: codes } = await confirmTotp(ctx, { code: codeNow(secret) });
  test.ctx.clock.advance(30 * SECOND_MS);
  return { secret, uri, codes };
};
const firstStep = async () => {
  const answer = await login(makeRequestContext(test.ctx), { email: user.email, password: TEST_PASSWORD });
  return answer.state === 'second-factor' ? answer.question : expect.fail('no second factor asked for');
};
const secondStep = (challenge: string, code: string) => finishLogin(makeRequestContext(test.ctx), { challenge, code });
const refused = { code: 'second_factor_invalid', status: 400 };
const expired = { code: 'second_factor_expired', status: 401 };
const gone = { code: 'unauthenticated', status: 401 };

describe('setting up an authenticator app', () => {
  it('counts once a code confirms it, and hands out ten recovery codes', async () => {
    const { secret, uri } = await beginTotp(person, proof);
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain(encodeURIComponent(user.email));
    expect(await getTwoFactor(person)).toMatchObject({ appSince: null, recoveryCodesLeft: 0, proof: 'password' });
    signedInOf(await login(makeRequestContext(test.ctx), { email: user.email, password: TEST_PASSWORD }));

    const { recoveryCodes: codes } = await confirmTotp(person, { code: codeNow(secret) });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await getTwoFactor(person)).toMatchObject({ appSince: test.ctx.clock.now(), recoveryCodesLeft: 10 });
    expect(notices()).toEqual(['totp-added']);
    expect(await actions()).toEqual(['accounts/begin-totp', 'accounts/login', 'accounts/confirm-totp']);
  });

  it('keeps neither the secret nor a recovery code in clear, nor in the audit log', async () => {
    const { secret, codes } = await setUp();
    const [row] = await test.ctx.db.select().from(totpSecrets).where(eq(totpSecrets.userId, user.id));
    const kept = JSON.stringify([
      row,
      await test.ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
      await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, user.id)),
      test.ctx.jobs.enqueued,
      test.ctx.log.entries,
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(kept).not.toContain(text);
  });

  it('starts over until it is confirmed, and not after', async () => {
    const first = await beginTotp(person, proof);
    const second = await beginTotp(person, proof);
    await expect(confirmTotp(person, { code: codeNow(first.secret) })).rejects.toMatchObject(refused);
    await confirmTotp(person, { code: codeNow(second.secret) });
    await expect(confirmTotp(person, { code: codeNow(second.secret) })).rejects.toMatchObject({ code: 'two_factor_exists', status: 409 });
    await expect(beginTotp(person, proof)).rejects.toMatchObject({ code: 'two_factor_exists' });
  });

  it('is confirmed once, however many confirm it together', async () => {
    const { secret } = await beginTotp(person, proof);
    const answers = await Promise.allSettled([1, 2, 3].map(() => confirmTotp(person, { code: codeNow(secret) })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await test.ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10);
  });

  it('needs a code of the app, and something that was begun', async () => {
    await expect(confirmTotp(person, { code: '123456' })).rejects.toMatchObject({ code: 'two_factor_absent', status: 409 });
    await beginTotp(person, proof);
    for (const code of ['', '000', '0000-0000-0000-0000']) await expect(confirmTotp(person, { code })).rejects.toMatchObject(refused);
    expect(await getTwoFactor(person)).toMatchObject({ appSince: null });
  });
});

describe('showing again who one is', () => {
  const wrongPassword = { code: 'current_password_wrong', status: 400 };

  it('is required to change sign-in settings', async () => {
    const attempts = [{}, { password: null }, { password: '' }, { password: 'wrong' }];
    for (const input of attempts) await expect(beginTotp(person, input)).rejects.toMatchObject(wrongPassword);
    await setUp();
    for (const input of attempts) {
      await expect(removeTotp(person, input)).rejects.toMatchObject(wrongPassword);
      await expect(renewRecoveryCodes(person, input)).rejects.toMatchObject(wrongPassword);
    }
    await expect(removeTotp(person, { code: '000000' })).rejects.toMatchObject(refused);
    expect(await getTwoFactor(person)).toMatchObject({ appSince: expect.any(Date), recoveryCodesLeft: 10 });
  });

  it('is slowed down', async () => {
    for (let n = 0; n < 10; n += 1) await expect(beginTotp(person, { password: `wrong ${n}` })).rejects.toMatchObject(wrongPassword);
    await expect(beginTotp(person, proof)).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  });

  it('is a recent sign-in for a person with neither password nor app', async () => {
    await test.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    await expect(beginTotp(person, {})).rejects.toMatchObject({ code: 'proof_required', status: 403 });
    expect(await getTwoFactor(person)).toMatchObject({ proof: 'sign-in' });
    const { token } = await test.ctx.auth.createSession(test.ctx.db, user.id, person.origin);
    const actor = (await test.ctx.auth.resolveSession(test.ctx.db, token))?.actor ?? expect.fail('no session');
    const fresh = { ...person, actor };
    const { secret } = await beginTotp(fresh, {});
    test.ctx.clock.advance(16 * MINUTE_MS);
    await expect(beginTotp(fresh, {})).rejects.toMatchObject({ code: 'proof_required' });
    await confirmTotp(fresh, { code: codeNow(secret) });
    expect(await getTwoFactor(fresh)).toMatchObject({ proof: 'code' });
    await expect(removeTotp(fresh, {})).rejects.toMatchObject(refused);
    test.ctx.clock.advance(30 * SECOND_MS);
    await removeTotp(fresh, { code: codeNow(secret) });
  });
});

describe('signing in with an app', () => {
  it('takes the password, then a code, and gives no session in between', async () => {
    const { secret } = await setUp();
    const question = await firstStep();
    expect(question).toEqual({
      challenge: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
      expiresAt: addMs(test.ctx.clock.now(), 5 * MINUTE_MS),
    });
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    const [row] = await test.ctx.db.select().from(authChallenges).where(eq(authChallenges.userId, user.id));
    expect(question.challenge).not.toContain(row?.challenge);

    const { session, user: shown } = await secondStep(question.challenge, codeNow(secret));
    expect(shown).toMatchObject({ id: user.id, email: user.email });
    expect((await test.ctx.auth.resolveSession(test.ctx.db, session.token))?.actor.userId).toBe(user.id);
    expect((await actions()).slice(-2)).toEqual(['accounts/login', 'accounts/finish-login']);
  });

  it('starts a new session and ends the one the browser had', async () => {
    const { token } = await test.ctx.auth.createSession(test.ctx.db, user.id, person.origin);
    const before = (await test.ctx.auth.resolveSession(test.ctx.db, token))?.actor ?? null;
    const { secret } = await setUp();
    const { challenge } = await firstStep();
    const { session } = await finishLogin(makeRequestContext(test.ctx, { actor: before }), { challenge, code: codeNow(secret) });
    expect(session.token).not.toBe(token);
    expect(await test.ctx.auth.resolveSession(test.ctx.db, token)).toBeNull();
  });

  it('takes each code once, also of two that bring it together', async () => {
    const { secret } = await setUp();
    const code = codeNow(secret);
    const challenges = [await firstStep(), await firstStep(), await firstStep()];
    const answers = await Promise.allSettled(challenges.map(({ challenge }) => secondStep(challenge, code)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(refused);
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1);
  });

  it('takes the code that set the app up no second time', async () => {
    const { secret } = await beginTotp(person, proof);
    await confirmTotp(person, { code: codeNow(secret) });
    const { challenge } = await firstStep();
    await expect(secondStep(challenge, codeNow(secret))).rejects.toMatchObject(refused);
    await secondStep(challenge, codeNow(secret, 30 * SECOND_MS));
  });

  it('forgives clocks half a minute, and no code older than one that was used', async () => {
    const { secret } = await setUp();
    test.ctx.clock.advance(5 * MINUTE_MS);
    for (const ms of [-61 * SECOND_MS, 61 * SECOND_MS]) {
      await expect(secondStep((await firstStep()).challenge, codeNow(secret, ms))).rejects.toMatchObject(refused);
    }
    await secondStep((await firstStep()).challenge, codeNow(secret, 30 * SECOND_MS));
    for (const ms of [-30 * SECOND_MS, 0, 30 * SECOND_MS]) {
      await expect(secondStep((await firstStep()).challenge, codeNow(secret, ms))).rejects.toMatchObject(refused);
    }
  });

  it('uses a challenge up once, also of two at once, and keeps it after a typo', async () => {
    const { secret, codes } = await setUp();
    const { challenge } = await firstStep();
    await expect(secondStep(challenge, '12345')).rejects.toMatchObject(refused);
    const answers = await Promise.allSettled([secondStep(challenge, codeNow(secret)), secondStep(challenge, codes[0] ?? '')]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(expired);
    await expect(secondStep(challenge, codes[1] ?? '')).rejects.toMatchObject(expired);
  });

  it('ends after five minutes', async () => {
    const { secret } = await setUp();
    const { challenge } = await firstStep();
    test.ctx.clock.advance(5 * MINUTE_MS);
    await expect(secondStep(challenge, codeNow(secret))).rejects.toMatchObject(expired);
  });

  it('takes no challenge that is garbled, guessed or of another kind', async () => {
    const { secret } = await setUp();
    const { challenge } = await firstStep();
    const [id = '', mac = ''] = challenge.split('.');
    const others = ['', '.', id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${user.id}.${mac}`, 'no-id.x'];
    for (const other of others) await expect(secondStep(other, codeNow(secret))).rejects.toMatchObject(expired);
    await test.ctx.db.update(authChallenges).set({ kind: 'passkey-login' }).where(eq(authChallenges.userId, user.id));
    await expect(secondStep(challenge, codeNow(secret))).rejects.toMatchObject(expired);
  });

  it('takes no code of somebody else', async () => {
    await setUp();
    const { challenge } = await firstStep();
    const stranger = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { password: TEST_PASSWORD }));
    const theirs = await setUp(stranger);
    await expect(secondStep(challenge, codeNow(theirs.secret))).rejects.toMatchObject(refused);
    await expect(secondStep(challenge, theirs.codes[0] ?? '')).rejects.toMatchObject(refused);
  });

  it('slows guessing down, by challenge and by account', async () => {
    const { secret } = await setUp();
    const { challenge } = await firstStep();
    for (let n = 0; n < 5; n += 1) await expect(secondStep(challenge, '00000')).rejects.toMatchObject(refused);
    await expect(secondStep(challenge, codeNow(secret))).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    for (let round = 0; round < 3; round += 1) {
      const next = await firstStep();
      for (let n = 0; n < 5; n += 1) await expect(secondStep(next.challenge, '00000')).rejects.toMatchObject(refused);
    }
    await expect(secondStep((await firstStep()).challenge, codeNow(secret))).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('warns the owner, once, of somebody who knows the password and tries codes', async () => {
    const { secret } = await setUp();
    test.ctx.jobs.clear();
    const guess = async (times: number) => {
      const { challenge } = await firstStep();
      for (let n = 0; n < times; n += 1) await expect(secondStep(challenge, '00000')).rejects.toMatchObject(refused);
    };
    await guess(4);
    expect(notices()).toEqual([]);
    await guess(5);
    expect(notices()).toEqual(['second-factor-refused']);
    expect(test.ctx.log.entries.at(-1)).toMatchObject({ message: 'second factor refused', fields: { userId: user.id } });
    await secondStep((await firstStep()).challenge, codeNow(secret));
    await guess(5);
    expect(notices()).toEqual(['second-factor-refused']);
  });

  it('refuses whose organization was disabled in between', async () => {
    const { secret } = await setUp();
    const { challenge } = await firstStep();
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, user.orgId));
    await expect(secondStep(challenge, codeNow(secret))).rejects.toMatchObject({ code: 'organization_disabled', status: 403 });
  });
});

describe('a password that was reset', () => {
  const reset = async () => {
    await requestPasswordReset(makeRequestContext(test.ctx), { email: user.email });
    const [link] = await test.ctx.db
      .select()
      .from(oneTimeLinks)
      .where(and(eq(oneTimeLinks.userId, user.id), eq(oneTimeLinks.purpose, 'password-reset')));
    const token = test.ctx.auth.signLink('password-reset', link?.id ?? expect.fail('no link'));
    await resetPassword(makeRequestContext(test.ctx), { token, password: 'staple of a different kind' });
  };

  it('does not lead round the app', async () => {
    const { secret } = await setUp();
    await reset();
    const answer = await login(makeRequestContext(test.ctx), { email: user.email, password: 'staple of a different kind' });
    expect(answer.state).toBe('second-factor');
    if (answer.state === 'second-factor') await secondStep(answer.question.challenge, codeNow(secret));
  });

  it('ends sign-ins that were waiting for their code', async () => {
    const { secret } = await setUp();
    const { challenge } = await firstStep();
    await reset();
    await expect(secondStep(challenge, codeNow(secret))).rejects.toMatchObject(expired);
  });
});

describe('recovery codes', () => {
  it('sign in once each, however they are typed, and the person hears of it', async () => {
    const { codes } = await setUp();
    const [code = '', other = ''] = codes;
    test.ctx.jobs.clear();
    await secondStep((await firstStep()).challenge, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
    expect(notices()).toEqual(['recovery-code-used']);
    expect(await getTwoFactor(person)).toMatchObject({ recoveryCodesLeft: 9 });
    await expect(secondStep((await firstStep()).challenge, code)).rejects.toMatchObject({
      ...refused,
      message: 'This recovery code is not valid. Each one works once.',
    });
    const challenges = [await firstStep(), await firstStep()];
    const answers = await Promise.allSettled(challenges.map(({ challenge }) => secondStep(challenge, other)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are renewed as a whole', async () => {
    const { codes } = await setUp();
    test.ctx.jobs.clear();
    const renewed = await renewRecoveryCodes(person, proof);
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(notices()).toEqual(['recovery-codes-renewed']);
    await expect(secondStep((await firstStep()).challenge, codes[0] ?? '')).rejects.toMatchObject(refused);
    await secondStep((await firstStep()).challenge, renewed.recoveryCodes[0] ?? '');
    expect((await actions()).filter((action) => action === 'accounts/renew-recovery-codes')).toHaveLength(1);
  });

  it('are there only with an app', async () => {
    await expect(renewRecoveryCodes(person, proof)).rejects.toMatchObject({ code: 'two_factor_absent', status: 409 });
    expect(await test.ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
  });

  it('prove, too, who turns the app off', async () => {
    const { codes } = await setUp();
    test.ctx.jobs.clear();
    await removeTotp(person, { code: codes[0] ?? '' });
    expect(notices()).toEqual(['recovery-code-used', 'totp-removed']);
  });
});

it('is turned off with everything that belongs to it', async () => {
  await setUp();
  test.ctx.jobs.clear();
  await removeTotp(person, proof);
  expect(notices()).toEqual(['totp-removed']);
  expect(await getTwoFactor(person)).toMatchObject({ appSince: null, recoveryCodesLeft: 0 });
  expect(await test.ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
  signedInOf(await login(makeRequestContext(test.ctx), { email: user.email, password: TEST_PASSWORD }));
  await expect(removeTotp(person, proof)).rejects.toMatchObject({ code: 'two_factor_absent' });
  expect((await actions()).filter((action) => action === 'accounts/remove-totp')).toHaveLength(1);
});

it('is everybody’s own: a viewer sets one up, and an admin neither sees nor ends it', async () => {
  const viewer = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { role: 'viewer', password: TEST_PASSWORD }));
  await setUp(viewer);
  expect(await getTwoFactor(person)).toMatchObject({ appSince: null, recoveryCodesLeft: 0 });
  await expect(removeTotp(person, proof)).rejects.toMatchObject({ code: 'two_factor_absent' });
  expect(await getTwoFactor(viewer)).toMatchObject({ recoveryCodesLeft: 10 });
});

it('waits for a reset of the password that is under way, which takes the challenge away', async () => {
  const { secret } = await setUp();
  const { challenge } = await firstStep();
  const attempt = await test.ctx.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, user.id)).for('update');
    const signingIn = secondStep(challenge, codeNow(secret)).catch((error: unknown) => error);
    await expect.poll(() => countLockWaits(test.ctx.db)).toBe(1);
    await test.ctx.auth.endAllSessions(tx, user.id);
    return { signingIn };
  });
  expect(await attempt.signingIn).toMatchObject(expired);
});

it.each([
  ['begins a passkey', (code: string) => beginPasskey(person, { code }), gone],
  ['unlinks an identity', (code: string) => removeIdentity(person, { provider: 'github', code }), gone],
  ['makes other recovery codes', (code: string) => renewRecoveryCodes(person, { code }), { code: 'two_factor_absent' }],
])('waits if the account of a person who %s with a code is being deleted', async (_, attempt, answer) => {
  const { secret } = await setUp();
  expect(await whileDeleted(test.ctx, user.id, () => attempt(codeNow(secret)))).toMatchObject(answer);
});

it('waits if the account of a person who starts a passkey with the password is being deleted', async () => {
  expect(await whileDeleted(test.ctx, user.id, () => beginPasskey(person, proof))).toMatchObject(gone);
});

it('waits if the account of a person who confirms an app is being deleted', async () => {
  const { secret } = await beginTotp(person, proof);
  const confirming = () => confirmTotp(person, { code: codeNow(secret) });
  expect(await whileDeleted(test.ctx, user.id, confirming)).toMatchObject({ code: 'two_factor_absent' });
});
