import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import { type Abuse, type AbuseStage, demand } from './abuse.ts';

const KIND = 'guessing';
const times = async <Result>(count: number, attempt: (n: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let n = 0; n < count; n += 1) results.push(await attempt(n));
  return results;
};
/** The first tries may be answered as wrong; after them there has to be a wait. */
const lastOf = async <Result>(count: number, attempt: (n: number) => Promise<Result>): Promise<Result[]> =>
  (await times(count, attempt)).slice(-1);

const login = (stage: AbuseStage, email: string, password: string, from: string) =>
  stage.send('/v1/accounts/login', { method: 'POST', json: { email, password }, from });

export const guessing: readonly Abuse[] = [
  {
    kind: KIND,
    name: 'passwords of one account, from one place',
    refusedWith: [429],
    attempt: async (stage) => {
      const answers = await lastOf(9, (n) => login(stage, stage.victim.admin.email, `guess ${n}`, '203.0.113.1'));
      demand(
        answers.every(({ headers }) => Number(headers.get('retry-after')) > 0),
        'Retry-After states the wait',
      );
      return answers;
    },
  },
  {
    kind: KIND,
    name: 'passwords of one account, from many places',
    refusedWith: [429],
    attempt: (stage) => lastOf(51, (n) => login(stage, stage.victim.viewer.email, `guess ${n}`, `203.0.113.${n + 10}`)),
  },
  {
    kind: KIND,
    name: 'passwords of many accounts, from one place',
    refusedWith: [429],
    attempt: (stage) => lastOf(101, (n) => login(stage, `person-${n}@example.com`, 'password1', '203.0.113.2')),
  },
  {
    kind: KIND,
    name: 'passwords, thirty in one batch',
    refusedWith: [400, 429],
    attempt: async (stage) => {
      const calls = Array.from({ length: 30 }, () => 'accounts.login');
      const json = Object.fromEntries(calls.map((_call, n) => [n, { email: stage.victim.member.email, password: `guess ${n}` }]));
      const from = '203.0.113.3';
      await stage.send(`/api/trpc/${calls.join(',')}?batch=1`, { method: 'POST', json, from });
      return [await login(stage, stage.victim.member.email, 'guess', from)];
    },
  },
  {
    kind: KIND,
    name: 'tokens and API keys, from one place',
    refusedWith: [429],
    attempt: (stage) =>
      lastOf(61, () => stage.send('/v1/certificates', { headers: { 'x-api-key': `nak_${'A'.repeat(43)}` }, from: '203.0.113.4' })),
  },
  {
    kind: KIND,
    name: 'calendar URLs, from one place',
    refusedWith: [429],
    attempt: (stage) => lastOf(61, () => stage.send(`/v1/calendar/${'A'.repeat(60)}.ics`, { from: '203.0.113.5' })),
  },
  {
    kind: KIND,
    name: 'acknowledgement links, from one place',
    refusedWith: [429],
    attempt: (stage) =>
      lastOf(61, () =>
        stage.send('/api/trpc/notifications.acknowledgeByLink', { method: 'POST', json: { token: 'guess' }, from: '203.0.113.6' }),
      ),
  },
  {
    kind: KIND,
    name: 'invitation codes, from one place',
    refusedWith: [429],
    attempt: ({ victim, send }) => {
      const json = { email: `new@${victim.domain}`, org_id: victim.orgId, code: 'guess', password: 'slow green lantern' };
      return lastOf(61, () => send('/v1/teams/create_password', { method: 'POST', json, from: '203.0.113.7' }));
    },
  },
  {
    kind: 'account enumeration',
    name: 'sign-in responses for known and unknown addresses are the same, and hash one password each',
    refusedWith: [401],
    attempt: async (stage) => {
      const known = await makeUser(stage.ctx, (await stage.newWorld()).orgId, { password: TEST_PASSWORD });
      const unproven = await makeUser(stage.ctx, (await stage.newWorld()).orgId, { password: TEST_PASSWORD, activated: false });
      const emails = [known.email, unproven.email, 'nobody@example.com'];
      const answers = await times(3, (n) => login(stage, emails[n] ?? '', 'wrong password', `203.0.113.${100 + n}`));
      // Each response has its own request ID, which does not depend on the address.
      const said = answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''));
      demand(new Set(said).size === 1, 'all three responses are the same');
      return answers;
    },
    changesOwn: true,
  },
  {
    kind: 'account enumeration',
    name: 'reset responses for known and unknown addresses are the same',
    refusedWith: [200],
    changesOwn: true,
    attempt: async (stage) => {
      const known = await makeUser(stage.ctx, (await stage.newWorld()).orgId, { password: TEST_PASSWORD });
      const answers = await Promise.all(
        [known.email, 'nobody@example.com'].map((email) => stage.send('/v1/accounts/reset-password', { method: 'POST', json: { email } })),
      );
      demand(new Set(answers.map(({ text }) => text)).size === 1, 'both responses are the same');
      return answers;
    },
  },
];
