import { createHash, randomBytes } from 'node:crypto';
import { bitString, der, explicit, implicit, integer, objectIdentifier, octetString, sequence, time } from './der.ts';
import { distinguishedName, extension, type Issued } from './issue.ts';
import { type Hash, signerFor } from './keys.ts';

const DAY_MS = 86_400_000;

export interface CrlRequest {
  /** INTEGER contents of the revoked serial numbers. */
  readonly revoked?: readonly Uint8Array[];
  readonly thisUpdate?: Date;
  /** `null` omits it. */
  readonly nextUpdate?: Date | null;
  /** `null` omits the CRL number. */
  readonly number?: null;
  /** CRLReason of each entry; by default keyCompromise. */
  readonly reason?: number;
  readonly hash?: Hash;
  /** More extensions of the CRL, each a complete DER `Extension`. */
  readonly extensions?: readonly Buffer[];
}

/** A DER CRL in the name of `inNameOf`, signed by `issuer`. */
export const issueCrl = (issuer: Issued, request: CrlRequest = {}, inNameOf: Issued = issuer): Buffer => {
  const { revoked = [], thisUpdate = new Date(Date.now() - 3_600_000), hash = 'sha256', reason = 1, extensions = [] } = request;
  const nextUpdate = request.nextUpdate === undefined ? new Date(Date.now() + 7 * DAY_MS) : request.nextUpdate;
  const signer = signerFor(issuer.key, hash);
  const reasonCode = sequence(extension('2.5.29.21', der(0x0a, Buffer.from([reason]))));
  const entries = revoked.map((serial) => sequence(der(0x02, serial), time(thisUpdate), reasonCode));
  const body = sequence(
    integer(1),
    signer.algorithm,
    distinguishedName(inNameOf.subject),
    time(thisUpdate),
    ...(nextUpdate === null ? [] : [time(nextUpdate)]),
    ...(entries.length === 0 ? [] : [sequence(Buffer.concat(entries))]),
    explicit(0, sequence(...(request.number === null ? [] : [extension('2.5.29.20', integer(randomBytes(8)))]), ...extensions)),
  );
  return sequence(body, signer.algorithm, bitString(signer.sign(body)));
};

export const crlToPem = (bytes: Buffer): string =>
  `-----BEGIN X509 CRL-----\n${bytes.toString('base64').replace(/.{64}(?!$)/g, '$&\n')}\n-----END X509 CRL-----\n`;

const timestamps = extension('1.3.6.1.4.1.11129.2.4.5', octetString(Buffer.from([0, 0])));

export interface OcspRequest {
  readonly status?: 'good' | 'revoked' | 'unknown';
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date | null;
  /** The signer; by default the issuer itself. */
  readonly responder?: Issued;
  /** The responder's certificate to include, DER. */
  readonly responderCertificate?: Buffer;
  /** Adds an SCT extension (RFC 6962 section 3.3) without contents. */
  readonly hasSignedTimestamps?: boolean;
  readonly hash?: Hash;
}

/** A DER OCSP response about the certificate with this serial number (INTEGER contents) by `issuer`. */
export const issueOcspResponse = (issuer: Issued, serial: Uint8Array, request: OcspRequest = {}): Buffer => {
  const { status = 'good', thisUpdate = new Date(Date.now() - 3_600_000), responder = issuer, hash = 'sha256' } = request;
  const nextUpdate = request.nextUpdate === undefined ? new Date(Date.now() + 3 * DAY_MS) : request.nextUpdate;
  const name = distinguishedName(issuer.subject);
  // The key's BIT STRING is the last element of the SubjectPublicKeyInfo; its bits follow tag, length and unused count.
  const bits = issuer.key.privateKey.asymmetricKeyType === 'rsa' ? issuer.key.spki.subarray(24) : issuer.key.spki.subarray(-65);
  const sha1 = (bytes: Buffer): Buffer => octetString(createHash('sha1').update(bytes).digest());
  const longTime = (date: Date): Buffer => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
  const statusValue = {
    good: implicit(0, Buffer.alloc(0)),
    unknown: implicit(2, Buffer.alloc(0)),
    revoked: explicit(1, longTime(thisUpdate)),
  };
  const single = sequence(
    sequence(sequence(objectIdentifier('1.3.14.3.2.26')), sha1(name), sha1(bits), der(0x02, serial)),
    statusValue[status],
    longTime(thisUpdate),
    ...(nextUpdate === null ? [] : [explicit(0, longTime(nextUpdate))]),
    ...(request.hasSignedTimestamps === true ? [explicit(1, sequence(timestamps))] : []),
  );
  const data = sequence(explicit(1, distinguishedName(responder.subject)), longTime(thisUpdate), sequence(single));
  const signer = signerFor(responder.key, hash);
  const basic = sequence(
    data,
    signer.algorithm,
    bitString(signer.sign(data)),
    ...(request.responderCertificate === undefined ? [] : [explicit(0, sequence(request.responderCertificate))]),
  );
  return sequence(der(0x0a, Buffer.from([0])), explicit(0, sequence(objectIdentifier('1.3.6.1.5.5.7.48.1.1'), octetString(basic))));
};
