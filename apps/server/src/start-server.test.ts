import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientTable } from '@notafter/domain/client-table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from './start-error.ts';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer } from './testing/test-server.ts';
import { until } from './testing/until.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the error text. Fails the test if the start succeeds. */
const refusal = async (env: Record<string, string>): Promise<string> => {
  const error: unknown = await startTestServer({ env, screens: plainScreens }).then(
    async (server) => server.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartError)) throw new Error('The start did not fail with a StartError.', { cause: error });
  return error.message;
};

const written = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

describe('an invalid setting', () => {
  it.each([
    ['HOST', '203.0.113.1', /203\.0\.113\.1 is not an address of this machine/],
    ['TARGET_ALLOW', '10.0.0.0/99', /TARGET_ALLOW is invalid: '10\.0\.0\.0\/99' is not a CIDR range/],
    ['WEBHOOK_ALLOW', '10.0.0.0/99', /WEBHOOK_ALLOW is invalid: '10\.0\.0\.0\/99' is not a CIDR range/],
    ['TRUSTED_PROXIES', 'proxy.internal', /TRUSTED_PROXIES: 'proxy\.internal' is not an address/],
    ['DNS_SERVERS', 'dns.example.com', /DNS_SERVERS must be a comma-separated list/],
    ['DATABASE_URL', 'postgres://user:hunter2@127.0.0.1:1/none', /The PostgreSQL of DATABASE_URL is not responding(?!.*hunter2)/],
  ])('%s=%s is named', async (name, value, text) => {
    expect(await refusal({ [name]: value })).toMatch(text);
  });

  it('names EXTRA_CA_FILE if it contains no certificate or a broken one', async () => {
    const empty = await written('empty.pem', 'not a certificate\n');
    expect(await refusal({ EXTRA_CA_FILE: empty })).toContain(`${empty} contains no certificate.`);
    const broken = await written('broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    expect(await refusal({ EXTRA_CA_FILE: broken })).toContain('EXTRA_CA_FILE is not usable.');
  });

  it('names CLIENT_RULES_FILE and what is wrong with it', async () => {
    expect(await refusal({ CLIENT_RULES_FILE: await written('rules.json', '{') })).toContain('CLIENT_RULES_FILE is not usable.');
    const rules = { ...clientTable, clients: [], lifetimes: { ...clientTable.lifetimes, limits: [{ from: 'soon', days: 47 }] } };
    const file = await written('rules.json', JSON.stringify(rules));
    expect(await refusal({ CLIENT_RULES_FILE: file })).toMatch(/rules\.json is invalid:\n {2}clients .*\n {2}lifetimes\.limits\.0\.from /);
    const keys = { ...clientTable, ctLogs: { ...clientTable.ctLogs, keys: ['AAAA'] } };
    const withKeys = await written('keys.json', JSON.stringify(keys));
    expect(await refusal({ CLIENT_RULES_FILE: withKeys })).toMatch(/keys\.json is invalid:\n {2}ctLogs\.keys\.0 is not a public key/);
  });

  it('names DATA_DIR if it is a file', async () => {
    const file = await written('file', '');
    expect(await refusal({ DATA_DIR: file })).toContain(`DATA_DIR (${file}) must be a directory that this user can read and write.`);
  });

  it('does not replace an empty secret.key', async () => {
    const file = await written('secret.key', '');
    expect(await refusal({ DATA_DIR: folder })).toContain('contains no key. Restore it from a backup');
    expect(await readFile(file, 'utf8')).toBe('');
  });
});

it('uses separate connections for jobs', async () => {
  const server = await startTestServer({ screens: plainScreens });
  const sql = server.database.db.$client;
  try {
    await until('a job uses its connections', 120_000, async () => {
      const rows = await sql`select 1 from pg_stat_activity where datname = current_database() and application_name = 'notafter-worker'`;
      return rows.length > 0;
    });
    expect((await server.call('/readyz')).status).toBe(200);
  } finally {
    await server.close();
  }
});
