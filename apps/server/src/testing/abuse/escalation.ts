import type { Abuse } from './abuse.ts';
import { demand } from './abuse.ts';

const KIND = 'a larger role';
const more = { role: 'admin', orgId: '', org_id: '', plan: 'Enterprise', isAdmin: true, activatedAt: '~2026-01-01T00:00:00.000Z' };

export const escalation: readonly Abuse[] = [
  {
    kind: KIND,
    name: 'a viewer becomes an admin',
    refusedWith: [403],
    attempt: async (stage) => {
      const { viewer } = stage.attacker;
      const headers = await stage.headersOf('viewer in a browser', stage.attacker);
      const token = await stage.headersOf('token of a viewer', stage.attacker);
      const rest = { method: 'PUT', json: { role: 'admin' } };
      return [
        await stage.send(`/v1/users/${viewer.id}/role`, { ...rest, headers }),
        await stage.send(`/v1/users/${viewer.id}/role`, { ...rest, headers: token }),
        await stage.send('/api/trpc/team.changeRole', { method: 'POST', json: { id: viewer.id, role: 'admin' }, headers }),
      ];
    },
  },
  {
    kind: KIND,
    name: 'extra fields: role, organization and plan in a profile',
    refusedWith: [200, 400],
    changesOwn: true,
    attempt: async (stage) => {
      const { viewer } = stage.attacker;
      const headers = await stage.headersOf('viewer in a browser', stage.attacker);
      const others = { ...more, orgId: stage.victim.orgId, org_id: stage.victim.orgId };
      const answers = [
        await stage.send('/v1/profile', {
          method: 'PUT',
          json: { first_name: 'A', last_name: 'B', email: viewer.email, ...others },
          headers,
        }),
        await stage.send('/api/trpc/profile.update', {
          method: 'POST',
          json: { firstName: 'A', lastName: 'B', email: viewer.email, company: '', position: '', ...others },
          headers,
        }),
      ];
      const { text } = await stage.send('/v1/accounts/session', { headers });
      demand(text.includes('"viewer"') && text.includes(stage.attacker.orgId), 'the viewer is a viewer of their organization');
      return answers;
    },
  },
  {
    kind: KIND,
    name: 'extra fields: role, organization and plan at sign-up',
    refusedWith: [200, 400],
    changesOwn: true,
    attempt: async (stage) => {
      const json = {
        first_name: 'A',
        last_name: 'B',
        email: 'mallory@evil.example',
        password: 'slow green lantern',
        ...more,
        org_id: stage.victim.orgId,
      };
      const answers = [
        await stage.send('/v1/accounts/register', { method: 'POST', json }),
        await stage.send('/api/trpc/accounts.register', {
          method: 'POST',
          json: {
            firstName: 'A',
            lastName: 'B',
            email: 'mallory2@evil.example',
            password: 'slow green lantern',
            ...more,
            orgId: stage.victim.orgId,
          },
        }),
      ];
      const found: { plan: string; org_id: string; activated_at: Date | null }[] = await stage.ctx.db.$client.unsafe(
        `select plan, org_id, activated_at from users join organizations on organizations.id = users.org_id where email like 'mallory%'`,
      );
      demand(
        found.every((row) => row.plan === 'Forever Free' && row.org_id !== stage.victim.orgId && row.activated_at === null),
        'the new account is in a new organization, unproven, on the default plan',
      );
      return answers;
    },
  },
  {
    kind: KIND,
    name: 'a token stays admin after its owner stepped down',
    refusedWith: [403],
    changesOwn: true,
    attempt: async (stage) => {
      const own = await stage.newWorld();
      const headers = await stage.headersOf('token of an admin', own);
      const stepped = await stage.send('/api/trpc/profile.stepDown', {
        method: 'POST',
        json: null,
        headers: await stage.headersOf('admin in a browser', own),
      });
      demand(stepped.status === 200, 'an admin can step down');
      return [
        await stage.send('/v1/environments', { method: 'POST', json: { name: 'Mine' }, headers }),
        await stage.send(`/v1/certificates/${own.certificateId}`, { method: 'DELETE', headers }),
      ];
    },
  },
  {
    kind: KIND,
    name: 'an API key creates keys, reads members, invites',
    refusedWith: [403],
    attempt: async (stage) => {
      const headers = await stage.headersOf('API key that writes', stage.attacker);
      const key = { name: 'More', expiresIn: null, permissions: { read: true, write: true } };
      const invite = { email: 'x@evil.example', first_name: 'A', last_name: 'B', role: 'admin' };
      return [
        await stage.send('/v1/api-keys', { method: 'POST', json: key, headers }),
        await stage.send('/v1/tokens', { method: 'POST', json: { name: 'More' }, headers }),
        await stage.send('/v1/users/list', { headers }),
        await stage.send('/v1/users/invite', { method: 'POST', json: invite, headers }),
        await stage.send('/v1/audit', { headers }),
        await stage.send('/v1/profile', { headers }),
      ];
    },
  },
  {
    kind: KIND,
    name: 'a stolen token changes how its owner signs in',
    refusedWith: [403],
    attempt: async (stage) => {
      const headers = await stage.headersOf('token of an admin', stage.attacker);
      const { email } = stage.attacker.admin;
      const post = (procedure: string, json: unknown) => stage.send(`/api/trpc/${procedure}`, { method: 'POST', json, headers });
      return Promise.all([
        post('accounts.changePassword', { password: 'slow green lantern' }),
        post('settings.addToken', { name: 'More' }),
        post('signIn.beginTotp', {}),
        post('signIn.beginPasskey', {}),
        post('accounts.endOtherSessions', null),
        post('profile.leave', { email }),
      ]);
    },
  },
];
