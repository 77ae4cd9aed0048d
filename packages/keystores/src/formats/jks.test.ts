import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { javaKeystores } from '../testing/java-keystores.ts';
import { contentsOfBytes } from '../testing/sample-files.ts';

const { jks, jceks, password, serverSha256, rootSha256 } = javaKeystores;
const sha256 = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

const read = async (bytes: Buffer, given: string | null = password): Promise<object> => {
  const { format, problem, certificates } = await contentsOfBytes(bytes, given);
  const entries = certificates.map(({ alias, role, hasKey, der, chain }) => [alias, role, hasKey, ...[der, ...chain].map(sha256)]);
  return { format, problem: problem?.code ?? null, entries: entries.sort() };
};
const entries = [
  ['corporate-root', 'authority', false, rootSha256],
  ['server', 'certificate', true, serverSha256, rootSha256],
];

describe.each([
  { type: 'JKS', base64: jks },
  { type: 'JCEKS', base64: jceks },
])('$type keystores', ({ base64 }) => {
  const bytes = Buffer.from(base64, 'base64');

  it('have their certificates read with and without the password, past keys of every kind', async () => {
    expect(await read(bytes)).toEqual({ format: 'jks', problem: null, entries });
    expect(await read(bytes, null)).toEqual({ format: 'jks', problem: null, entries });
  });

  it('name a wrong password, and one that was changed', async () => {
    expect(await read(bytes, 'other')).toEqual({ format: 'jks', problem: 'wrong_password', entries });
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(await read(changed)).toMatchObject({ problem: 'wrong_password' });
  });

  it('name damage wherever they are cut', async () => {
    for (let size = 12; size < bytes.length; size += 7) expect(await read(bytes.subarray(0, size))).toMatchObject({ problem: 'broken' });
  });
});
