import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { BUNDLE_MAX_BYTES, BUNDLE_MAX_CONTENT_BYTES, type BundleContent, BundleFault, brandId } from '@notafter/domain';
import { bundleContentInput } from '@notafter/domain/inputs';
import { CompactEncrypt, CompactSign } from 'jose';
import { describe, expect, it } from 'vitest';
import { createBundle, openBundle, readBundle, verifyBundle } from './bundle.ts';
import { readEnrollmentToken, writeEnrollmentToken } from './enrollment-token.ts';
import { createKeyPair, privateKeyOf, publicKeyOf, sealingPairFrom, signingPairFrom } from './keys.ts';
import { createReceipt, readReceipt } from './receipt.ts';
import { signRequest, verifyRequest } from './request.ts';

const collectorId = '01a222af-c537-73cd-bf1e-4f5635a9feb5';
const at = new Date('2026-11-28T12:00:00.000Z');
const collector = createKeyPair();
const server = sealingPairFrom(randomBytes(32));

const content: BundleContent = {
  about: { version: '0.1.0', host: 'vault-1', intervalSeconds: 3_600, mode: 'offline', networks: ['10.0.0.0/8'], ports: ['443'] },
  isComplete: true,
  certificates: { ['ab'.repeat(32)]: 'MIIB' },
  endpoints: [
    {
      target: 'db.internal:5432',
      at: at.toISOString(),
      seen: [{ address: '10.0.0.5', reason: 'refused', detail: 'Connection refused by 10.0.0.5:5432.' }],
    },
  ],
  files: [],
};

const make = (changes: Partial<Parameters<typeof createBundle>[0]> = {}) =>
  createBundle({
    head: { collectorId, sequence: 7, previous: 'previous-hash', createdAt: at },
    content,
    signingKey: collector.privateKey,
    serverKey: server.publicKey,
    ...changes,
  });

const faultOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof BundleFault) return error.code;
    throw error;
  }
  return 'none';
};

