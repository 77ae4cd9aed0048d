import { addMs, DAY_MS } from '@notafter/domain';
import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import { type Abuse, type AbuseStage, demand } from './abuse.ts';

const KIND = 'replay of ended credentials';
const cookieIn = (headers: Headers): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

const signInAs = async (stage: AbuseStage, email: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await stage.send('/v1/accounts/login', { method: 'POST', json: { email, password: TEST_PASSWORD }, headers });
  demand(answer.status === 200, 'the right password signs in');
  return cookieIn(answer.headers);
};
const someone = async (stage: AbuseStage) =>
  makeUser(stage.ctx, (await stage.newWorld()).orgId, { role: 'viewer', password: TEST_PASSWORD });
const who = (stage: AbuseStage, cookie: string) => stage.send('/v1/accounts/session', { headers: { cookie } });
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

export const replays: readonly Abuse[] = [
  {
    kind: 'a planted session (fixation)',
    name: 'a cookie from before the sign-in',
    refusedWith: [401],
    changesOwn: true,
    attempt: async (stage) => {
      const { email } = await someone(stage);
      const planted = 'notafter_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      const cookie = await signInAs(stage, email, { cookie: planted, ...sameOrigin });
      demand(cookie !== '' && cookie !== planted, 'a sign-in creates a new session');
      const again = await signInAs(stage, email, { cookie, ...sameOrigin });
      demand((await who(stage, again)).status === 200, 'the newest session is good');
      return [await who(stage, planted), await who(stage, cookie)];
    },
  },
  {
    kind: KIND,
    name: 'a session after signing out',
    refusedWith: [401],
    changesOwn: true,
    attempt: async (stage) => {
      const cookie = await signInAs(stage, (await someone(stage)).email);
      await stage.send('/v1/accounts/logout', { method: 'POST', headers: { cookie, ...sameOrigin } });
      return [await who(stage, cookie)];
    },
  },
  {
    kind: KIND,
    name: 'a session after the password changed elsewhere',
    refusedWith: [401],
    changesOwn: true,
    attempt: async (stage) => {
      const { email } = await someone(stage);
      const stolen = await signInAs(stage, email);
      const own = await signInAs(stage, email);
      const changed = await stage.send('/api/trpc/accounts.changePassword', {
        method: 'POST',
        json: { currentPassword: TEST_PASSWORD, password: 'slow green lantern' },
        headers: { cookie: own, ...sameOrigin },
      });
      demand(changed.status === 200, 'the password can be changed');
      return [await who(stage, stolen)];
    },
  },
  {
    kind: KIND,
    name: 'sessions and tokens of a removed member',
    refusedWith: [401],
    changesOwn: true,
    attempt: async (stage) => {
      const own = await stage.newWorld();
      const browser = await stage.headersOf('viewer in a browser', own);
      const script = await stage.headersOf('token of a viewer', own);
      const headers = await stage.headersOf('admin in a browser', own);
      const removed = await stage.send(`/v1/users/${own.viewer.id}`, { method: 'DELETE', headers });
      demand(removed.status < 300, 'an admin can remove a viewer');
      return [
        await stage.send('/v1/accounts/session', { headers: browser }),
        await stage.send('/v1/certificates/list', { headers: browser }),
        await stage.send('/v1/certificates/list', { headers: script }),
      ];
    },
  },
  {
    kind: KIND,
    name: 'a revoked token, a revoked key, an expired key',
    refusedWith: [401],
    changesOwn: true,
    attempt: async (stage) => {
      const own = await stage.newWorld();
      const headers = await stage.headersOf('admin in a browser', own);
      const made = await stage.send('/v1/api-keys', {
        method: 'POST',
        json: { name: 'Short', expiresIn: 30, permissions: { read: true, write: false } },
        headers,
      });
      const { api_key }: { api_key: { key: string } } = JSON.parse(made.text);
      await stage.send(`/v1/tokens/${own.tokenIds.admin}`, { method: 'DELETE', headers });
      await stage.send(`/v1/api-keys/${own.apiKeyId}`, { method: 'DELETE', headers });
      const path = '/v1/certificates';
      const revoked = [
        await stage.send(path, { headers: await stage.headersOf('token of an admin', own) }),
        await stage.send(path, { headers: await stage.headersOf('API key that reads', own) }),
      ];
      await stage.ctx.db.$client.unsafe('update api_keys set expires_at = $1 where name = $2', [
        addMs(stage.ctx.clock.now(), -DAY_MS).toISOString(),
        'Short',
      ]);
      return [...revoked, await stage.send(path, { headers: { 'x-api-key': api_key.key } })];
    },
  },
  {
    kind: KIND,
    name: 'a token with another organization’s ID',
    refusedWith: [401],
    attempt: async (stage) => {
      const { secrets } = stage.attacker;
      const { orgId } = stage.victim;
      return [await stage.send('/v1/certificates/list', { headers: { token: secrets.admin, 'org-id': orgId } })];
    },
  },
  {
    kind: KIND,
    name: 'mailed links: invented, of another purpose, of another person',
    refusedWith: [400, 404],
    attempt: async (stage) => {
      const id = '01900000-0000-7000-8000-000000000000';
      const bogus = [`${id}.AAAA`, id, `${id}.${'A'.repeat(43)}`, '.', 'a.b.c', '\u0000'];
      const tries = bogus.flatMap((token) => [
        stage.send(`/v1/accounts/activate/${encodeURIComponent(token)}`),
        stage.send(`/v1/accounts/reset-password/${encodeURIComponent(token)}`, {
          method: 'POST',
          json: { password: 'slow green lantern' },
        }),
        stage.send('/v1/teams/create_password', {
          method: 'POST',
          json: { email: `new@${stage.victim.domain}`, org_id: stage.victim.orgId, code: token, password: 'slow green lantern' },
        }),
      ]);
      return Promise.all(tries);
    },
  },
];
