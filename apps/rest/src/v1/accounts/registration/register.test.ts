import { organizations, users } from '@notafter/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const grace = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@navy.example', password: 'correct horse battery' };
const register = (body: unknown, ip?: string) => rest.call('POST', '/v1/accounts/register', { body, ...(ip === undefined ? {} : { ip }) });

describe('200', () => {
  it('makes the account with its organization and says the documented text', async () => {
    const answer = await register({ ...grace, first_name: '  Grace ', email: ' Grace@Navy.Example ' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Registration successful! Check your email for verification.' });
    expect(answer.cookies).toEqual([]);
    const [user] = await rest.ctx.db.select().from(users);
    expect(user).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', email: 'grace@navy.example', role: 'admin', activatedAt: null });
    expect(await rest.ctx.db.select().from(organizations)).toHaveLength(1);
  });
});

describe('400', () => {
  it('says that an address is known', async () => {
    await register({ ...grace, email: 'known@navy.example' });
    const answer = await register({ ...grace, email: 'KNOWN@navy.example' });
    expect(answer).toMatchObject({ status: 400, body: errorBody('email_exists') });
  });

  it.each([
    ['short', 'password_too_short'],
    ['password', 'password_too_common'],
  ] as const)('refuses the password %s as %s', async (password, code) => {
    expect(await register({ ...grace, email: `${code}@navy.example`, password })).toMatchObject({ status: 400, body: { code } });
  });

  it('names every field that is missing or wrong', async () => {
    const answer = await register({ email: 'no address', last_name: '  ' });
    expect(answer).toMatchObject({
      status: 400,
      body: errorBody('invalid_input', [
        { path: 'first_name', message: 'Please fill out all fields.' },
        { path: 'last_name', message: 'Please fill out all fields.' },
        { path: 'email', message: 'Please enter a valid email address.' },
        { path: 'password', message: 'Please fill out all fields.' },
      ]),
    });
  });
});

describe('429', () => {
  it('throttles repeated sign-ups, and says for how long', async () => {
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, n) => register({ ...grace, email: `many-${n}@navy.example`, password: 'short' }, '198.51.100.7')),
    );
    const refused = tries.find(({ status }) => status === 429);
    expect(refused?.body).toEqual(errorBody('rate_limited'));
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
