import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addMs, DAY_MS } from '@notafter/domain';
import { makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

const run = promisify(execFile);
type Member = Awaited<ReturnType<typeof newMember>>;

let rest: RestHarness;
let admin: Member;
let folder: string;
beforeAll(async () => {
  rest = await createRestHarness();
  folder = await mkdtemp(join(tmpdir(), 'notafter-evidence-'));
  admin = await newMember(rest);
  for (const host of ['a.example.com', 'b.example.com']) {
    await addServed(rest, admin, host, { notAfter: addMs(rest.ctx.clock.now(), 60 * DAY_MS) });
  }
  await addServed(rest, await newMember(rest), 'stranger.example.com', { notAfter: addMs(rest.ctx.clock.now(), DAY_MS) });
});
afterAll(async () => {
  await rest.close();
  await rm(folder, { recursive: true });
});

const readFile = async (): Promise<string> => z.string().parse((await rest.call('GET', '/v1/evidence?format=file', { as: admin })).body);
const readKey = async () =>
  z.object({ public_key: z.string(), fingerprint: z.string() }).parse((await rest.call('GET', '/v1/evidence', { as: admin })).body);

/** By the commands of docs/evidence.md. */
const verify = async (file: string, key: string): Promise<string> => {
  const path = (name: string) => join(folder, name);
  await writeFile(path('evidence.jsonl'), file);
  await writeFile(path('key.pem'), key);
  const shell = [
    "sed '/^-----BEGIN SIGNATURE-----$/,$d' evidence.jsonl > evidence.txt",
    "sed -n '/^-----BEGIN/,$p' evidence.jsonl | grep -v '^-----' | openssl base64 -d -A > evidence.sig",
    'openssl dgst -sha256 -verify key.pem -signature evidence.sig evidence.txt',
  ].join('\n');
  return run('sh', ['-c', shell], { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => z.object({ stdout: z.string() }).parse(error).stdout.trim(),
  );
};

describe('evidence', () => {
  it('has a line for each endpoint of the organization, and is verified by OpenSSL', async () => {
    const file = await readFile();
    const { public_key: key, fingerprint } = await readKey();
    expect(await verify(file, key)).toBe('Verified OK');
    const lines = file.slice(0, file.indexOf('-----BEGIN')).trimEnd().split('\n');
    const documents = lines.map((line) => z.looseObject({ type: z.string() }).parse(JSON.parse(line)));
    expect(documents.map(({ type }) => type)).toEqual(['evidence', 'summary', 'endpoint', 'endpoint', 'end']);
    expect(documents[0]).toMatchObject({ version: 1, fingerprint });
    expect(documents[1]).toMatchObject({ counts: { total: 2 }, compliance: [{ framework: 'PCI DSS', compliant: 2 }, {}, {}] });
    expect(documents.slice(2, 4)).toMatchObject([{ domain: 'a.example.com' }, { domain: 'b.example.com' }]);
    expect(file).not.toContain('stranger');
  });

  it('is refused by OpenSSL once a byte was changed, a line was left out, or another installation signed it', async () => {
    const file = await readFile();
    const { public_key: key } = await readKey();
    expect(await verify(file.replace('b.example.com', 'c.example.com'), key)).toBe('Verification failure');
    expect(await verify(file.replace(/\{"type":"endpoint".*\n/, ''), key)).toBe('Verification failure');
    const { stdout: other } = await run('sh', ['-c', 'openssl ecparam -genkey -name prime256v1 -noout | openssl ec -pubout']);
    expect(await verify(file, other)).toBe('Verification failure');
  });

  it('is for admins, and leaves a row in the audit log', async () => {
    const viewer = await makeUser(rest.ctx, admin.orgId, { role: 'viewer' });
    expect(await rest.call('GET', '/v1/evidence?format=file', { as: viewer })).toMatchObject({ status: 403 });
    expect(await rest.call('GET', '/v1/evidence', {})).toMatchObject({ status: 401 });
    await readFile();
    const { body } = await rest.call('GET', '/v1/audit', { as: admin });
    expect(JSON.stringify(body)).toContain('Exported evidence for auditors');
  });
});
