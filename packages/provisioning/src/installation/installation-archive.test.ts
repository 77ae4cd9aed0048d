import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type ArchiveEntry, openInstallation, packInstallation } from './installation-archive.ts';
import { readFacts } from './installation-facts.ts';

const PASSPHRASE = 'correct horse battery staple';
const MARKER = 'plaintext-marker-7f3a91c2';
const entries: readonly ArchiveEntry[] = [
  { path: 'about.json', bytes: Buffer.from(`{"note":"${MARKER}"}`) },
  { path: 'rows/certificates/000001', bytes: randomBytes(300_000) },
  { path: 'rows/certificates/000002', bytes: Buffer.alloc(0) },
];

async function* from<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
const collect = async <Item>(source: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
};
const pack = async (passphrase: string | null): Promise<Buffer> =>
  Buffer.concat(await collect(packInstallation(from(entries), passphrase)));
const open = (file: Buffer, passphrase: string | null) => collect(openInstallation(from([file]), passphrase));
const flipped = (file: Buffer, at: number): Buffer => {
  const changed = Buffer.from(file);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
};

const plain = await pack(null);
const encrypted = await pack(PASSPHRASE);

it('returns what was packed, in pieces of any size', async () => {
  expect(await open(plain, null)).toEqual(entries);
  expect(await open(encrypted, PASSPHRASE)).toEqual(entries);
  const bytes = [...encrypted.subarray(0, 400)].map((byte) => Buffer.of(byte));
  expect(await collect(openInstallation(from([...bytes, encrypted.subarray(400)]), PASSPHRASE))).toEqual(entries);
});

it('is readable by tar if it is not encrypted, and shows nothing if it is', () => {
  expect(gunzipSync(plain).toString('latin1')).toContain(MARKER);
  expect(encrypted.includes(MARKER)).toBe(false);
  expect(encrypted.length).toBeLessThan(plain.length + 10_000);
});

it('has a new salt each time, so the same passphrase makes another key', async () => {
  expect((await pack(PASSPHRASE)).subarray(0, 200)).not.toEqual(encrypted.subarray(0, 200));
});

it.each([
  ['a wrong one', 'correct horse battery stapler', 'The passphrase is wrong'],
  ['none', null, 'The backup is encrypted. Give its passphrase.'],
])('names a passphrase that does not fit: %s', async (_, passphrase, text) => {
  const opening = open(encrypted, passphrase);
  await expect(opening).rejects.toMatchObject({ code: 'passphrase' });
  await expect(opening).rejects.toThrow(text);
});

it('accepts a passphrase in both Unicode forms', async () => {
  const composed = await pack('an \u00fcmlaut passphrase');
  expect(await open(composed, 'an u\u0308mlaut passphrase')).toEqual(entries);
});

it.each([0.002, 0.5, 0.999])('refuses a flipped bit at %f of the file, encrypted or not', async (share) => {
  await expect(open(flipped(plain, Math.floor(plain.length * share)), null)).rejects.toMatchObject({ fault: 'invalid' });
  await expect(open(flipped(encrypted, Math.floor(encrypted.length * share)), PASSPHRASE)).rejects.toMatchObject({ fault: 'invalid' });
});

it.each([0, 1, 20, 150, 200_000])('refuses a file that was cut after %i bytes', async (length) => {
  for (const [file, passphrase] of [
    [plain, null],
    [encrypted, PASSPHRASE],
  ] as const) {
    const opening = open(file.subarray(0, length), passphrase);
    await expect(opening).rejects.toMatchObject({ fault: 'invalid', code: expect.stringMatching(/^(?:truncated|damaged)$/) });
  }
});

it.each([1, 65_552])('refuses a file without its last %i bytes', async (length) => {
  await expect(open(plain.subarray(0, -length), null)).rejects.toMatchObject({ fault: 'invalid' });
  await expect(open(encrypted.subarray(0, -length), PASSPHRASE)).rejects.toMatchObject({ fault: 'invalid' });
});

it('refuses facts of another form', () => {
  const facts = {
    ...{ format: 1, version: '0.1.0', takenAt: '2026-11-28T12:00:00.000Z', serverVersion: '18.4', migrations: ['a'] },
    tables: [{ name: 'users', columns: ['id'], partitions: [] }],
  };
  expect(readFacts(Buffer.from(JSON.stringify(facts)))).toEqual(facts);
  for (const other of ['', 'null', JSON.stringify({ ...facts, format: 2 })]) {
    expect(() => readFacts(Buffer.from(other))).toThrow('not a backup of an installation, or it was made by a newer version');
  }
});
