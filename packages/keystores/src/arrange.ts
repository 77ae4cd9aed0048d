import { Certificate, isAuthority, shownAlternativeNames } from '@notafter/tls/x509';
import { MAX_CERTIFICATE_BYTES, MAX_CERTIFICATES_PER_FILE, MAX_CHAIN } from './limits.ts';
import type { Contents, FileFault, FileFormat, FileProblem, FoundCertificate } from './reading.ts';

/** Returns the certificate in these bytes; null if they are not exactly one. */
export const readCertificate = (der: Buffer): Certificate | null => {
  if (der.length > MAX_CERTIFICATE_BYTES) return null;
  const certificate = new Certificate(der);
  return certificate.unreadable === null ? certificate : null;
};

/** A CA certificate with host names is what self-signed servers use. */
const roleOf = (certificate: Certificate): FoundCertificate['role'] =>
  isAuthority(certificate) && shownAlternativeNames(certificate).length === 0 ? 'authority' : 'certificate';

/** By key identifier among those with the issuer's name. Signatures are the server's to judge. */
const issuerOf = (certificate: Certificate, bySubject: ReadonlyMap<string, readonly Certificate[]>): Certificate | undefined => {
  const candidates = bySubject.get(certificate.issuerKey) ?? [];
  const wanted = certificate.extensions.authorityKeyIdentifier;
  return candidates.find((each) => wanted !== null && each.extensions.subjectKeyIdentifier === wanted) ?? candidates[0];
};

const chainOf = (leaf: Certificate, bySubject: ReadonlyMap<string, readonly Certificate[]>): Certificate[] => {
  const path = [leaf];
  while (path.length <= MAX_CHAIN) {
    const last = path.at(-1);
    const issuer = last === undefined || last.isSelfIssued ? undefined : issuerOf(last, bySubject);
    if (issuer === undefined || path.includes(issuer)) break;
    path.push(issuer);
  }
  return path.slice(1);
};

/** One entry of a keystore that has certificates: the first is the one that the entry is about. */
export const entryOf = (
  alias: string | null,
  certificates: readonly Certificate[],
  hasKey: boolean,
  role?: FoundCertificate['role'],
): FoundCertificate[] => {
  const [first, ...others] = certificates;
  if (first === undefined) return [];
  const chain = others.slice(0, MAX_CHAIN).map(({ raw }) => Buffer.from(raw));
  return [{ alias, role: role ?? roleOf(first), der: Buffer.from(first.raw), chain, hasKey }];
};

/**
 * Arranges the certificates of a file without names: each server or client certificate with its issuers, then the authorities
 * that belong to none. A key in the file belongs to the first. Copies the bytes.
 */
export const arrange = (certificates: readonly Certificate[], hasKey: boolean, alias: string | null = null): FoundCertificate[] => {
  const unique = [...new Map(certificates.map((each) => [each.sha256, each])).values()];
  const bySubject = Map.groupBy(unique, ({ subjectKey }) => subjectKey);
  const leaves = unique.filter((each) => roleOf(each) === 'certificate');
  const chains = leaves.map((leaf) => [leaf, ...chainOf(leaf, bySubject)]);
  const used = new Set(chains.flat());
  const others = unique.filter((each) => !used.has(each)).map((each) => [each]);
  return [...chains, ...others].flatMap((chain, index) => entryOf(alias, chain, hasKey && index === 0));
};

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one} is` : `${count} ${many} are`);

/** Returns the problem of a file in which some certificates are unreadable, or with too many; null if there is none. */
export const problemOf = (certificates: readonly FoundCertificate[], unreadable: number): FileProblem | null => {
  if (certificates.length > MAX_CERTIFICATES_PER_FILE)
    return { code: 'too_many', message: `The file has more than ${MAX_CERTIFICATES_PER_FILE} certificates. Only these were read.` };
  if (unreadable > 0) return { code: 'broken', message: `${counted(unreadable, 'certificate', 'certificates')} unreadable.` };
  if (certificates.length === 0) return { code: 'no_certificate', message: 'The file has no certificate.' };
  return null;
};

/** Returns what a file contains, cut to the limit. */
export const contentsOf = (format: FileFormat, certificates: readonly FoundCertificate[], unreadable = 0): Contents => ({
  format,
  certificates: certificates.slice(0, MAX_CERTIFICATES_PER_FILE),
  problem: problemOf(certificates, unreadable),
});

/** Returns what a file contains that can't be read. */
export const failed = (format: FileFormat | null, fault: FileFault): Contents => ({ format, certificates: [], problem: fault.problem });
