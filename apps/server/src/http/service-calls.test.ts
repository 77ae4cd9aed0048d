import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newPerson, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOST = 'data.example.com';
const withSecret = z.object({ token: z.object({ value: z.string() }) });
const wanted = { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' };

let server: TestServer;
let orgId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens, env: { SERVICES_HOST: HOST, SERVICES_CLOUDS: 'none' } });
  const person = await newPerson(server);
  const headers = { cookie: await signIn(server, person), 'sec-fetch-site': 'same-origin' };
  orgId = person.orgId;
  token = withSecret.parse((await server.call('/v1/tokens', { json: { name: 'Old client' }, headers })).body).token.value;
});
afterAll(() => server.close());

const post = (path: string, json: object, headers: Record<string, string> = {}) => server.call(path, { json, headers });
const credentials = () => ({ org_id: orgId, token });

describe('an old client, with its token in the body', () => {
  it.each(['/services', '/v1/services'])('is known at %s, with and without the slash at the end', async (path) => {
    for (const end of ['', '/']) {
      expect(await post(`${path}/list${end}`, credentials())).toMatchObject({ status: 200, body: [] });
      expect(await post(`${path}/deploy${end}`, { ...wanted, ...credentials() })).toMatchObject({ body: { code: 'cloud_not_enabled' } });
      const gone = { ...credentials(), resource_id: 'pg-7f3a91c2' };
      expect(await post(`${path}/terminate${end}`, gone)).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    }
    expect(await post('/v1/services/resize', { ...credentials(), resource_id: 'pg-7f3a91c2', plan: 'business' })).toMatchObject({
      status: 404,
    });
  });

  it("is refused with a wrong token, without one, and with another organization's id", async () => {
    const { orgId: other } = await newPerson(server);
    for (const body of [{}, { ...credentials(), token: `${token}x` }, { ...credentials(), org_id: other }]) {
      expect(await post('/services/list', body)).toMatchObject({ status: 401 });
    }
  });

  it('is known to no other call', async () => {
    for (const path of ['/v1/environments', '/v1/certificates/add', '/v1/services/pg-7f3a91c2/rotate-password'])
      expect(await post(path, { name: 'x', ...credentials() })).toMatchObject({ status: 401 });
  });
});

describe('the host of the data services', () => {
  it('answers their calls, and nothing else', async () => {
    const at = { host: HOST };
    for (const path of ['/services/deploy', '/services/terminate/', '/v1/services/resize'])
      expect(await post(path, {}, at)).toMatchObject({ status: 401 });
    expect(await post('/services/list/', credentials(), { host: `${HOST.toUpperCase()}:443` })).toMatchObject({ status: 200 });
    for (const path of ['/', '/signin', '/v1/openapi.json', '/v1/certificates', '/api/trpc/profile.get', '/services/pg-7f3a91c2'])
      expect(await server.call(path, { headers: at })).toMatchObject({ status: 404 });
    expect(await post('/services/resize', credentials(), at)).toMatchObject({ status: 404 });
    expect(await server.call('/v1/openapi.json')).toMatchObject({ status: 200 });
  });
});
