import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addToken } from '@notafter/features';
import { makeOrganization, makeUser, openAs } from '@notafter/testing';
import { createAuthority } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const notafter = resolve(import.meta.dirname, '../../cli/src/main.ts');
const SECRET = 'https://hooks.slack.com/services/T0/B0/a-secret';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer({ screens: plainScreens }), mkdtemp(join(tmpdir(), 'notafter-apply-'))]);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const newToken = async (role: 'admin' | 'viewer' = 'admin'): Promise<string> => {
  const orgId = await makeOrganization(server.system, { plan: 'Enterprise' });
  const person = await openAs(server.system, await makeUser(server.system, orgId, { role }));
  return (await addToken(person, { name: 'CI' })).secret;
};

const run = async (token: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [notafter, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', NOTAFTER_URL: server.url, NOTAFTER_TOKEN: token, HOOK: SECRET, ...env },
    stdio: 'pipe',
  });
  child.stdin.end();
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  await once(child, 'close');
  return { code: child.exitCode, ...text };
};
const file = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

const YAML = `
environments:
  - { key: prod, name: Production }
channels:
  - { key: on-call, type: slack, name: On-call, settings: { webhook: { env: HOOK } } }
endpoints:
  - { key: shop, domain: shop.example, environment: prod, tags: { team: web } }
routes:
  - { key: prod, environment: prod, channels: [on-call] }
`;

it('plans, applies, finds nothing to do, names a drift, exports and prunes', async () => {
  const token = await newToken();
  const path = await file('notafter.yaml', YAML);
  const plan = await run(token, ['apply', '-f', path, '--plan']);
  expect(plan).toMatchObject({ code: 1, stderr: '' });
  expect(plan.stdout.split('\n')).toEqual([
    '+ environment prod (Production)',
    '+ channel on-call (On-call)',
    '+ endpoint shop (shop.example)',
    '+ route prod (environment prod)',
    '4 to create; 0 as the file has them.',
    '',
  ]);
  expect(await run(token, ['apply', '-f', path])).toMatchObject({
    code: 1,
    stderr: 'Nothing was applied. Add --yes to apply this plan.\n',
  });
  expect(await run(token, ['apply', '-f', path, '--yes'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nApplied 4 changes\.\n$/),
  });
  expect(await run(token, ['apply', '-f', path, '--yes'])).toMatchObject({ code: 0, stdout: 'Nothing to do; 4 as the file has them.\n' });

  await server.system.db.$client`update certificates set tags = '{"team": "sales"}'`;
  expect((await run(token, ['apply', '-f', path, '--plan'])).stdout).toBe(
    '~ endpoint shop (shop.example)\n    tags.team: "sales" -> "web"  changed elsewhere\n1 to change; 3 as the file has them.\n',
  );
  const exported = await run(token, ['export']);
  expect(exported.code).toBe(0);
  expect(exported.stdout).not.toContain('a-secret');
  const again = await file('exported.yaml', exported.stdout);
  const variable = { NOTAFTER_ON_CALL_WEBHOOK: SECRET };
  expect((await run(token, ['apply', '-f', again, '--plan'], variable)).stdout).toContain('1 to adopt; 4 as the file has them.');

  const less = await file('less.yaml', YAML.split('routes:')[0] ?? '');
  expect((await run(token, ['apply', '-f', less, '--plan'])).stdout).toContain(
    '? route prod (environment Production)  not in the file any more',
  );
  expect((await run(token, ['apply', '-f', less, '--prune', '--yes', '--json'])).stdout).toContain('"action":"delete"');
  expect((await run(token, ['apply', '-f', less, '--prune'])).stdout).toBe('Nothing to do; 3 as the file has them.\n');
});

it('says what is wrong with the file, the token, the server and the right', async () => {
  const bad = await file('bad.yaml', 'endpoints:\n  - { key: a, domain: https://a.example }\n');
  const token = await newToken();
  expect(await run(token, ['apply', '-f', bad])).toMatchObject({
    code: 3,
    stderr: `${bad}:2:23: endpoints[0].domain: Enter domain without http:// or https://\n`,
  });
  const good = await file('good.yaml', 'alerts: { days: [7] }\n');
  const refusals = await Promise.all([
    run('wrong', ['apply', '-f', good]),
    run(await newToken('viewer'), ['apply', '-f', good]),
    run(token, ['apply', '-f', good], { NOTAFTER_TOKEN: '' }),
    run(token, ['apply', '-f', good], { NOTAFTER_URL: 'http://192.0.2.1:3000' }),
    run(token, ['export'], { NOTAFTER_URL: 'http://127.0.0.1:1' }),
    run(token, ['apply']),
  ]);
  expect(refusals.map(({ code, stderr }) => `${code} ${stderr.split('\n')[0]}`)).toEqual([
    '2 notafter: This token or API key is not valid.',
    expect.stringMatching(/^2 notafter: /),
    '3 notafter: Set NOTAFTER_TOKEN to a token of an admin. Create one in the settings, under Tokens.',
    '3 notafter: NOTAFTER_URL has to begin with https://, or the token could be read on the way.',
    expect.stringMatching(/^3 notafter: http:\/\/127\.0\.0\.1:1 does not answer: /),
    '3 notafter: apply requires -f FILE, or -f - for stdin.',
  ]);
  expect(JSON.parse((await run(token, ['apply', '--schema'])).stdout)).toMatchObject({
    type: 'object',
    properties: { endpoints: { type: 'array' } },
  });
});

it('adds a certificate and a date, and keeps both in a file', async () => {
  const token = await newToken();
  const key = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJqhqhrIcZp6T3mW4Lw0CgUy\n-----END PRIVATE KEY-----\n';
  const path = await file('saml.pem', `${key}${createAuthority().issue('saml.internal').pem}`);
  expect(await run(token, ['add', '--certificate', path, '--name', 'Acme SAML', '--tag', 'team=iam'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Added Acme SAML\. It expires on \d{4}-\d\d-\d\d, in \d+ days\.\n$/),
    stderr: `${path} also has a private key. It was not sent.\n`,
  });
  expect(await run(token, ['add', '--date', '2099-01-31', '--name', 'Vendor token', '--issuer', 'Acme'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Added Vendor token. It expires on 2099-01-31, in '),
  });
  expect(await run(token, ['add', '--date', '2099-01-31', '--name', 'Vendor token'])).toMatchObject({
    code: 2,
    stderr: 'notafter: This name is already monitored. Choose another name.\n',
  });
  const json = await run(token, ['add', '--certificate', path, '--name', 'Second', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ certificate: { source: 'upload', domain: 'Second' } });
  expect(await run(token, ['add', '--certificate', await file('empty.pem', 'hello')])).toMatchObject({ code: 3 });

  const written = await file(
    'uploads.yaml',
    'uploads: [{ key: saml, name: Acme SAML, certificate: { file: saml.pem }, tags: { team: iam } }]\ndates: [{ key: t, name: Vendor token, expires: 2099-01-31, issuer: Acme }]\n',
  );
  expect((await run(token, ['apply', '-f', written, '--plan'])).stdout).toBe(
    '= upload saml (Acme SAML)  exists already\n= date t (Vendor token)  exists already\n2 to adopt; 0 as the file has them.\n',
  );
  const exported = await run(token, ['export']);
  expect(exported.stdout).toContain('-----BEGIN CERTIFICATE-----');
  expect(exported.stdout).not.toContain('PRIVATE KEY');
  expect((await run(token, ['apply', '-f', await file('exported-uploads.yaml', exported.stdout), '--plan'])).stdout).toContain(
    '4 to adopt; 0 as the file has them.',
  );
});
