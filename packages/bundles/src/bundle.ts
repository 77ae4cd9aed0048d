import { createHash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BUNDLE_MAX_BYTES, BUNDLE_MAX_CONTENT_BYTES, type BundleContent, BundleFault, type BundleHead, isUuid } from '@notafter/domain';
import { CompactEncrypt, CompactSign, compactDecrypt, compactVerify, decodeJwt, errors } from 'jose';
import { publicKeyOf } from './keys.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

const TYPE = 'notafter-bundle';
const CONTENT_TYPE = 'application/gzip';

export interface NewBundle {
  readonly head: BundleHead;
  readonly content: BundleContent;
  readonly signingKey: KeyObject;
  /** The server's X25519 key, raw in Base64url. */
  readonly serverKey: string;
}

/** A bundle as it travels: two lines of text, a signed head (JWS) and the sealed content (JWE). */
export interface SealedBundle {
  readonly bytes: Buffer;
  /** SHA-256 of the head's line, Base64url: the next bundle names it. */
  readonly hash: string;
  /** Not verified. */
  readonly head: BundleHead;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Seals, signs and chains one bundle. */
export const createBundle = async ({ head, content, signingKey, serverKey }: NewBundle): Promise<SealedBundle> => {
  const plain = await zip(Buffer.from(JSON.stringify(content)));
  const sealed = await new CompactEncrypt(plain)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', cty: CONTENT_TYPE })
    .encrypt(publicKeyOf('X25519', serverKey));
  const claims = {
    collector: head.collectorId,
    sequence: head.sequence,
    previous: head.previous,
    created: head.createdAt.toISOString(),
    content: sha256(sealed),
  };
  const signed = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
    .sign(signingKey);
  return { bytes: Buffer.from(`${signed}\n${sealed}\n`), hash: sha256(signed), head };
};

const malformed = (cause?: unknown): BundleFault =>
  new BundleFault('malformed', 'This is not a whole bundle of a collector. Copy the file again.', { cause });

interface Parts {
  readonly signed: string;
  readonly sealed: string;
}

const partsOf = (bytes: Buffer): Parts => {
  if (bytes.length > BUNDLE_MAX_BYTES) throw new BundleFault('too_large', `A bundle has at most ${BUNDLE_MAX_BYTES / 1024 / 1024} MiB.`);
  const [signed, sealed, end, ...rest] = bytes.toString('latin1').split('\n');
  if (signed === undefined || sealed === undefined || end !== '' || rest.length > 0) throw malformed();
  return { signed, sealed };
};

/** One bundle a second for 68 years. */
const MAX_SEQUENCE = 2 ** 31 - 1;

const headOf = (claims: Readonly<Record<string, unknown>>): BundleHead => {
  const { collector, sequence, previous, created } = claims;
  const createdAt = new Date(typeof created === 'string' ? created : Number.NaN);
  if (
    typeof collector !== 'string' ||
    !isUuid(collector) ||
    typeof sequence !== 'number' ||
    !Number.isInteger(sequence) ||
    sequence < 1 ||
    sequence > MAX_SEQUENCE ||
    (previous !== null && typeof previous !== 'string') ||
    Number.isNaN(createdAt.getTime())
  )
    throw malformed();
  return { collectorId: collector, sequence, previous, createdAt };
};

/** Reads a bundle without verifying it. Throws `malformed` or `too_large`. */
export const readBundle = (bytes: Buffer): SealedBundle => {
  const { signed } = partsOf(bytes);
  try {
    return { bytes, hash: sha256(signed), head: headOf(decodeJwt(signed)) };
  } catch (cause) {
    throw cause instanceof BundleFault ? cause : malformed(cause);
  }
};

/** Verifies head and content against the collector's Ed25519 key, raw in Base64url. Throws `bad_signature` or `malformed`. */
export const verifyBundle = async ({ bytes }: SealedBundle, publicKey: string): Promise<void> => {
  const { signed, sealed } = partsOf(bytes);
  const refuse = (cause?: unknown): BundleFault =>
    new BundleFault('bad_signature', 'The bundle was changed after the collector signed it, or another key signed it.', { cause });
  let claims: unknown;
  try {
    const { payload, protectedHeader } = await compactVerify(signed, publicKeyOf('Ed25519', publicKey), { algorithms: ['EdDSA'] });
    if (protectedHeader.typ !== TYPE) throw refuse();
    claims = JSON.parse(Buffer.from(payload).toString());
  } catch (cause) {
    throw cause instanceof BundleFault ? cause : refuse(cause);
  }
  if (typeof claims !== 'object' || claims === null || !('content' in claims) || claims.content !== sha256(sealed)) throw refuse();
};

/** Opens the content with the server's X25519 key. Throws `other_server`, `too_large` or `malformed`; the content is not checked. */
export const openBundle = async ({ bytes }: SealedBundle, serverKey: KeyObject): Promise<unknown> => {
  const { sealed } = partsOf(bytes);
  let packed: Uint8Array;
  try {
    ({ plaintext: packed } = await compactDecrypt(sealed, serverKey, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    }));
  } catch (cause) {
    if (cause instanceof errors.JWEDecryptionFailed)
      throw new BundleFault('other_server', 'The bundle is sealed to another server, or to an earlier SECRET_KEY of this one.', { cause });
    throw malformed(cause);
  }
  try {
    return JSON.parse((await unzip(packed, { maxOutputLength: BUNDLE_MAX_CONTENT_BYTES })).toString());
  } catch (cause) {
    if (cause instanceof RangeError) throw new BundleFault('too_large', 'The content of the bundle is too large.', { cause });
    throw malformed(cause);
  }
};
