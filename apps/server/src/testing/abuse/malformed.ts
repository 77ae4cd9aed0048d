import { createHash } from 'node:crypto';
import { sendAccountMail, sendAccountMailJob } from '@notafter/features';
import { type Abuse, type AbuseStage, demand } from './abuse.ts';

const asAdmin = (stage: AbuseStage) => stage.headersOf('admin in a browser', stage.attacker);
const MEGABYTE = 1024 * 1024;

const pollution = '{"name":"x","__proto__":{"role":"admin","polluted":true},"constructor":{"prototype":{"polluted":true}}}';

const NOBODY = '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10';
const packed = (text: string): string => Buffer.from(text).toString('base64url');
/** Encoded like our own: they are opaque, not secret. */
const sealed = (scope: readonly string[], key: string): string => {
  const s = createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 10);
  return packed(JSON.stringify({ s, d: 'next', k: key, i: NOBODY, p: 0 }));
};

export const malformed: readonly Abuse[] = [
  {
    kind: 'invented cursors',
    name: 'of every list, with invalid instants',
    refusedWith: [400],
    attempt: async (stage) => {
      const headers = await asAdmin(stage);
      const history = `/v1/certificates/${stage.attacker.certificateId}/history`;
      const scope = ['history', stage.attacker.certificateId];
      const cursors: readonly (readonly [path: string, cursor: string])[] = [
        ...['/v1/audit', '/v1/notifications/log'].flatMap((path) =>
          ['', '999999999999999', '-1', '1e9'].map((at) => [path, packed(`${at}.${NOBODY}`)] as const),
        ),
        ...['/v1/users/list', '/v1/users/invitations'].flatMap((path) =>
          ['[]', '{}', 'null', `["a","\\u0000","${NOBODY}"]`, `["a","\\ud800","${NOBODY}"]`, '["x"]'].map(
            (text) => [path, packed(text)] as const,
          ),
        ),
        ...['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '+10000-01-01T00:00:00Z', 'now'].map(
          (key) => [history, sealed(scope, key)] as const,
        ),
      ];
      return Promise.all(cursors.map(([path, cursor]) => stage.send(`${path}?cursor=${cursor}`, { headers })));
    },
  },
  {
    kind: 'prototype pollution',
    name: 'in bodies of every kind',
    refusedWith: [200, 201, 400],
    changesOwn: true,
    attempt: async (stage) => {
      const headers = { ...(await asAdmin(stage)), 'content-type': 'application/json' };
      const tags = '{"tags":{"__proto__":"a","constructor":"b","toString":"c"}}';
      const answers = [
        await stage.send('/v1/environments', { method: 'POST', raw: pollution, headers }),
        await stage.send('/api/trpc/environments.add', { method: 'POST', raw: pollution, headers }),
        await stage.send(`/v1/certificates/${stage.attacker.certificateId}/tags`, { method: 'PUT', raw: tags, headers }),
        await stage.send('/v1/notifications/channels', {
          method: 'POST',
          raw: `{"channel_type":"email","enabled":true,"settings":{"email":"a@example.com","__proto__":{"polluted":true}}}`,
          headers,
        }),
        await stage.send('/v1/accounts/login', { method: 'POST', raw: '{"email":{"__proto__":1},"password":[]}', headers }),
      ];
      demand(!('polluted' in {}) && !('role' in {}), 'no object has the properties of a body');
      return answers;
    },
  },
  {
    kind: 'header injection',
    name: 'line breaks in names, addresses and subjects',
    refusedWith: [200, 201, 400],
    changesOwn: true,
    attempt: async (stage) => {
      const headers = await asAdmin(stage);
      const text = 'Ada\r\nBcc: everybody@example.com\r\n\r\n<script>';
      const answers = [
        await stage.send('/v1/accounts/register', {
          method: 'POST',
          json: { first_name: text, last_name: text, email: 'ada@injected.example\r\nBcc: x@y.zz', password: 'slow green lantern' },
        }),
        await stage.send('/v1/users/invite', {
          method: 'POST',
          json: { email: 'bob@injected.example', first_name: text, last_name: 'B', role: 'viewer' },
          headers,
        }),
        await stage.send('/v1/organization', { method: 'PUT', json: { name: text }, headers }),
        await stage.send('/v1/environments', { method: 'POST', json: { name: text }, headers }),
      ];
      const held: { found: boolean }[] = await stage.ctx.db.$client.unsafe(
        `select exists (select from users where first_name ~ '[\\r\\n]') or exists (select from invitations where first_name ~ '[\\r\\n]')
           or exists (select from organizations where name ~ '[\\r\\n]') or exists (select from environments where name ~ '[\\r\\n]') as found`,
      );
      demand(held[0]?.found === false, 'no line break was stored');
      return answers;
    },
  },
  {
    kind: 'header injection',
    name: 'a Host header for mailed links',
    refusedWith: [200],
    changesOwn: true,
    attempt: async (stage) => {
      const { email } = stage.attacker.viewer;
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      };
      const { sent } = stage.ctx.gateways.mailer;
      const earlier = sent.length;
      const answer = await stage.send('/v1/accounts/reset-password', { method: 'POST', json: { email }, headers });
      const document = await stage.send('/v1/openapi.json', { headers });
      const link = stage.ctx.jobs.payloadsOf(sendAccountMailJob).at(-1);
      if (link !== undefined) await sendAccountMail(stage.ctx, link);
      const mails = sent.slice(earlier).map(({ mail }) => JSON.stringify(mail));
      demand(mails.length === 1 && mails[0]?.includes('"http://localhost:3000/reset-password/') === true, 'the link is mailed');
      demand(!`${answer.text}${document.text}${mails}`.includes('evil.example'), 'no link uses the invented Host');
      return [answer];
    },
  },
  {
    kind: 'oversized bodies',
    name: 'a megabyte and a byte, for every surface',
    refusedWith: [400, 413],
    attempt: async (stage) => {
      const headers = { ...(await asAdmin(stage)), 'content-type': 'application/json' };
      const raw = JSON.stringify({ name: 'x'.repeat(MEGABYTE) });
      const paths = [
        '/v1/environments',
        '/api/trpc/environments.add',
        '/v1/accounts/login',
        '/v1/billing/webhook',
        '/v1/certificates/import',
      ];
      return Promise.all(paths.map((path) => stage.send(path, { method: 'POST', raw, headers })));
    },
  },
  {
    kind: 'oversized bodies',
    name: 'brackets nested half a million deep',
    refusedWith: [400],
    attempt: async (stage) => {
      const headers = { ...(await asAdmin(stage)), 'content-type': 'application/json' };
      const raw = '['.repeat(250_000) + ']'.repeat(250_000);
      const paths = ['/v1/environments', '/api/trpc/environments.add', '/v1/accounts/login'];
      return Promise.all(paths.map((path) => stage.send(path, { method: 'POST', raw, headers })));
    },
  },
  {
    kind: 'oversized bodies',
    name: 'more items than a list can have',
    refusedWith: [400, 413],
    attempt: async (stage) => {
      const headers = await asAdmin(stage);
      const ids = Array.from({ length: 10_001 }, () => stage.attacker.certificateId);
      const tags = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`tag-${n}`, 'x']));
      return [
        await stage.send('/api/trpc/certificates.removeMany', { method: 'POST', json: { ids }, headers }),
        await stage.send(`/v1/certificates/${stage.attacker.certificateId}/tags`, { method: 'PUT', json: { tags }, headers }),
        await stage.send('/v1/certificates?limit=100000', { headers }),
        await stage.send(`/v1/certificates?cursor=${'x'.repeat(2_000)}`, { headers }),
      ];
    },
  },
  {
    kind: 'oversized bodies',
    name: 'two thousand calls in one batch',
    refusedWith: [400, 413, 414],
    attempt: async (stage) => {
      const calls = Array.from({ length: 2_000 }, () => 'accounts.session').join(',');
      return [await stage.send(`/api/trpc/${calls}?batch=1`, { headers: await asAdmin(stage) })];
    },
  },
];
