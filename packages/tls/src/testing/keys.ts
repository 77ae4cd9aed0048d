import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { explicit, integer, nothing, objectIdentifier, sequence } from './der.ts';

export type KeyKind = 'P-256' | 'P-384' | 'P-521' | 'P-224' | 'RSA-1024' | 'RSA-2048' | 'RSA-4096' | 'RSA-PSS-2048' | 'Ed25519' | 'Ed448';

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly privatePem: string;
  readonly spki: Buffer;
}

export type Hash = 'sha256' | 'sha384' | 'sha512' | 'sha1' | 'md5';

const keys = new Map<string, KeyPair>();

const generate = (kind: KeyKind): { privateKey: KeyObject; publicKey: KeyObject } => {
  if (kind === 'Ed25519') return generateKeyPairSync('ed25519');
  if (kind === 'Ed448') return generateKeyPairSync('ed448');
  if (kind.startsWith('RSA-PSS-')) return generateKeyPairSync('rsa-pss', { modulusLength: Number(kind.slice(8)) });
  if (kind.startsWith('RSA-')) return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice(4)) });
  return generateKeyPairSync('ec', { namedCurve: kind === 'P-224' ? 'secp224r1' : kind });
};

/** Returns a key pair of this kind, created once per `label` and process: certificates differ, keys are shared. */
export const keyPair = (kind: KeyKind = 'P-256', label = ''): KeyPair => {
  const id = `${kind}/${label}`;
  const known = keys.get(id);
  if (known !== undefined) return known;
  const { privateKey, publicKey } = generate(kind);
  const made: KeyPair = {
    privateKey,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    spki: publicKey.export({ type: 'spki', format: 'der' }),
  };
  keys.set(id, made);
  return made;
};

const keyIdentifiers = new WeakMap<KeyPair, Buffer>();

export const keyIdentifier = (key: KeyPair): Buffer => {
  const known = keyIdentifiers.get(key) ?? createHash('sha1').update(key.spki).digest();
  keyIdentifiers.set(key, known);
  return known;
};

const ecdsa: Readonly<Record<Hash, string>> = {
  md5: '1.2.840.10045.4.1',
  sha1: '1.2.840.10045.4.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
};
const rsa: Readonly<Record<Hash, string>> = {
  md5: '1.2.840.113549.1.1.4',
  sha1: '1.2.840.113549.1.1.5',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
};
const digests: Readonly<Record<Hash, string>> = {
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
};
const saltLengths: Readonly<Record<Hash, number>> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };

const pssAlgorithm = (hash: Hash): Buffer => {
  const digest = sequence(objectIdentifier(digests[hash]), nothing());
  return sequence(
    objectIdentifier('1.2.840.113549.1.1.10'),
    sequence(
      explicit(0, digest),
      explicit(1, sequence(objectIdentifier('1.2.840.113549.1.1.8'), digest)),
      explicit(2, integer(saltLengths[hash])),
    ),
  );
};

/** How a key signs: its AlgorithmIdentifier and its sign function. An RSA key uses RSASSA-PSS if requested or created for it. */
export const signerFor = ({ privateKey }: KeyPair, hash: Hash, pss = false): { readonly algorithm: Buffer; sign(body: Buffer): Buffer } => {
  const type = privateKey.asymmetricKeyType;
  if (type === 'ed25519' || type === 'ed448') {
    const oid = type === 'ed25519' ? '1.3.101.112' : '1.3.101.113';
    return { algorithm: sequence(objectIdentifier(oid)), sign: (body) => sign(null, body, privateKey) };
  }
  if (type === 'ec') return { algorithm: sequence(objectIdentifier(ecdsa[hash])), sign: (body) => sign(hash, body, privateKey) };
  if (pss || type === 'rsa-pss') {
    const key = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLengths[hash] };
    return { algorithm: pssAlgorithm(hash), sign: (body) => sign(hash, body, key) };
  }
  return { algorithm: sequence(objectIdentifier(rsa[hash]), nothing()), sign: (body) => sign(hash, body, privateKey) };
};
