import { ways } from '../role-matrix/ways.ts';
import { type Abuse, demand } from './abuse.ts';

const KIND = 'another site’s page (CSRF)';

const writes = ways.filter(({ isWrite, useCase }) => isWrite && useCase.access !== 'anyone');

/** Headers that a browser sends for a request of another site's page. */
const disguises = [
  ['a form', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }],
  ['a script', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a sibling host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:3000' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['an old browser', { origin: 'https://evil.example' }],
  ['an old browser without headers', {}],
] as const;

export const crossSite: readonly Abuse[] = [
  ...writes.map(
    (way): Abuse => ({
      kind: KIND,
      name: way.words,
      refusedWith: [403],
      attempt: async (stage) => {
        const { path, method, json } = stage.requestOf(way, stage.victim);
        const { cookie = '' } = await stage.headersOf('admin in a browser', stage.victim);
        return Promise.all(disguises.map(([, headers]) => stage.send(path, { method, json, headers: { cookie, ...headers } })));
      },
    }),
  ),
  {
    kind: KIND,
    name: 'a cookie with an invented credential',
    refusedWith: [401],
    attempt: async (stage) => {
      const { cookie = '' } = await stage.headersOf('admin in a browser', stage.victim);
      const bogus = [
        { 'x-api-key': 'nak_bogus' },
        { authorization: 'Bearer nat_bogus' },
        { token: 'nat_bogus', 'org-id': stage.victim.orgId },
      ];
      return Promise.all(
        bogus.map((headers) =>
          stage.send(`/v1/certificates/${stage.victim.certificateId}`, { method: 'DELETE', headers: { cookie, ...headers } }),
        ),
      );
    },
  },
  {
    kind: KIND,
    name: 'a write as a GET, or with a method override',
    refusedWith: [400, 403, 404, 405],
    attempt: async (stage) => {
      const { cookie = '' } = await stage.headersOf('admin in a browser', stage.victim);
      const id = stage.victim.certificateId;
      const input = encodeURIComponent(JSON.stringify({ id }));
      const headers = { cookie, 'x-http-method-override': 'DELETE' };
      const asGet = await stage.send(`/v1/certificates/${id}`, { headers });
      demand(asGet.status === 200 && asGet.text.includes(id), 'a GET only reads');
      return [
        await stage.send(`/v1/certificates/${id}?_method=DELETE`, { headers }),
        await stage.send(`/api/trpc/certificates.remove?input=${input}`, { headers }),
        await stage.send(`/v1/certificates/${id}/check`, { headers }),
      ];
    },
  },
];
