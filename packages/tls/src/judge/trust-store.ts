import { hash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';

/** The certificates that a path may end at. */
export interface TrustStore {
  /** Changes when any certificate of the store changes. */
  readonly version: string;
  readonly size: number;
  /** Anchors with this subject, see `Certificate.subjectKey`. */
  named(subjectKey: string): readonly Certificate[];
  /** Returns the anchor with the same bytes. */
  find(certificate: Certificate): Certificate | undefined;
  /** Returns whether this anchor is one of Mozilla's, whose CAs follow the CA/Browser Forum. */
  isPublic(anchor: Certificate): boolean;
}

let mozilla: readonly Certificate[] | undefined;

/** Parsed once in each thread, about a millisecond. */
const mozillaRoots = (): readonly Certificate[] => {
  mozilla ??= rootCertificates.flatMap(pemBlocks).map((der) => new Certificate(der));
  return mozilla;
};

/** Returns every certificate of a PEM bundle. Throws RangeError if one is unreadable. */
export const readBundle = (pem: string): Certificate[] =>
  pemBlocks(pem).map((der, index) => {
    const certificate = new Certificate(der);
    if (certificate.unreadable === null && certificate.publicKey !== null) return certificate;
    throw new RangeError(`Certificate ${index + 1} of the bundle is unreadable. ${certificate.unreadable ?? ''}`.trimEnd());
  });

export interface TrustStoreOptions {
  /** PEM bundle of roots trusted in addition to Mozilla's. */
  readonly extraCaPem?: string | undefined;
  /** PEM bundle of anchors, roots or not, that replace all others. */
  readonly anchorsPem?: string | undefined;
}

/**
 * Returns Mozilla's roots as shipped with Node plus the operator's; or only `anchorsPem`. The machine's store is not used
 * because it differs between machines. Throws RangeError for an unreadable bundle.
 */
export const createTrustStore = ({ extraCaPem, anchorsPem }: TrustStoreOptions = {}): TrustStore => {
  const own = readBundle(anchorsPem ?? extraCaPem ?? '');
  const shipped = anchorsPem === undefined ? mozillaRoots() : [];
  const bySubject = new Map<string, Certificate[]>();
  const byPrint = new Map<string, Certificate>();
  for (const anchor of [...shipped, ...own]) {
    if (byPrint.has(anchor.sha256)) continue;
    byPrint.set(anchor.sha256, anchor);
    const namesakes = bySubject.get(anchor.subjectKey);
    if (namesakes === undefined) bySubject.set(anchor.subjectKey, [anchor]);
    else namesakes.push(anchor);
  }
  const publicRoots = new Set(shipped);
  return {
    version: hash('sha256', [...byPrint.keys()].toSorted().join(), 'hex'),
    size: byPrint.size,
    named: (subjectKey) => bySubject.get(subjectKey) ?? [],
    find: (certificate) => byPrint.get(certificate.sha256),
    isPublic: (anchor) => publicRoots.has(anchor),
  };
};
