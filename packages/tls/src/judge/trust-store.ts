import { hash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';

/** The certificates that a path may end at. */
export interface TrustStore {
  /** Changes with any certificate of the store. */
  readonly version: string;
  readonly size: number;
  /** Anchors with this subject, see `Certificate.subjectKey`. */
  named(subjectKey: string): readonly Certificate[];
  /** The anchor with the same bytes. */
  find(certificate: Certificate): Certificate | undefined;
  /** Whether this anchor is one of Mozilla's, whose issuers promise to follow the CA/Browser Forum. */
  isPublic(anchor: Certificate): boolean;
}

let mozilla: readonly Certificate[] | undefined;

/** Parsed once in each thread, about a millisecond. */
const mozillaRoots = (): readonly Certificate[] => {
  mozilla ??= rootCertificates.flatMap(pemBlocks).map((der) => new Certificate(der));
  return mozilla;
};

/** Every certificate of a PEM bundle. Throws RangeError where one of them cannot be read. */
export const readBundle = (pem: string): Certificate[] =>
  pemBlocks(pem).map((der, index) => {
    const certificate = new Certificate(der);
    if (certificate.unreadable === null && certificate.publicKey !== null) return certificate;
    throw new RangeError(`Certificate ${index + 1} of the bundle cannot be read. ${certificate.unreadable ?? ''}`.trimEnd());
  });

export interface TrustStoreOptions {
  /** PEM bundle of roots trusted besides Mozilla's. */
  readonly extraCaPem?: string | undefined;
  /** PEM bundle whose every certificate is an anchor, roots or not; then nothing else is trusted. */
  readonly anchorsPem?: string | undefined;
}

/**
 * Mozilla's roots as shipped with Node, and the operator's own; or only `anchorsPem`. The machine's store is left out: it
 * differs by machine. Throws RangeError for a bundle that cannot be read.
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
