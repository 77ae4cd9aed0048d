import { sampleOf } from '../role-matrix/samples.ts';
import { ways } from '../role-matrix/ways.ts';
import type { Abuse } from './abuse.ts';

const withParameters = ways.flatMap((way) =>
  way.kind === 'rest' && way.route.includes('{') && sampleOf(way.useCase.name).missing !== undefined ? [way] : [],
);

/** IDs of every row of another organization, in every path that takes one, by their admin, token and keys. */
const borrowedIds: readonly Abuse[] = withParameters.map((way) => ({
  kind: 'another organization’s row (IDOR)',
  name: way.words,
  refusedWith: [400, 403, 404],
  attempt: async (stage) => {
    const { path, method, json } = stage.requestOf(way, stage.victim);
    const callers = ['admin in a browser', 'token of an admin', 'API key that reads', 'API key that writes'] as const;
    return Promise.all(
      callers.map(async (caller) => stage.send(path, { method, json, headers: await stage.headersOf(caller, stage.attacker) })),
    );
  },
}));

const nonsense = [
  '..%2f..%2fadmin',
  '%00',
  '1',
  "'%20or%20'1'='1",
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3_000),
  '%F0%9F%92%A9',
];

const nonsenseIds: readonly Abuse[] = withParameters.map((way) => ({
  kind: 'an invalid ID',
  name: way.words,
  // The attacker administers an organization, not the platform.
  refusedWith: way.useCase.access === 'platform' ? [401, 403, 404, 405] : [400, 401, 404, 405],
  attempt: async (stage) => {
    const headers = await stage.headersOf('admin in a browser', stage.attacker);
    const { method, json } = stage.requestOf(way, stage.attacker);
    return Promise.all(nonsense.map((id) => stage.send(way.route.replace(/\{\w+\}/g, id), { method, json, headers })));
  },
}));

const inBody = (name: string, path: string, method: string, json: (stage: Parameters<Abuse['attempt']>[0]) => unknown): Abuse => ({
  kind: 'another organization’s row (IDOR)',
  name,
  refusedWith: [400, 404],
  attempt: async (stage) => [
    await stage.send(path.replace(':own', stage.attacker.certificateId), {
      method,
      json: json(stage),
      headers: await stage.headersOf('admin in a browser', stage.attacker),
    }),
  ],
});

export const acrossOrganizations: readonly Abuse[] = [
  ...borrowedIds,
  ...nonsenseIds,
  inBody('its environment, for a certificate of the attacker', '/v1/certificates/:own/tags', 'PUT', ({ victim }) => ({
    tags: {},
    environment_id: victim.environmentId,
  })),
  inBody('its certificate, in a rule of alert days', '/api/trpc/notifications.saveDayRule', 'POST', ({ victim }) => ({
    certificateId: victim.certificateId,
    days: [7],
  })),
  {
    kind: 'another organization’s row (IDOR)',
    name: 'its history entry, for a certificate of the attacker',
    refusedWith: [404],
    attempt: async (stage) => {
      const headers = await stage.headersOf('admin in a browser', stage.attacker);
      return [await stage.send(`/v1/certificates/${stage.attacker.certificateId}/history/${stage.victim.historyId}`, { headers })];
    },
  },
  {
    kind: 'another organization’s row (IDOR)',
    name: 'its certificates, in a bulk removal or check',
    refusedWith: [200],
    changesOwn: true,
    attempt: async (stage) => {
      const headers = await stage.headersOf('admin in a browser', stage.attacker);
      const json = { ids: [stage.victim.certificateId] };
      return Promise.all(
        ['certificates.removeMany', 'certificates.startCheckRun'].map((procedure) =>
          stage.send(`/api/trpc/${procedure}`, { method: 'POST', json, headers }),
        ),
      );
    },
  },
];
