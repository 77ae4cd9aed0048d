import { cachedImages, certificates, newId } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { pngOf } from '../testing/web-site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
});
afterAll(() => server.close());

const png = pngOf(16);
const monitorWithIcon = async (orgId: OrganizationId, host: string, port = 443): Promise<void> => {
  const id = newId<'certificate'>();
  const now = new Date();
  const domain = port === 443 ? host : `${host}:${port}`;
  await server.system.db.insert(certificates).values({ id, orgId, host, port, domain, createdAt: now });
  await server.system.db.insert(cachedImages).values({ key: `favicon:${id}`, contentType: 'image/png', bytes: png, fetchedAt: now });
};

it('shows members the icon of their endpoints, as a picture that cannot run scripts', async () => {
  const person = await newPerson(server, { role: 'viewer' });
  await monitorWithIcon(person.orgId, 'shop.example', 8443);
  const cookie = await signIn(server, person);
  const answer = await server.call('/favicons/shop.example%3A8443', { headers: { cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'cache-control': 'private, max-age=86400',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
});

it('answers 204 if there is none, so that no console logs an error, and 404 without a session', async () => {
  const person = await newPerson(server);
  const stranger = await newPerson(server);
  await monitorWithIcon(stranger.orgId, 'theirs.example');
  const cookie = await signIn(server, person);
  for (const domain of ['theirs.example', 'nobodys.example', '169.254.169.254', '[::1]:8443']) {
    const answer = await server.call(`/favicons/${encodeURIComponent(domain)}`, { headers: { cookie } });
    expect(answer.status, domain).toBe(204);
    expect(answer.text).toBe('');
  }
  const theirs = await signIn(server, stranger);
  expect((await server.call('/favicons/theirs.example', { headers: { cookie: theirs } })).status).toBe(200);
  expect((await server.call('/favicons/theirs.example')).status).toBe(404);
});

it('accepts domains, not URLs', async () => {
  const cookie = await signIn(server, await newPerson(server));
  const answer = await server.call(`/favicons/${encodeURIComponent('http://a.example/x')}`, { headers: { cookie } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'target_invalid' });
});
