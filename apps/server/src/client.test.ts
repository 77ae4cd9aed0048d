import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { addToken } from '@notafter/features';
import { makeOrganization, makeUser, openAs } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packNpm } from '../../../scripts/package/pack-npm.ts';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

const CONSUMER = `
import { type Certificate, createClient, type Environment, NotafterError, type Webhooks } from '@notafter/client';

const caught = async (call: Promise<unknown>): Promise<NotafterError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof NotafterError) return error;
  }
  throw new Error('It did not fail.');
};

export const use = async (url: string, token: string) => {
  const client = createClient({ url, token });
  const { total }: { total: number } = await client.get('/v1/dashboard/stats');
  const idempotencyKey = 'one';
  const added = [];
  for (const name of ['a', 'b', 'c']) added.push(await client.post('/v1/environments', { body: { name } }));
  const first = await client.post('/v1/environments', { body: { name: 'd' }, idempotencyKey });
  const again = await client.post('/v1/environments', { body: { name: 'd' }, idempotencyKey });
  const names: string[] = [];
  for await (const environment of client.items('/v1/environments', 'environments', { query: { limit: 3 } })) {
    const typed: Environment = environment;
    names.push(typed.name);
  }
  let pages = 0;
  for await (const page of client.pages('/v1/environments', { query: { limit: 3 } })) pages += page.environments.length > 0 ? 1 : 0;
  const missing = await caught(client.get('/v1/certificates/{id}', { path: { id: '00000000-0000-7000-8000-000000000000' } }));
  const wrong = await caught(client.post('/v1/environments', { body: { name: '' } }));
  const stranger = await caught(createClient({ url, token: 'nat_wrong' }).get('/v1/dashboard/stats'));
  const csv = await client.fetch('/v1/certificates/export', { query: { format: 'csv' } });
  return {
    ...{ total, added: added.length, same: first.environment.id === again.environment.id, names, pages },
    missing: [missing.status, missing.code, typeof missing.requestId],
    wrong: [wrong.status, wrong.code, wrong.details.map(({ path }) => path)],
    stranger: [stranger.status, stranger.code],
    csv: csv.headers.get('content-type'),
  };
};

export const previous = (event: Webhooks['body']) => (event.type === 'certificate.renewed' ? event.data.previous : null);
export const nameOf = ({ domain }: Certificate): string => domain;
// @ts-expect-error: misspelled.
export const misspelled = (url: string) => createClient({ url }).get('/v1/certificates', { query: { limits: 3 } });
// @ts-expect-error: not an operation.
export const unknown = (url: string) => createClient({ url }).get('/v1/nothing');
// @ts-expect-error: the ID is missing.
export const incomplete = (url: string) => createClient({ url }).get('/v1/certificates/{id}');
`;

const RUNNER = `
import { use } from './consumer.js';
console.log(JSON.stringify(await use(process.argv[2], process.argv[3])));
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ skipLibCheck: false, types: [] },
  },
  include: ['*.ts'],
};

let server: TestServer;
let folder: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer({ screens: plainScreens }), mkdtemp(join(tmpdir(), 'notafter-client-'))]);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = async (command: string, ...args: readonly string[]): Promise<string> =>
  (await run(command, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', HOME: folder } })).stdout;

const newToken = async (): Promise<string> => {
  const orgId = await makeOrganization(server.system, { plan: 'Enterprise' });
  const person = await openAs(server.system, await makeUser(server.system, orgId, { role: 'admin' }));
  return (await addToken(person, { name: 'script' })).secret;
};

/** The code of the guide and of the page on npm. */
const examples = async (): Promise<string[]> => {
  const texts = await Promise.all(['docs/client.md', 'packages/client/README.md'].map((path) => readFile(join(root, path), 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code));
  expect(found).toHaveLength(5);
  return found;
};

describe('the published client', () => {
  beforeAll(async () => {
    const packed = await packNpm('packages/client', folder, 'https://github.com/notafter/notafter');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await inFolder('npm', 'install', '--offline', '--silent', packed);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await writeFile(join(folder, 'consumer.ts'), CONSUMER);
    await writeFile(join(folder, 'process.d.ts'), 'declare const process: { env: Record<string, string | undefined> };');
    for (const [index, text] of (await examples()).entries()) await writeFile(join(folder, `example-${index}.ts`), text);
    await writeFile(join(folder, 'runner.js'), RUNNER);
  });

  it('has no dependencies, and brings its types, license and description', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@notafter']);
    const files = await readdir(join(folder, 'node_modules/@notafter/client'));
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'api.d.ts', 'index.d.ts', 'index.js', 'package.json']));
    expect(files.filter((name) => /test|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  });

  it.each([
    ['TypeScript 5', 'typescript', 'nodenext'],
    ['TypeScript 7', 'typescript7', 'nodenext'],
    ['a bundler', 'typescript7', 'bundler'],
  ])('type-checks strictly for %s and refuses wrong calls', async (_, compiler, resolution) => {
    const module = ['--module', resolution === 'bundler' ? 'esnext' : resolution, '--moduleResolution', resolution];
    await inFolder(process.execPath, join(root, 'node_modules', compiler, 'bin/tsc'), '-p', '.', ...module);
  });

  // The first node is the oldest that is supported, as far as the machine has it.
  it.each(['node', process.execPath])('reads pages, errors and refusals of a server in %s', async (node) => {
    const answers: unknown = JSON.parse(await inFolder(node, 'runner.js', server.url, await newToken()));
    expect(answers).toEqual({
      ...{ total: 0, added: 3, same: true, names: ['a', 'b', 'c', 'd'], pages: 2 },
      missing: [404, expect.any(String), 'string'],
      wrong: [400, 'invalid_input', ['name']],
      stranger: [401, expect.any(String)],
      csv: expect.stringContaining('text/csv'),
    });
  });
});