/** A bundle with its characters changed at one place of a line. */
const flipped = (bytes: Buffer, line: 0 | 1): Buffer => {
  const lines = bytes.toString().split('\n');
  const text = lines[line] ?? '';
  const place = Math.floor(text.length / 2);
  lines[line] = `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
  return Buffer.from(lines.join('\n'));
};

describe('a bundle', () => {
  it('arrives as it was made, by a reader that only has its bytes', async () => {
    const { bytes, hash } = await make();
    const read = readBundle(bytes);
    expect(read.hash).toBe(hash);
    expect(read.head).toEqual({ collectorId, sequence: 7, previous: 'previous-hash', createdAt: at });
    await verifyBundle(read, collector.publicKey);
    expect(bundleContentInput.parse(await openBundle(read, server.privateKey))).toEqual(content);
  });

  it('shows nothing of its content without the key of the server', async () => {
    const text = (await make()).bytes.toString();
    const parts = text.split(/[\n.]/).map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect([text, ...parts].filter((part) => part.includes('db.internal') || part.includes('10.0.0.5'))).toEqual([]);
  });

  it('is refused if a character of its head or its content changed', async () => {
    const { bytes } = await make();
    for (const line of [0, 1] as const) {
      expect(['bad_signature', 'malformed']).toContain(
        await faultOf(async () => verifyBundle(readBundle(flipped(bytes, line)), collector.publicKey)),
      );
    }
  });

  it('is refused if its content is that of another bundle of the same collector', async () => {
    const [one, other] = await Promise.all([make(), make()]);
    const mixed = `${one.bytes.toString().split('\n')[0]}\n${other.bytes.toString().split('\n')[1]}\n`;
    expect(await faultOf(async () => verifyBundle(readBundle(Buffer.from(mixed)), collector.publicKey))).toBe('bad_signature');
  });

  it('is refused if another key signed it', async () => {
    const read = readBundle((await make({ signingKey: createKeyPair().privateKey })).bytes);
    expect(await faultOf(() => verifyBundle(read, collector.publicKey))).toBe('bad_signature');
  });

  it('is refused if its head is another signed document of the collector', async () => {
    const read = readBundle((await make()).bytes);
    const sealed = read.bytes.toString().split('\n')[1];
    const signed = await new CompactSign(Buffer.from(JSON.stringify({ collector: collectorId, sequence: 1, previous: null, created: at })))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'notafter-receipt' })
      .sign(collector.privateKey);
    expect(await faultOf(async () => verifyBundle(readBundle(Buffer.from(`${signed}\n${sealed}\n`)), collector.publicKey))).toBe(
      'bad_signature',
    );
  });

  it('cannot be opened by another server', async () => {
    const read = readBundle((await make()).bytes);
    expect(await faultOf(() => openBundle(read, sealingPairFrom(randomBytes(32)).privateKey))).toBe('other_server');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another file', Buffer.from('-----BEGIN CERTIFICATE-----\n')],
    ['bytes', randomBytes(500)],
    ['two short lines', Buffer.from('a.b.c\nd\n')],
  ])('is malformed if it is %s', async (_, bytes) => {
    expect(await faultOf(() => readBundle(bytes))).toBe('malformed');
  });

  it('is malformed if it was cut anywhere', async () => {
    const { bytes } = await make();
    for (let length = 0; length < bytes.length; length += 37) {
      expect(await faultOf(() => readBundle(bytes.subarray(0, length)))).toBe('malformed');
    }
  });

  it('is refused above its size, packed or not', async () => {
    expect(await faultOf(() => readBundle(Buffer.alloc(BUNDLE_MAX_BYTES + 1, 'a')))).toBe('too_large');
    const bomb = await new CompactEncrypt(gzipSync(Buffer.alloc(BUNDLE_MAX_CONTENT_BYTES + 1, ' ')))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(publicKeyOf('X25519', server.publicKey));
    const head = (await make()).bytes.toString().split('\n')[0];
    expect(await faultOf(() => openBundle(readBundle(Buffer.from(`${head}\n${bomb}\n`)), server.privateKey))).toBe('too_large');
  });
});

describe('keys', () => {
  it('of a seed are the same each time, and a key on disk is the one that was made', () => {
    const seed = randomBytes(32);
    expect(signingPairFrom(seed).publicKey).toBe(signingPairFrom(seed).publicKey);
    expect(sealingPairFrom(seed).publicKey).toBe(sealingPairFrom(seed).publicKey);
    expect(privateKeyOf(collector.pem).publicKey).toBe(collector.publicKey);
  });
});

describe('an enrollment token', () => {
  const token = {
    collectorId: brandId<'collector'>(collectorId),
    secret: randomBytes(32).toString('base64url'),
    sealingKey: server.publicKey,
    receiptKey: collector.publicKey,
    serverUrl: 'https://notafter.example',
  };

  it('is read as it was written, with spaces around it', () => {
    expect(readEnrollmentToken(` ${writeEnrollmentToken(token)}\n`)).toEqual(token);
  });

  it('is nothing if it was cut', () => {
    const text = writeEnrollmentToken(token);
    for (const part of ['', 'nac_', text.slice(0, 60), text.slice(0, 150), text.slice(4), `${text}!`]) {
      expect(readEnrollmentToken(part)).toBeNull();
    }
  });
});

describe('a receipt', () => {
  const signer = signingPairFrom(randomBytes(32));
  const receipt = {
    collectorId,
    through: 7,
    hash: 'hash',
    issuedAt: at,
    targets: ['db.internal:5432'],
    isRevoked: false,
    isForked: false,
    wantsComplete: false,
  };

  it('is read as the server wrote it', async () => {
    expect(await readReceipt(`${await createReceipt(receipt, signer.privateKey)}\n`, signer.publicKey)).toEqual(receipt);
  });

  it('is refused from anybody else, so that nobody has bundles deleted', async () => {
    const text = await createReceipt(receipt, collector.privateKey);
    expect(await faultOf(() => readReceipt(text, signer.publicKey))).toBe('bad_signature');
    expect(await faultOf(async () => readReceipt((await make()).bytes.toString().split('\n')[0] ?? '', collector.publicKey))).toBe(
      'bad_signature',
    );
  });
});

describe('a signed request', () => {
  const request = { collectorId, method: 'POST', path: '/v1/collector/bundles', at, body: Buffer.from('body') };
  const signature = signRequest(request, collector.privateKey);

  it('counts for exactly what was signed', () => {
    expect(verifyRequest(request, signature, collector.publicKey)).toBe(true);
    for (const change of [{ method: 'GET' }, { path: '/v1/x' }, { at: new Date(0) }, { body: Buffer.from('other') }]) {
      expect(verifyRequest({ ...request, ...change }, signature, collector.publicKey)).toBe(false);
    }
    expect(verifyRequest(request, 'nonsense', collector.publicKey)).toBe(false);
    expect(verifyRequest(request, signature, createKeyPair().publicKey)).toBe(false);
  });
});
