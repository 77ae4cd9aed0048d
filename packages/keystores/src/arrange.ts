import { Certificate, isAuthority, safeText, shownAlternativeNames } from '@notafter/tls/x509';
import { MAX_ALIAS_CHARACTERS, MAX_CERTIFICATE_BYTES, MAX_CERTIFICATES_PER_FILE, MAX_CHAIN } from './limits.ts';
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
  return [
    {
      alias: alias === null ? null : safeText(alias, MAX_ALIAS_CHARACTERS),
      role: role ?? roleOf(first),
      der: Buffer.from(first.raw),
      chain,
      hasKey,
    },
  ];
};

/** A certificate of a file, and what is known about its entry. */
export interface NamedCertificate {
  readonly certificate: Certificate;
  readonly alias: string | null;
  readonly hasKey: boolean;
  /** Whether the file says that it is trusted. */
  readonly isTrusted: boolean;
}

/**
 * Arranges the certificates of a file: each server or client certificate with its issuers, then the authorities that belong to none
 * or have an entry because they are trusted. Copies the bytes.
 */
export const arrange = (named: readonly NamedCertificate[]): FoundCertificate[] => {
  const unique = [...new Map(named.map((each) => [`${each.certificate.sha256} ${each.alias ?? ''}`, each])).values()];
  const bySubject = Map.groupBy(
    unique.map(({ certificate }) => certificate),
    ({ subjectKey }) => subjectKey,
  );
  const leaves = unique.filter((each) => each.hasKey || (!each.isTrusted && roleOf(each.certificate) === 'certificate'));
  const chains = leaves.map((leaf) => ({ ...leaf, chain: [leaf.certificate, ...chainOf(leaf.certificate, bySubject)] }));
  const used = new Set(chains.flatMap(({ chain }) => chain));
  const others = unique.filter(({ certificate, isTrusted }) => isTrusted || !used.has(certificate));
  return [
    ...chains.flatMap(({ alias, chain, hasKey }) => entryOf(alias, chain, hasKey)),
    ...others.flatMap(({ alias, certificate, isTrusted }) => entryOf(alias, [certificate], false, isTrusted ? 'authority' : undefined)),
  ];
};

/** Arranges the certificates of a file without names. A key in the file belongs to the first server or client certificate. */
export const arrangeUnnamed = (certificates: readonly Certificate[], hasKey: boolean): FoundCertificate[] => {
  const owner = certificates.find((each) => roleOf(each) === 'certificate') ?? certificates[0];
  const sha256 = hasKey ? owner?.sha256 : undefined;
  return arrange(
    certificates.map((certificate) => ({ certificate, alias: null, hasKey: certificate.sha256 === sha256, isTrusted: false })),
  );
};

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one} is` : `${count} ${many} are`);

/** Returns the problem of a file in which some certificates are unreadable, or with too many; null if there is none. */
export const problemOf = (certificates: readonly FoundCertificate[], unreadable: number): FileProblem | null => {
  if (certificates.length > MAX_CERTIFICATES_PER_FILE)
    return { code: 'too_many', message: `More than ${MAX_CERTIFICATES_PER_FILE} certificates. Only these were read.` };
  if (unreadable > 0) return { code: 'broken', message: `${counted(unreadable, 'certificate', 'certificates')} unreadable.` };
  if (certificates.length === 0) return { code: 'no_certificate', message: 'No certificate was found.' };
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
