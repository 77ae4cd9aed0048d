import { createTestContext, makeOrganization, makeRequestContext, makeUser, TEST_PASSWORD, type TestContext } from '@notafter/testing';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appRouter } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

/** One POST as the browser's client sends it; the answer's status and its error as the browser reads it. */
const post = async (path: string, body: string, request = makeRequestContext(test.ctx)) => {
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: new Request(`http://localhost/api/trpc/${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    router: appRouter,
    createContext: () => ({ request, session: { set: () => undefined, clear: () => undefined } }),
  });
  const text = await response.text();
  return { status: response.status, text, answer: JSON.parse(text) };
};
const json = (input: unknown): string => JSON.stringify(input);

it('answers a documented error with its status, code and text', async () => {
  const { status, answer } = await post('accounts.login', json({ email: 'nobody@example.com', password: 'wrong' }));
  expect(status).toBe(401);
  expect(answer.error).toMatchObject({
    message: 'Invalid email or password. Please try again.',
    data: {
      code: 'invalid_credentials',
      httpStatus: 401,
      message: 'Invalid email or password. Please try again.',
      retryAfterSeconds: null,
    },
  });
});

it('names each field of a bad input', async () => {
  const { status, answer } = await post('accounts.register', json({ email: 'ada', firstName: '', lastName: 'L', password: 5 }));
  expect(status).toBe(400);
  expect(answer.error.data).toMatchObject({ code: 'invalid_input', httpStatus: 400 });
  expect(answer.error.data.details).toEqual(
    expect.arrayContaining([
      { path: 'email', message: 'Please enter a valid email address.' },
      { path: 'firstName', message: 'Please fill out all fields.' },
      expect.objectContaining({ path: 'password' }),
    ]),
  );
});

it('says how long to wait', async () => {
  const ctx = makeRequestContext(test.ctx);
  const { email } = await makeUser(test.ctx, await makeOrganization(test.ctx));
  const guess = json({ email, password: 'wrong' });
  for (let n = 0; n < 8; n += 1) await post('accounts.login', guess, ctx);
  const { status, answer } = await post('accounts.login', guess, ctx);
  expect(status).toBe(429);
  expect(answer.error.data).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
});

it.each([
  ['malformed JSON', 'accounts.login', '{', 400, 'malformed_json'],
  ['an empty body', 'accounts.login', '', 400, 'malformed_json'],
  ['no input', 'accounts.login', '{}', 400, 'invalid_input'],
  ['nesting without end', 'accounts.login', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400, 'malformed_json'],
  ['an instant that is none', 'accounts.login', json({ email: '~soon' }), 400, 'malformed_json'],
  ['a list for an object', 'accounts.login', json([1]), 400, 'invalid_input'],
  ['a procedure that is not there', 'accounts.nothing', json({}), 404, 'not_found'],
])('answers %s without a stack', async (_name, path, body, status, code) => {
  const found = await post(path, body);
  expect(found.status).toBe(status);
  expect(found.answer.error.data.code).toBe(code);
  expect(found.text).not.toMatch(/stack|node_modules|\.ts/);
});

it('takes __proto__ for the text it is', async () => {
  const { status } = await post('accounts.login', `{"__proto__":{"admin":true},"email":"a@b.cc","password":"x"}`);
  expect(status).toBe(401);
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
});

it('shows nothing of a fault of ours, and logs it with its cause', async () => {
  const fault = new Error('relation "users" does not exist at 10.0.0.5');
  const broken = { ...makeRequestContext(test.ctx), auth: { ...test.ctx.auth, verifyPassword: () => Promise.reject(fault) } };
  const { status, text, answer } = await post('accounts.login', json({ email: 'a@b.cc', password: TEST_PASSWORD }), broken);
  expect(status).toBe(500);
  expect(answer.error).toMatchObject({
    message: 'Something went wrong on our side. Please try again.',
    data: { code: 'internal' },
  });
  expect(text).not.toContain('relation');
  expect(test.ctx.log.entries.at(-1)).toMatchObject({ level: 'error', fields: { err: fault, path: 'accounts.login' } });
});
