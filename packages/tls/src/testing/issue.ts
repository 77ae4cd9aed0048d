import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  der,
  explicit,
  implicit,
  integer,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  utf8,
} from './der.ts';

export type KeyKind = 'P-256' | 'P-384' | 'P-224' | 'RSA-1024' | 'RSA-2048' | 'RSA-4096' | 'Ed25519';

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly privatePem: string;
  readonly spki: Buffer;
}

export interface NameParts {
  readonly CN?: string;
  readonly O?: string;
  readonly C?: string;
}

export interface CertificateRequest {
  readonly subject: NameParts;
  /** Names and addresses; `[]` writes no extension. */
  readonly san?: readonly string[];
  readonly key?: KeyPair;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly isCa?: boolean;
  /** `null` writes no extended key usage. */
  readonly purpose?: 'server' | 'client' | null;
  readonly hash?: 'sha256' | 'sha384' | 'sha1' | 'md5';
  /** More extensions, each a whole DER `Extension`. */
  readonly extensions?: readonly Buffer[];
}

export interface Issued {
  readonly pem: string;
  readonly key: KeyPair;
  readonly subject: NameParts;
  /** Itself and what a server sends with it, leaf first, without the root. */
  readonly chainPem: string;
  readonly notAfter: Date;
}

const DAY_MS = 86_400_000;
const keys = new Map<string, KeyPair>();

const generate = (kind: KeyKind): { privateKey: KeyObject; publicKey: KeyObject } => {
  if (kind === 'Ed25519') return generateKeyPairSync('ed25519');
  if (kind.startsWith('RSA-')) return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice(4)) });
  return generateKeyPairSync('ec', { namedCurve: kind === 'P-224' ? 'secp224r1' : kind });
};

/** A key pair of this kind, made once per `label` and process: certificates differ, keys are shared. */
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

const attributeTypes = { C: '2.5.4.6', O: '2.5.4.10', CN: '2.5.4.3' } as const;

const distinguishedName = ({ C, O, CN }: NameParts): Buffer =>
  sequence(
    ...Object.entries({ C, O, CN }).flatMap(([type, value]) => {
      if (value === undefined || !(type === 'C' || type === 'O' || type === 'CN')) return [];
      return [setOf(sequence(objectIdentifier(attributeTypes[type]), utf8(value)))];
    }),
  );

const signatureAlgorithm = ({ privateKey }: KeyPair, hash: string): Buffer => {
  if (privateKey.asymmetricKeyType === 'ed25519') return sequence(objectIdentifier('1.3.101.112'));
  const ecdsa: Record<string, string> = { sha1: '1.2.840.10045.4.1', sha256: '1.2.840.10045.4.3.2', sha384: '1.2.840.10045.4.3.3' };
  const rsa: Record<string, string> = {
    md5: '1.2.840.113549.1.1.4',
    sha1: '1.2.840.113549.1.1.5',
    sha256: '1.2.840.113549.1.1.11',
    sha384: '1.2.840.113549.1.1.12',
  };
  if (privateKey.asymmetricKeyType === 'ec') return sequence(objectIdentifier(ecdsa[hash] ?? ''));
  return sequence(objectIdentifier(rsa[hash] ?? ''), nothing());
};

/** One `Extension`. */
export const extension = (oid: string, value: Uint8Array, critical = false): Buffer =>
  sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));

const ipBytes = (address: string): Buffer => {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = (URL.parse(`http://[${address}]/`)?.hostname ?? '').slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
};

const alternativeNames = (names: readonly string[]): Buffer =>
  sequence(...names.map((name) => (isIP(name) === 0 ? implicit(2, Buffer.from(name, 'latin1')) : implicit(7, ipBytes(name)))));

const keyIdentifiers = new WeakMap<KeyPair, Buffer>();
const keyIdentifier = (key: KeyPair): Buffer => {
  const known = keyIdentifiers.get(key) ?? createHash('sha1').update(key.spki).digest();
  keyIdentifiers.set(key, known);
  return known;
};

const purposes = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

const toPem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

/**
 * Issues a certificate, by default a P-256 server certificate that began an hour ago and ends in 90 days; self-signed
 * without an issuer. Some 10,000 a second with a shared key.
 */
export const issueCertificate = (request: CertificateRequest, issuer?: Issued): Issued => {
  const { subject, san = [], isCa = false, purpose = isCa ? null : 'server', hash = 'sha256', extensions = [] } = request;
  const { key = keyPair('P-256', isCa ? (subject.CN ?? '') : '') } = request;
  const notBefore = request.notBefore ?? new Date(Date.now() - 3_600_000);
  const notAfter = request.notAfter ?? new Date(Date.now() + 90 * DAY_MS);
  const signer = issuer?.key ?? key;
  const algorithm = signatureAlgorithm(signer, hash);
  const body = sequence(
    explicit(0, integer(2)),
    integer(Buffer.concat([Buffer.from([0x4e]), randomBytes(15)])),
    algorithm,
    distinguishedName(issuer?.subject ?? subject),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(subject),
    key.spki,
    explicit(
      3,
      sequence(
        extension('2.5.29.19', isCa ? sequence(boolean(true)) : sequence(), true),
        extension('2.5.29.15', der(0x03, Buffer.from(isCa ? [1, 0x06] : [7, 0x80])), true),
        extension('2.5.29.14', octetString(keyIdentifier(key))),
        extension('2.5.29.35', sequence(implicit(0, keyIdentifier(signer)))),
        ...(purpose === null ? [] : [extension('2.5.29.37', sequence(objectIdentifier(purposes[purpose])))]),
        ...(san.length === 0 ? [] : [extension('2.5.29.17', alternativeNames(san))]),
        ...extensions,
      ),
    ),
  );
  const signature = sign(signer.privateKey.asymmetricKeyType === 'ed25519' ? null : hash, body, signer.privateKey);
  const pem = toPem(sequence(body, algorithm, bitString(signature)));
  // A self-signed issuer is a root, which servers leave out.
  const above = issuer === undefined || issuer.chainPem === '' ? '' : issuer.chainPem;
  return { pem, key, subject, notAfter, chainPem: issuer === undefined && isCa ? '' : pem + above };
};
