import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { readConfig } from '@notafter/config';
import { makeThrowawayDir, type TestDatabase } from '@notafter/db/testing';
import { sweepAlerts } from '@notafter/features';
import { freePort } from '@notafter/net/testing';
import { makeCertificates } from '@notafter/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../start-server.ts';
import { emptyDatabase, killedWhileItWaits, runBackup, sessionsOf, spawnBackup, tableHashes } from '../testing/backup-command.ts';
import { cookieOf, newPerson, type Person, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import { type Answer, request } from '../testing/request.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';
import { withDatabaseUrl } from './with-database-url.ts';

const PASSPHRASE = 'correct horse battery staple';

const received: { readonly headers: Record<string, unknown>; readonly body: string }[] = [];
const receiver = createServer(async (incoming, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  received.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString() });
  response.writeHead(204).end();
});

let folder: string;
let server: TestServer;
let person: Person & { readonly orgId: Awaited<ReturnType<typeof newPerson>>['orgId'] };
let signingSecret: string;
let file: string;

const invocation = (dataDir: string, env: Readonly<Record<string, string>>) => ({
  cwd: folder,
  env: { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, ...env },
});
const run = (args: readonly string[], dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  runBackup(args, invocation(dataDir, env));

beforeAll(async () => {
  folder = await makeThrowawayDir();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  server = await startTestServer({ screens: plainScreens, env: { WEBHOOK_ALLOW: '127.0.0.0/8', ROLE: 'rest' } });
  person = await newPerson(server);
  const headers = { cookie: await signIn(server, person), 'sec-fetch-site': 'same-origin' };
  const settings = { url: `http://127.0.0.1:${address.port}/hook` };
  const channel = { channel_type: 'webhook', enabled: true, settings };
  const added = await server.call('/v1/notifications/channels', { json: channel, headers });
  signingSecret = String(Object(added.body).signing_secret);
  const notAfter = new Date(Date.now() + 12 * 3_600_000);
  await makeCertificates(server.system, person.orgId, [
    { host: 'shop.example', notAfter },
    { host: 'mail.example', notAfter },
  ]);
  await sweepAlerts(server.system);
  // A mail that waits: only a worker sends it.
  await server.call('/v1/accounts/reset-password', { json: { email: person.email } });
  file = join(folder, 'first.backup');
  const printed = await run(['backup', file], server.dataDir, { DATABASE_URL: server.database.url });
  expect(printed).toContain('is encrypted. Without the passphrase, no one can restore it.');
});
afterAll(async () => {
  receiver.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup of a running server', () => {
  const dataDir = () => join(folder, 'embedded');

  it('is one file that only its user can read, and shows no secret', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(file);
    const key = (await readFile(join(server.dataDir, 'secret.key'), 'utf8')).trim();
    for (const secret of [key, person.email, 'shop.example']) expect(bytes.includes(secret), secret).toBe(false);
    expect(await run(['restore', '--check', file], folder)).toContain('is complete:');
  });

  it('is restored into an empty DATA_DIR, and from there into another PostgreSQL, with the same rows, waiting jobs and key', async () => {
    expect(await run(['restore', file], dataDir())).toContain('Start the server.');
    const copy = join(folder, 'second.backup');
    const target = await emptyDatabase();
    try {
      await run(['backup', copy], dataDir());
      const external = join(folder, 'external');
      await run(['restore', copy], external, { DATABASE_URL: target.url });
      const embedded = { database: { url: null, readUrl: null }, dataDir: dataDir() };
      const before = await withDatabaseUrl(embedded, { log: pino({ level: 'silent' }), makes: false }, tableHashes);
      expect(before.jobs).toBe('1');
      expect(before.alerts).toMatch(/^2/);
      expect(await tableHashes(target.url)).toEqual(before);
      expect(await readdir(external)).toEqual(['secret.key']);
      const keyIn = (folderOfKey: string) => readFile(join(folderOfKey, 'secret.key'), 'utf8');
      expect([await keyIn(external), await keyIn(dataDir())]).toEqual(Array(2).fill(await keyIn(server.dataDir)));
    } finally {
      await target.drop();
    }
  });

  it('serves certificates, alerts, sign-ins and secrets after that', async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: dataDir(), NODE_ENV: 'test', EXTERNAL_IMAGES: 'off', WEBHOOK_ALLOW: '127.0.0.0/8' };
    const restored = await startServer({
      config: readConfig(env, dataDir()),
      log: pino({ level: 'silent' }),
      screens: plainScreens,
      onLost: (part) => {
        throw new Error(`${part} was lost`);
      },
    });
    try {
      const call = (path: string, options = {}): Promise<Answer> => request(`http://127.0.0.1:${port}${path}`, options);
      const { email, password } = person;
      const login = await call('/v1/accounts/login', { json: { email, password } });
      expect(login.status).toBe(200);
      const headers = { cookie: cookieOf(login), 'sec-fetch-site': 'same-origin' };
      const listed = (await call('/v1/certificates/list', { headers })).text;
      for (const host of ['shop.example', 'mail.example']) expect(listed).toContain(host);
      // The restored alert goes out from here.
      await until('the alert is delivered', 60_000, async () =>
        (await call('/v1/notifications/log', { headers })).text.includes('shop.example'),
      );

      received.length = 0;
      expect(await call('/v1/notifications/channels/webhook/test', { method: 'POST', headers })).toMatchObject({ status: 200 });
      const sent = received.find(({ body }) => body.includes('test'));
      const signed = `${sent?.headers['webhook-id']}.${sent?.headers['webhook-timestamp']}.${sent?.body}`;
      const key = Buffer.from(signingSecret.replace('whsec_', ''), 'base64');
      expect(sent?.headers['webhook-signature']).toContain(createHmac('sha256', key).update(signed).digest('base64'));
    } finally {
      await restored.stop();
    }
  });
});

