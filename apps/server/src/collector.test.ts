import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addToken } from '@notafter/features';
import { makeOrganization, makeUser, openAs } from '@notafter/testing';
import { startTlsFarm, type TlsFarm } from '@notafter/tls/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// The program itself against the server itself. apps/collector proves the rest with a stand-in.
const program = resolve(import.meta.dirname, '../../collector/src/main.ts');

const added = z.object({ collector: z.object({ id: z.string() }), token: z.string() });
const detail = z.object({
  collector: z.object({ state: z.string(), sequence: z.int(), waiting_bundles: z.int(), forked_at: z.string().nullable() }),
});
const listed = z.object({ certificates: z.array(z.object({ domain: z.string(), status: z.string() })) });
const filed = z.object({ files: z.array(z.object({ path: z.string(), certificate: z.object({ san: z.array(z.string()) }).nullable() })) });

let server: TestServer;
let farm: TlsFarm;
let folder: string;
let authorization: string;

beforeAll(async () => {
  [server, farm] = await Promise.all([startTestServer({ screens: plainScreens }), startTlsFarm()]);
});
afterAll(async () => {
  await Promise.all([server?.close(), farm?.close()]);
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notafter-circle-'));
  const orgId = await makeOrganization(server.system, { plan: 'Enterprise' });
  const person = await openAs(server.system, await makeUser(server.system, orgId, {}));
  authorization = `Bearer ${(await addToken(person, { name: 'CI' })).secret}`;
  writeFileSync(join(folder, 'file.pem'), farm.certificateOf('file.test').chainPem);
  const config = {
    allow: { networks: ['127.0.0.1'], ports: [farm.port] },
    targets: [`own.test:${farm.port}?address=127.0.0.1`],
    files: [{ pattern: 'file.pem' }],
    dataDir: 'data',
  };
  writeFileSync(join(folder, 'collector.yaml'), JSON.stringify(config));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = async <Shape>(shape: z.ZodType<Shape>, path: string, json?: unknown): Promise<Shape> => {
  const { status, body, text } = await server.call(path, { headers: { authorization }, ...(json === undefined ? {} : { json }) });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return shape.parse(body);
};
const addCollector = () => call(added, '/v1/collectors', { name: 'Vault network', carried_every_seconds: null });

const run = async (command: string, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [program, command, '--config', join(folder, 'collector.yaml'), ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', NOTAFTER_URL: server.url, NOTAFTER_TOKEN: authorization.replace('Bearer ', '') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return { code: child.exitCode, text };
};

const expectRecorded = async (id: string, sequence: number): Promise<void> => {
  // A bundle whose job was lost is recorded within a minute; calls are limited to two a second.
  await expect
    .poll(async () => (await call(detail, `/v1/collectors/${id}`)).collector, { interval: 1_000, timeout: 100_000 })
    .toMatchObject({ sequence, waiting_bundles: 0, forked_at: null });
};

it('enrolls, reports endpoints and files, and probes what people ask for', async () => {
  const { collector, token } = await addCollector();
  expect(await run('enroll', token)).toMatchObject({ code: 0 });
  await call(z.unknown(), `/v1/collectors/${collector.id}/endpoints`, { domain: `asked.test:${farm.port}?address=127.0.0.1` });
  for (const _ of [1, 2]) expect(await run('run', '--once')).toMatchObject({ code: 0 });
  await expectRecorded(collector.id, 3);
  // Files are monitored by a job after the record.
  const monitored = async () =>
    (await call(listed, '/v1/certificates/list')).certificates.map(({ domain, status }) => [domain, status]).sort();
  await expect.poll(monitored, { interval: 1_000, timeout: 100_000 }).toEqual([
    [`asked.test:${farm.port}?address=127.0.0.1`, 'valid'],
    [`file.test in ${join(folder, 'file.pem')}`, 'valid'],
    [`own.test:${farm.port}?address=127.0.0.1`, 'valid'],
  ]);
  const { files } = await call(filed, `/v1/collectors/${collector.id}/files`);
  expect(files).toMatchObject([{ path: join(folder, 'file.pem'), certificate: { san: ['file.test'] } }]);

  // Nobody but its own key, and no other token.
  expect(await run('enroll', token, '--replace')).toMatchObject({ code: 2 });
});

it('goes the full circle over a folder, without a connection', async () => {
  const { collector, token } = await addCollector();
  expect(await run('enroll', token, '--offline')).toMatchObject({ code: 0 });
  expect(await run('run', '--once')).toMatchObject({ code: 0 });
  expect(await run('export', join(folder, 'out'))).toMatchObject({ code: 0 });
  const out = join(folder, 'out');
  expect(await run('import', out)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/00000001.notafter: stored\n.*00000002.notafter: stored\n/),
  });
  expect(await run('import', out)).toMatchObject({ code: 0, text: expect.stringContaining('00000001.notafter: imported before') });
  writeFileSync(join(out, 'torn.notafter'), 'half');
  expect(await run('import', join(out, 'torn.notafter'))).toMatchObject({
    code: 2,
    text: expect.stringContaining('torn.notafter: malformed'),
  });
  const receipt = join(out, `${collector.id}.receipt`);
  expect(await run('receipt', receipt)).toMatchObject({ code: 0, text: expect.stringContaining('Deleted 2, 0 wait') });
  await expectRecorded(collector.id, 2);
});

it('stops when it is revoked', async () => {
  const { collector, token } = await addCollector();
  await run('enroll', token);
  await call(z.unknown(), `/v1/collectors/${collector.id}/revoke`, {});
  expect(await run('run', '--once')).toMatchObject({ code: 2, text: expect.stringContaining('revoked or deleted') });
});
