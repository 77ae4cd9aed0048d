import { sessions } from '@notafter/db';
import { addMs, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { beginTotp, confirmTotp } from '@notafter/features';
import { appCodeAt, makeOrganization, makeUser, openAs, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { personOf } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const asked = z.object({ challenge: z.string() });

/** Somebody with an authenticator app, asked for its code. */
const firstStep = async () => {
  const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx), { password: TEST_PASSWORD });
  const person = await openAs(rest.ctx, user);
  const { secret } = await beginTotp(person, { password: TEST_PASSWORD });
  const { recoveryCodes } = await confirmTotp(person, { code: appCodeAt(secret, rest.ctx.clock.now()) });
  rest.ctx.clock.advance(30 * SECOND_MS);
  const answer = await rest.call('POST', '/v1/accounts/login', { body: { email: user.email, password: TEST_PASSWORD } });
  const codeNow = () => appCodeAt(secret, rest.ctx.clock.now());
  return { user, answer, challenge: asked.parse(answer.body).challenge, codeNow, recoveryCodes };
};
const secondStep = (body: unknown) => rest.call('POST', '/v1/accounts/login/second-factor', { body });

describe('the first step', () => {
  it('answers 401 with a challenge and no session, so that no client takes it for signed in', async () => {
    const { user, answer } = await firstStep();
    expect(answer).toMatchObject({ status: 401, cookies: [] });
    expect(answer.body).toEqual({
      ...errorBody('second_factor_required'),
      challenge: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
      expires_at: addMs(rest.ctx.clock.now(), 5 * MINUTE_MS).toISOString(),
    });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect((await rest.ctx.db.select().from(sessions)).filter(({ userId }) => userId === user.id)).toEqual([]);
  });
});

describe('200', () => {
  it('answers the user and hands the session to the cookie only', async () => {
    const { user, challenge, codeNow } = await firstStep();
    const answer = await secondStep({ challenge, code: codeNow() });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id, email: user.email } } });
    expect(answer.cookies).toHaveLength(1);
    expect(JSON.stringify(answer.body)).not.toContain(answer.cookies[0]);
    expect(await personOf(rest, answer)).toMatchObject({ userId: user.id });
  });

  it('takes a recovery code', async () => {
    const { challenge, recoveryCodes } = await firstStep();
    expect(await secondStep({ challenge, code: recoveryCodes[0] })).toMatchObject({ status: 200 });
  });
});

describe('400', () => {
  it('asks for both fields, and takes no others', async () => {
    expect(await secondStep({})).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'challenge' }, { path: 'code' }] },
    });
    expect(await secondStep({ challenge: 'x', code: '1', email: 'x' })).toMatchObject({ status: 400 });
  });

  it('refuses a wrong code, and takes the right one after it', async () => {
    const { challenge, codeNow } = await firstStep();
    expect(await secondStep({ challenge, code: '12345' })).toMatchObject({
      status: 400,
      body: errorBody('second_factor_invalid'),
      cookies: [],
    });
    expect(await secondStep({ challenge, code: codeNow() })).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('refuses a challenge that was used, and one that nobody was given', async () => {
    const { challenge, codeNow } = await firstStep();
    await secondStep({ challenge, code: codeNow() });
    for (const used of [challenge, 'made-up', '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10.x']) {
      expect(await secondStep({ challenge: used, code: codeNow() })).toMatchObject({
        status: 401,
        body: errorBody('second_factor_expired'),
        cookies: [],
      });
    }
  });
});

describe('429', () => {
  it('slows down guessing, and says for how long', async () => {
    const { challenge, codeNow } = await firstStep();
    for (let n = 0; n < 5; n += 1) await secondStep({ challenge, code: '00000' });
    const last = await secondStep({ challenge, code: codeNow() });
    expect(last).toMatchObject({ status: 429, body: errorBody('rate_limited'), cookies: [] });
    expect(last.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  });
});
