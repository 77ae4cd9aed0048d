import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { bitString, boolean, der, explicit, implicit, integer, objectIdentifier, octetString, sequence, setOf, time, utf8 } from './der.ts';
import { type Hash, type KeyPair, keyIdentifier, keyPair, signerFor } from './keys.ts';

export { type KeyKind, type KeyPair, keyPair } from './keys.ts';

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
  /** `null` writes no extended key usage; a list contains dotted purposes. */
  readonly purpose?: 'server' | 'client' | readonly string[] | null;
  readonly hash?: Hash;
  /** Signed with RSASSA-PSS. */
  readonly pss?: boolean;
  readonly pathLength?: number;
  /** The BIT STRING's contents, unused bits first; `null` writes no key usage. */
  readonly keyUsage?: readonly number[] | null;
  /** `null` writes no basic constraints. */
  readonly basicConstraints?: null;
  /** Key identifiers to mark as critical. */
  readonly criticalIdentifier?: 'subject' | 'authority';
  /** The INTEGER's contents, written unchanged. */
  readonly serial?: Uint8Array;
  readonly version?: 1 | 2 | 3 | 4;
  /** Makes the last byte of the signature wrong. */
  readonly brokenSignature?: boolean;
  /** More extensions, each a complete DER `Extension`. */
  readonly extensions?: readonly Buffer[];
}

export interface Issued {
  readonly pem: string;
  readonly key: KeyPair;
  readonly subject: NameParts;
  /** The certificates that a server sends, leaf first, without the root. */
  readonly chainPem: string;
  readonly notAfter: Date;
}

const DAY_MS = 86_400_000;
const attributeTypes = { C: '2.5.4.6', O: '2.5.4.10', CN: '2.5.4.3' } as const;

export const distinguishedName = ({ C, O, CN }: NameParts): Buffer =>
  sequence(
    ...Object.entries({ C, O, CN }).flatMap(([type, value]) => {
      if (value === undefined || !(type === 'C' || type === 'O' || type === 'CN')) return [];
      return [setOf(sequence(objectIdentifier(attributeTypes[type]), utf8(value)))];
    }),
  );

/** One `Extension`. */
export const extension = (oid: string, value: Uint8Array, critical = false): Buffer =>
  sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));

export const ipBytes = (address: string): Buffer => {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = (URL.parse(`http://[${address}]/`)?.hostname ?? '').slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
};

const alternativeNames = (names: readonly string[]): Buffer =>
  sequence(Buffer.concat(names.map((name) => (isIP(name) === 0 ? implicit(2, Buffer.from(name, 'latin1')) : implicit(7, ipBytes(name))))));

const purposes = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

const toPem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

/**
 * Issues a certificate, by default a P-256 server certificate valid from an hour ago for 90 days; self-signed without an
 * issuer. Some 10,000 a second with a shared key.
 */
export const issueCertificate = (request: CertificateRequest, issuer?: Issued): Issued => {
  const { subject, san = [], isCa = false, purpose = isCa ? null : 'server', hash = 'sha256', extensions = [], version = 3 } = request;
  const { key = keyPair('P-256', isCa ? (subject.CN ?? '') : '') } = request;
  const notBefore = request.notBefore ?? new Date(Date.now() - 3_600_000);
  const notAfter = request.notAfter ?? new Date(Date.now() + 90 * DAY_MS);
  const signerKey = issuer?.key ?? key;
  const signer = signerFor(signerKey, hash, request.pss);
  const constraints = sequence(
    ...(isCa ? [boolean(true)] : []),
    ...(request.pathLength === undefined ? [] : [integer(request.pathLength)]),
  );
  const keyUsage = request.keyUsage === undefined ? (isCa ? [1, 0x06] : [7, 0x80]) : request.keyUsage;
  const purposeList = typeof purpose === 'string' ? [purposes[purpose]] : purpose;
  const allExtensions = explicit(
    3,
    sequence(
      ...(request.basicConstraints === null ? [] : [extension('2.5.29.19', constraints, true)]),
      ...(keyUsage === null ? [] : [extension('2.5.29.15', der(0x03, Buffer.from(keyUsage)), true)]),
      extension('2.5.29.14', octetString(keyIdentifier(key)), request.criticalIdentifier === 'subject'),
      extension('2.5.29.35', sequence(implicit(0, keyIdentifier(signerKey))), request.criticalIdentifier === 'authority'),
      ...(purposeList === null ? [] : [extension('2.5.29.37', sequence(...purposeList.map(objectIdentifier)))]),
      ...(san.length === 0 ? [] : [extension('2.5.29.17', alternativeNames(san))]),
      ...extensions,
    ),
  );
  const serial = request.serial === undefined ? integer(Buffer.concat([Buffer.from([0x4e]), randomBytes(15)])) : der(0x02, request.serial);
  const body = sequence(
    ...(version === 1 ? [] : [explicit(0, integer(version - 1))]),
    serial,
    signer.algorithm,
    distinguishedName(issuer?.subject ?? subject),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(subject),
    key.spki,
    ...(version < 3 ? [] : [allExtensions]),
  );
  const signature = signer.sign(body);
  if (request.brokenSignature === true) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  const pem = toPem(sequence(body, signer.algorithm, bitString(signature)));
  // A self-signed issuer is a root, which servers omit.
  const above = issuer === undefined || issuer.chainPem === '' ? '' : issuer.chainPem;
  return { pem, key, subject, notAfter, chainPem: issuer === undefined && isCa ? '' : pem + above };
};
