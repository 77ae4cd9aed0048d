import { createAuthority, der } from '@notafter/tls/testing';
import { DerReader, tags } from '@notafter/tls/x509';
import { describe, expect, it } from 'vitest';
import { authority, contentsOfBytes, leaf, openssl, summaryOf, temporaryFolder, writeSample } from '../../testing/sample-files.ts';
import { leftOfRun } from './derive.ts';

const { root, intermediate } = authority;
const known = { root, intermediate, leaf };

const exported = (password: string, ...options: readonly string[]): Buffer => {
  const folder = temporaryFolder();
  const key = writeSample('key.pem', leaf.key.privatePem, folder);
  const chain = writeSample('chain.pem', leaf.pem + intermediate.pem + root.pem, folder);
  return openssl('pkcs12', '-export', '-inkey', key, '-in', chain, '-name', 'web ü', '-passout', `pass:${password}`, ...options);
};
const read = async (bytes: Buffer, password: string | null): Promise<object> => summaryOf(await contentsOfBytes(bytes, password), known);

/** The same file without its MAC, which is the last of three elements. */
const withoutMac = (bytes: Buffer): Buffer => {
  const reader = new DerReader(bytes);
  reader.enter(tags.sequence);
  reader.next();
  reader.next();
  return der(tags.sequence, bytes.subarray(4, reader.stop));
};

/** The same elements with indefinite lengths; strings that contain elements in two pieces, `deep` also inside them. */
const indefinite = (bytes: Buffer, deep = false): Buffer => {
  const parts: Buffer[] = [];
  for (const reader = new DerReader(bytes); reader.more; ) {
    const tag = reader.next();
    const contents = reader.contents();
    const ends = Buffer.alloc(2);
    if ((tag & 0x20) !== 0) parts.push(Buffer.from([tag, 0x80]), indefinite(contents, deep), ends);
    else if ((tag === tags.octetString || tag === 0x80) && contents.length > 200) {
      const inner = deep && tag === tags.octetString && contents[0] === tags.sequence ? indefinite(contents, deep) : contents;
      const pieces = [der(tags.octetString, inner.subarray(0, 100)), der(tags.octetString, inner.subarray(100))];
      parts.push(Buffer.from([tag | 0x20, 0x80]), ...pieces, ends);
    } else parts.push(der(tag, contents));
  }
  return Buffer.concat(parts);
};

const opened = {
  format: 'pkcs12',
  problem: null,
  certificates: [{ alias: 'web ü', role: 'certificate', der: 'leaf', chain: ['intermediate', 'root'], hasKey: true }],
} as const;
const refused = (problem: string): object => ({ format: 'pkcs12', problem, certificates: [] });

describe('PKCS #12 files', () => {
  it.each([
    { form: 'AES-256 and SHA-256', options: [] },
    { form: 'RC2 with 40 bits and SHA-1', options: ['-legacy'] },
    { form: 'RC2 with 128 bits', options: ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128'] },
    { form: '3DES', options: ['-legacy', '-certpbe', 'PBE-SHA1-3DES'] },
    { form: '3DES with two keys', options: ['-legacy', '-certpbe', 'PBE-SHA1-2DES'] },
    { form: 'AES-128 and SHA-512', options: ['-certpbe', 'AES-128-CBC', '-macalg', 'sha512'] },
    { form: 'no encryption of the certificates', options: ['-certpbe', 'NONE'] },
    { form: 'no encryption at all', options: ['-certpbe', 'NONE', '-keypbe', 'NONE'] },
  ])('are read with $form', async ({ options }) => {
    expect(await read(exported('pa$$ é', ...options), 'pa$$ é')).toEqual(opened);
  });

  it.each([
    { form: 'AES', bytes: () => exported('right') },
    { form: 'RC2', bytes: () => exported('right', '-legacy') },
    { form: 'AES without a MAC', bytes: () => withoutMac(exported('right')) },
    { form: 'RC2 without a MAC', bytes: () => withoutMac(exported('right', '-legacy')) },
  ])('have a wrong password told apart from a missing one with $form', async ({ bytes }) => {
    const keystore = bytes();
    expect(await read(keystore, 'right')).toEqual(opened);
    expect(await read(keystore, 'wrong')).toEqual(refused('wrong_password'));
    expect(await read(keystore, null)).toEqual(refused('password_required'));
  });

  it('are read without a password if the password is empty or the certificates are not encrypted', async () => {
    expect(await read(exported(''), null)).toEqual(opened);
    expect(await read(exported('', '-legacy'), '')).toEqual(opened);
    expect(await read(exported('right', '-certpbe', 'NONE'), null)).toEqual(opened);
  });

  it('list certificates without a key as what they are', async () => {
    const other = createAuthority({ name: 'Second' }).root;
    const trusted = openssl('pkcs12', '-export', '-nokeys', '-in', writeSample('all.pem', root.pem + other.pem), '-passout', 'pass:x');
    expect(summaryOf(await contentsOfBytes(trusted, 'x'), { root, other })).toMatchObject({
      problem: null,
      certificates: [
        { alias: null, role: 'authority', der: 'root', hasKey: false },
        { alias: null, role: 'authority', der: 'other', hasKey: false },
      ],
    });
  });

  it.each([
    { of: 'the MAC', options: ['-legacy'], change: (bytes: Buffer) => bytes },
    { of: 'the encryption', options: [], change: withoutMac },
  ])('are refused at once if they ask for too many iterations of $of', async ({ options, change }) => {
    const bytes = change(exported('right', ...options, '-iter', '100000'));
    const many = Buffer.from(bytes.toString('hex').replaceAll('02030186a0', '02037fffff'), 'hex');
    const started = process.cpuUsage();
    expect(await read(many, 'right')).toEqual(refused('unsupported_encryption'));
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });

  it.each(['pkcs12', 'pbkdf2'] as const)('are not opened once the keystores before them took all iterations of %s', async (kind) => {
    const before = leftOfRun[kind];
    leftOfRun[kind] = 9_999;
    const bytes = exported('right', '-iter', '5000');
    const first = await read(bytes, 'right');
    const second = await read(bytes, 'right');
    leftOfRun[kind] = before;
    expect(second).toEqual(refused('too_many'));
    expect([first, await read(bytes, 'right')]).toContainEqual(opened);
  });

  it('are refused if public keys protect them', async () => {
    const hex = exported('right').toString('hex');
    const signed = hex.replace('06092a864886f70d010701', '06092a864886f70d010702');
    expect(await read(Buffer.from(signed, 'hex'), 'right')).toEqual(refused('unsupported_encryption'));
  });

  it('are read with indefinite lengths, as Mozilla and Bouncy Castle write them', async () => {
    const bytes = exported('right', '-legacy');
    expect(await read(indefinite(bytes), 'right')).toEqual(opened);
    expect(await read(indefinite(withoutMac(bytes), true), 'right')).toEqual(opened);
  });

  it('are damaged wherever they are cut', async () => {
    const bytes = exported('right');
    for (let size = 2; size < bytes.length; size += 97)
      expect((await contentsOfBytes(bytes.subarray(0, size), 'right')).problem?.code).toBe('broken');
  });
});