describe('a restore that cannot succeed', () => {
  let target: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    target = await emptyDatabase();
  });
  beforeEach(async () => {
    dataDir = join(folder, 'refused');
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(dataDir);
  });
  afterAll(() => target.drop());

  const restore = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(['restore', ...args], dataDir, { DATABASE_URL: target.url, ...env });
  const expectUntouched = async (): Promise<void> => {
    const rows = await target.db.execute(`select from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows.length).toBe(0);
    expect(await readdir(dataDir)).toEqual([]);
  };
  const flipped = (bytes: Buffer) => bytes.fill((bytes[5000] ?? 0) ^ 1, 5000, 5001);

  it.each([
    ['a flipped byte', flipped, 'was changed'],
    ['a truncated file', (bytes: Buffer) => bytes.subarray(0, -100), 'changed or cut short'],
    ['another file', () => Buffer.from('not a backup\n'.repeat(20)), 'not a backup of Notafter'],
  ])('names %s, and touches nothing', async (_, change, text) => {
    const damaged = join(folder, 'damaged.backup');
    await writeFile(damaged, change(await readFile(file)));
    await expect(restore([damaged])).rejects.toThrow(text);
    await expectUntouched();
  });

  it.each([
    ['a wrong passphrase', { BACKUP_PASSPHRASE: 'another passphrase' }, 'The passphrase is wrong'],
    ['a missing passphrase', { BACKUP_PASSPHRASE: '' }, 'The backup is encrypted. Give its passphrase.'],
    ['another SECRET_KEY', { SECRET_KEY: 'k'.repeat(40) }, 'another secret key than SECRET_KEY'],
  ])('names %s, and touches nothing', async (_, env, text) => {
    await expect(restore([file], env)).rejects.toThrow(text);
    await expectUntouched();
  });

  it('refuses an installation that has data or another key, replaces both on request, and changes neither if it is killed', async () => {
    const keys = () => Promise.all((['', '.before-restore'] as const).map((end) => readFile(join(dataDir, `secret.key${end}`), 'utf8')));
    const earlier = `${'o'.repeat(43)}\n`;
    await writeFile(join(dataDir, 'secret.key'), earlier);
    await expect(restore([file])).rejects.toThrow('already has a secret key');
    await restore([file, '--replace']);
    const present = await readFile(join(server.dataDir, 'secret.key'), 'utf8');
    expect(await keys()).toEqual([present, earlier]);
    await expect(restore([file])).rejects.toThrow('already has data');

    const before = await tableHashes(target.url);
    const invoked = invocation(dataDir, { DATABASE_URL: target.url });
    await killedWhileItWaits(target, 'lock table users in access share mode', ['restore', file, '--replace'], invoked);
    await until('the killed session ends', 60_000, async () => (await sessionsOf(target)) === 0);
    expect(await tableHashes(target.url)).toEqual(before);
    expect(await keys()).toEqual([present, earlier]);
    await restore([file, '--replace']);
    expect((await readdir(dataDir)).sort()).toEqual(['secret.key', 'secret.key.before-restore']);
  });
});

describe('a backup that cannot succeed', () => {
  const half = () => join(folder, 'half');
  const wanted = () => join(half(), 'wanted.backup');
  const toServer = (env: Readonly<Record<string, string>> = {}) =>
    invocation(server.dataDir, { DATABASE_URL: server.database.url, ...env });
  beforeEach(async () => {
    await rm(half(), { recursive: true, force: true });
    await mkdir(half());
  });

  it('killed in the middle leaves no file of that name, and the next one removes the rest', async () => {
    await killedWhileItWaits(server.database, 'lock table users in access exclusive mode', ['backup', wanted()], toServer());
    expect(await readdir(half())).toEqual([expect.stringMatching(/^wanted\.backup\..*\.part$/)]);
    await runBackup(['backup', wanted()], toServer());
    expect(await readdir(half())).toEqual(['wanted.backup']);
  });

  it('on a full disk says so with exit code 1, and keeps the earlier file', async () => {
    await writeFile(wanted(), 'the earlier one');
    // Writing more than 8 blocks fails as on a full disk.
    const limited = ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`];
    const outcome = await spawnBackup(limited, ['backup', wanted()], toServer());
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(`The backup store ${wanted()} is full`) });
    expect(await readdir(half())).toEqual(['wanted.backup']);
    expect(await readFile(wanted(), 'utf8')).toBe('the earlier one');
  });

  it('names a usage error with exit code 3', async () => {
    expect(await spawnBackup([], ['backup'], toServer())).toMatchObject({ code: 3, stderr: expect.stringContaining('needs one FILE') });
  });

  it.each([
    ['a short passphrase', ['backup', 'x'], { BACKUP_PASSPHRASE: 'short' }, 'at least 12 characters'],
    ['an option of restore', ['backup', 'x', '--replace'], {}, 'belong to restore'],
    ['a passphrase as an argument', ['backup', 'x', '--passphrase', 'y'], {}, 'passphrase'],
    ['a DATA_DIR without a database', ['backup', 'x'], { DATABASE_URL: '', DATA_DIR: '/nowhere' }, 'has no database'],
    ['a folder that is not there', ['backup', '/nowhere/x'], {}, 'is not there'],
  ])('names %s', async (_, args, env, text) => {
    await expect(runBackup(args, toServer(env))).rejects.toThrow(text);
  });

  it('without a passphrase says that the file has the key, and where the key is from', async () => {
    const printed = await runBackup(['backup', wanted()], toServer({ BACKUP_PASSPHRASE: '', SECRET_KEY: 's'.repeat(40) }));
    expect(printed).toContain('the secret key (from SECRET_KEY) and is not encrypted');
  });
});
