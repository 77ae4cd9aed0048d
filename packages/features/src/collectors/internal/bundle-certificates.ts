import { createHash } from 'node:crypto';
import { type Executor, x509Certificates } from '@notafter/db';
import { type BundleContent, type CertificateFacts, certificatePem, isHandshake, type SeenAddress } from '@notafter/domain';
import { inArray } from 'drizzle-orm';
import { derOf } from '../../certificates/stored-certificate.ts';
import type { SystemContext } from '../../context.ts';

/** `ab12...` of a bundle as `AB:12:...`, the key of `x509_certificates`. */
export const fingerprintOf = (sha256: string): string => (sha256.toUpperCase().match(/../g) ?? []).join(':');

/** The certificates of a bundle. */
export interface BundleCertificates {
  /** DER by SHA-256 in lower-case hex: all of this bundle, and those of earlier ones that its endpoints serve. */
  readonly ders: ReadonlyMap<string, Uint8Array>;
  /** Those of this bundle that can be read. */
  readonly facts: readonly CertificateFacts[];
}

/** Every SHA-256 that addresses of an endpoint served. */
export const sha256sIn = (seen: readonly SeenAddress[]): string[] => [
  ...new Set(seen.flatMap((each) => (isHandshake(each) ? each.chain : []))),
];

/** Returns stored certificates as DER, by SHA-256 in lower-case hex. */
export const storedDers = async (db: Executor, sha256s: Iterable<string>): Promise<Map<string, Uint8Array>> => {
  const byFingerprint = new Map([...sha256s].map((sha256) => [fingerprintOf(sha256), sha256]));
  if (byFingerprint.size === 0) return new Map();
  const rows = await db
    .select({ fingerprint256: x509Certificates.fingerprint256, facts: x509Certificates.facts })
    .from(x509Certificates)
    .where(inArray(x509Certificates.fingerprint256, [...byFingerprint.keys()]));
  return new Map(rows.map(({ fingerprint256, facts }) => [byFingerprint.get(fingerprint256) ?? '', derOf(facts.pem)]));
};

/** Reads the certificates of a bundle, and those of earlier ones that are judged again: a chain in a file is only listed. Leaves out a certificate under a wrong name. */
export const readCertificates = async (ctx: SystemContext, content: BundleContent): Promise<BundleCertificates> => {
  const ders = new Map<string, Uint8Array>();
  const facts: CertificateFacts[] = [];
  for (const [sha256, text] of Object.entries(content.certificates)) {
    const der = Buffer.from(text, 'base64');
    if (createHash('sha256').update(der).digest('hex') !== sha256) continue;
    ders.set(sha256, der);
    const [read] = ctx.gateways.certificateReader.read(certificatePem(text));
    if (read?.kind === 'readable') facts.push(read.facts);
  }
  const judged = sha256sIn(content.endpoints.flatMap(({ seen }) => (seen === 'unchanged' ? [] : seen)));
  const earlier = judged.filter((sha256) => !ders.has(sha256));
  for (const [sha256, der] of await storedDers(ctx.db, earlier)) ders.set(sha256, der);
  return { ders, facts };
};
