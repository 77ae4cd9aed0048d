import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, makeThrowawayDir, type TestDatabase } from '@notafter/db/testing';
import { freePort } from '@notafter/net/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieOf } from './testing/people.ts';
import { request } from './testing/request.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { until } from './testing/until.ts';

let database: TestDatabase;
let dataDir: string;
let started: SpawnedServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  dataDir = await makeThrowawayDir();
});
afterEach(async () => {
  await Promise.all(started.map((server) => server.kill('SIGKILL')));
  started = [];
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (env: Record<string, string>, port?: number): Promise<SpawnedServer> => {
  const server = await spawnServer({ dataDir, env: { DATABASE_URL: database.url, ...env }, ...(port === undefined ? {} : { port }) });
  started.push(server);
  return server;
};

describe('a role', () => {
  const page = '/v1/docs';
  it.each([
    ['web', { '/': 200, '/api/trpc/accounts.session': 401, [page]: 404, '/healthz': 200, '/metrics': 200 }],
    ['rest', { '/': 404, '/api/trpc/accounts.session': 404, [page]: 200, '/healthz': 200, '/metrics': 200 }],
    ['worker', { '/': 404, '/api/trpc/accounts.session': 404, [page]: 404, '/healthz': 200, '/metrics': 200 }],
    ['all', { '/': 200, '/api/trpc/accounts.session': 401, [page]: 200, '/healthz': 200, '/metrics': 200 }],
  ])('%s serves its own paths, and exits with 0 after SIGTERM', async (role, paths) => {
    const server = await start({ ROLE: role });
    await server.ready();
    const found = await Promise.all(Object.keys(paths).map(async (path) => [path, (await request(`${server.url}${path}`)).status]));
    expect(Object.fromEntries(found)).toEqual(paths);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(server.output()).not.toMatch(/"level":(50|60)/);
  });
});

it('loads the production builds of libraries by default', async () => {
  const listLoaded = `import { createRequire } from 'node:module';
    process.once('exit', () => console.log('loaded', Object.values(createRequire('/').cache).filter((module) => module.loaded).map(({ filename }) => filename).join()));`;
  const server = await start({
    ROLE: 'web',
    NODE_ENV: '',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listLoaded)}`,
  });
  await server.ready();
  expect((await request(`${server.url}/`)).status).toBe(200);
  await server.kill('SIGTERM');
  const loaded = /^loaded (.*)$/m.exec(server.output())?.[1]?.split(',') ?? [];
  expect(loaded).toContainEqual(expect.stringContaining('react-dom-server.node.production.min.js'));
  expect(loaded.filter((file) => file.includes('.development.'))).toEqual([]);
});

describe('a start that cannot succeed', () => {
  const refusal = async (env: Record<string, string>, port?: number): Promise<string> => {
    const server = await start(env, port);
    expect(await server.exited).toBe(1);
    expect(server.output()).not.toMatch(/^\s+at /m);
    return server.output();
  };

  it('for a port in use names it and the fix', async () => {
    const taken = await freePort();
    const other = createServer().listen(taken, '127.0.0.1');
    await once(other, 'listening');
    try {
      expect(await refusal({}, taken)).toContain(
        `Port ${taken} on 127.0.0.1 is in use by another program. Stop it, or set PORT to a free port.`,
      );
    } finally {
      other.close();
    }
  });

  it('for invalid settings names each one', async () => {
    const said = await refusal({ PUBLIC_URL: 'certs.example.com', DEFAULT_PLAN: 'Gold' });
    expect(said).toMatch(/PUBLIC_URL must be an http:\/\/ or https:\/\/ address\n {2}DEFAULT_PLAN must be one of/);
  });

  it('for a missing file of roots says so', async () => {
    expect(await refusal({ EXTRA_CA_FILE: '/nowhere/roots.pem' })).toMatch(/EXTRA_CA_FILE is not usable\. Set it to a PEM file.*nowhere/);
  });
});

describe('the log', () => {
  it('contains no password, token or cookie of a whole sign-up, even at the trace level', async () => {
    const server = await start({ LOG_LEVEL: 'trace', DEFAULT_PLAN: 'Forever Free', METRICS_TOKEN: 'metrics-token-of-the-operator' });
    await server.ready();
    const call = (path: string, json: object, headers: Record<string, string> = {}) => request(`${server.url}${path}`, { json, headers });
    const email = 'grace@example.com';
    const passwords = ['a first secret phrase', 'a second secret phrase', 'a wrong secret phrase'];
    const [first = '', second = '', wrong = ''] = passwords;
    const mailedLink = async (path: string): Promise<string> => {
      // Including the character after it: a line can arrive in two pieces.
      const pattern = new RegExp(`/${path}/([\\w.-]+)[^\\w.-]`);
      await until(`a mail with a link to /${path}`, 120_000, () => pattern.test(server.output()));
      return pattern.exec(server.output())?.[1] ?? '';
    };

    await call('/v1/accounts/register', { first_name: 'Grace', last_name: 'Hopper', email, password: first });
    const activation = await mailedLink('activate');
    expect((await request(`${server.url}/v1/accounts/activate/${activation}`)).status).toBe(200);
    await call('/v1/accounts/login', { email, password: wrong });
    const cookie = cookieOf(await call('/v1/accounts/login', { email, password: first }));
    await request(`${server.url}/v1/accounts/session`, { headers: { cookie } });
    await call('/v1/accounts/login', { email, password: { $ne: first } });
    await call('/v1/accounts/reset-password', { email });
    const reset = await mailedLink('reset-password');
    expect((await call(`/v1/accounts/reset-password/${reset}`, { password: second })).status).toBe(200);
    await request(`${server.url}/reset-password/${reset}`);
    await request(`${server.url}/metrics`, { headers: { authorization: 'Bearer metrics-token-of-the-operator', 'x-real-ip': '::1' } });
    await server.kill('SIGTERM');

    // Without SMTP_URL, people read links in the log: one line per mail, on purpose, and nowhere else.
    const mails = server
      .output()
      .split('\n')
      .filter((line) => line.includes('/activate/') || line.includes('/reset-password/'));
    expect(mails).toHaveLength(2);
    const rest = server
      .output()
      .split('\n')
      .filter((line) => !mails.includes(line))
      .join('\n');
    const key = (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim();
    const secrets = [...passwords, cookie.split('=')[1] ?? '', activation, reset, key, 'metrics-token', new URL(database.url).password];
    for (const secret of secrets) expect(secret.length > 5 && rest.includes(secret), secret).toBe(false);
    expect(rest).not.toContain('$argon2');
  });
});
