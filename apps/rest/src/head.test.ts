import type { TestUser } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from './openapi/document.ts';
import { lastMailedToken, NOBODYS_ID, newMember } from './testing/people.ts';
import { createRestHarness, type RestHarness } from './testing/rest-harness.ts';
import { countRows } from './testing/row-counts.ts';

let rest: RestHarness;
let admin: TestUser;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
});
afterAll(() => rest.close());

const documented = Object.entries(openApiDocument().paths ?? {}).flatMap(([path, { get }]) => (get === undefined ? [] : [path]));

it.each([...documented, '/v1/auth/github', '/v1/auth/github/callback?code=x&state=y'])('HEAD %s changes nothing', async (path) => {
  const before = await countRows(rest.ctx.db);
  const jobs = rest.ctx.jobs.enqueued.length;
  const { body, cookies } = await rest.call('HEAD', path.replaceAll(/\{\w+\}/g, NOBODYS_ID), { as: admin });
  expect({ body, cookies }).toEqual({ body: '', cookies: [] });
  expect(await countRows(rest.ctx.db)).toEqual(before);
  expect(rest.ctx.jobs.enqueued).toHaveLength(jobs);
});

it('HEAD of an activation link leaves it to be used, and a second use sets no cookie', async () => {
  const person = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@navy.example', password: 'correct horse battery' };
  await rest.call('POST', '/v1/accounts/register', { body: person });
  const path = `/v1/accounts/activate/${lastMailedToken(rest, 'account-activation')}`;
  expect(await rest.call('HEAD', path)).toMatchObject({ status: 200, body: '', cookies: [] });
  const login = { email: person.email, password: person.password };
  expect(await rest.call('POST', '/v1/accounts/login', { body: login })).toMatchObject({ status: 403, body: { code: 'not_activated' } });
  for (const message of ['Your account is active. You can sign in now.', 'This account is already active.']) {
    expect(await rest.call('GET', path)).toMatchObject({ status: 200, body: { message }, cookies: [] });
  }
});
