import { hash } from 'node:crypto';
import { SECOND_MS } from '@notafter/domain';
import { readDigest, readSignatureAlgorithm } from '../x509/algorithms.ts';
import { Certificate } from '../x509/certificate.ts';
import { DerError, DerReader, explicitTag, implicitTag, tags } from '../x509/der.ts';
import { identifierText, readTime, smallInteger } from '../x509/der-values.ts';
import { publicKeyBits } from '../x509/public-key.ts';
import { isSignedWith } from '../x509/signature.ts';
import { goodUntil, type RevocationOutcome, revokedBy, stale, unknown } from './outcome.ts';

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const SKEW_MS = 5 * 60_000;
/** How long a response without nextUpdate is valid (BR 4.9.10 allows at most ten days for one with nextUpdate). */
const MAX_AGE_MS = 10 * 86_400_000;
const MAX_RESPONDERS = 5;
const MAX_ANSWERS = 100;

const statuses = new Map([
  [1, 'malformed request'],
  [2, 'internal error'],
  [3, 'try later'],
  [5, 'signature required'],
  [6, 'unauthorized'],
]);

interface SingleResponse {
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: number;
  readonly reasonCode: number | null;
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
}

/** Returns whether a CertID matches this certificate: its serial, and the hashes of its issuer's name and key (RFC 6960 section 4.1.1). */
const isAbout = (response: DerReader, certificate: Certificate, issuer: Certificate): boolean => {
  response.expect(tags.sequence);
  const reader = response.inside();
  reader.expect(tags.sequence);
  const digest = readDigest(reader);
  reader.expect(tags.octetString);
  const nameHash = reader.contents();
  reader.expect(tags.octetString);
  const keyHash = reader.contents();
  reader.expect(tags.integer);
  if (digest === undefined || !reader.contents().equals(certificate.serial)) return false;
  const sameName = nameHash.equals(hash(digest, certificate.issuerName, 'buffer'));
  return sameName && keyHash.equals(hash(digest, publicKeyBits(issuer.spki), 'buffer'));
};

const readSingle = (reader: DerReader): SingleResponse => {
  const tag = reader.next();
  let revokedAt = Number.NaN;
  let reasonCode: number | null = null;
  if (tag === explicitTag(1)) {
    const info = reader.inside();
    revokedAt = readTime(info);
    if (info.skipIf(explicitTag(0))) {
      const reason = info.inside();
      reason.expect(tags.enumerated);
      reasonCode = smallInteger(reason);
    }
  } else if (tag !== implicitTag(0) && tag !== implicitTag(2)) throw new DerError('An OCSP status has an unknown type.');
  const thisUpdate = readTime(reader);
  const nextUpdate = reader.skipIf(explicitTag(0)) ? readTime(reader.inside()) : null;
  const status = tag === explicitTag(1) ? 'revoked' : tag === implicitTag(0) ? 'good' : 'unknown';
  return { status, revokedAt, reasonCode, thisUpdate, nextUpdate };
};

/** Returns the answer about this certificate, or undefined. */
const findSingle = (list: DerReader, certificate: Certificate, issuer: Certificate): SingleResponse | undefined => {
  for (let count = 0; list.more && count < MAX_ANSWERS; count += 1) {
    list.expect(tags.sequence);
    const single = list.inside();
    const id = new DerReader(list.bytes, single.at, single.end);
    single.expect(tags.sequence);
    if (isAbout(id, certificate, issuer)) return readSingle(single);
  }
  return undefined;
};

/** Returns the sent certificates that are delegated by the issuer for OCSP, and valid now (RFC 6960 section 4.2.2.2). */
const responders = (reader: DerReader, issuer: Certificate, now: number): Certificate[] => {
  const found: Certificate[] = [];
  if (!reader.skipIf(explicitTag(0))) return found;
  const list = reader.inside();
  list.enter(tags.sequence);
  while (list.more && found.length < MAX_RESPONDERS) {
    const { at } = list;
    list.expect(tags.sequence);
    const certificate = new Certificate(list.bytes.subarray(at, list.at));
    const named = certificate.extensions.extendedKeyUsage?.includes(OCSP_SIGNING) === true;
    const inDate = certificate.notBefore <= now && now < certificate.notAfter + SECOND_MS;
    if (named && inDate && certificate.issuerKey === issuer.subjectKey && certificate.isSignedBy(issuer)) found.push(certificate);
  }
  return found;
};

const judgeSingle = (single: SingleResponse, now: number): RevocationOutcome => {
  if (single.thisUpdate > now + SKEW_MS) return unknown('The OCSP response is not valid yet.', single.thisUpdate - SKEW_MS);
  if (single.status === 'revoked') return revokedBy(single.revokedAt, single.reasonCode);
  if (single.status === 'unknown') return unknown('The OCSP responder does not know the certificate.');
  const end = single.nextUpdate ?? single.thisUpdate + MAX_AGE_MS;
  return now > end ? stale(end) : goodUntil(single.nextUpdate, end);
};

const judgeBasic = (basic: DerReader, certificate: Certificate, issuer: Certificate, now: number): RevocationOutcome => {
  const { bytes } = basic;
  basic.enter(tags.sequence);
  const dataAt = basic.at;
  basic.expect(tags.sequence);
  const data = basic.inside();
  const signed = bytes.subarray(dataAt, basic.stop);
  basic.expect(tags.sequence);
  const algorithm = readSignatureAlgorithm(bytes, basic.start, basic.stop);
  basic.expectWholeBytes();
  const signature = basic.contents();
  const signers = [issuer, ...responders(basic, issuer, now)];
  const isGenuine = signers.some(({ publicKey }) => publicKey !== null && isSignedWith(algorithm, signed, signature, publicKey));
  if (!isGenuine) return unknown("The OCSP response is not signed by the certificate's issuer.");
  data.skipIf(explicitTag(0));
  // The ResponderID does not matter: the signature decides.
  data.next();
  readTime(data);
  data.expect(tags.sequence);
  const single = findSingle(data.inside(), certificate, issuer);
  return single === undefined ? unknown('The OCSP response covers other certificates.') : judgeSingle(single, now);
};

/**
 * Returns the answer of a stapled OCSP response (RFC 6960) about a certificate: good, revoked, stale if a good answer has
 * expired, otherwise unknown with the reason. Accepts only the issuer or a responder that it delegated. Never throws.
 */
export const readOcspResponse = (der: Uint8Array, certificate: Certificate, issuer: Certificate, now: Date): RevocationOutcome => {
  try {
    const bytes = Buffer.from(der.buffer, der.byteOffset, der.byteLength);
    const reader = new DerReader(bytes);
    reader.enter(tags.sequence);
    reader.expect(tags.enumerated);
    const status = smallInteger(reader);
    if (status !== 0) return unknown(`The OCSP responder answered: ${statuses.get(status) ?? `status ${status}`}.`);
    reader.enter(explicitTag(0));
    reader.enter(tags.sequence);
    reader.expect(tags.objectIdentifier);
    if (identifierText(reader) !== BASIC) return unknown('The OCSP response has an unknown type.');
    reader.expect(tags.octetString);
    return judgeBasic(reader.inside(), certificate, issuer, now.getTime());
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return unknown(`The OCSP response is unreadable: ${error.message}`);
  }
};
