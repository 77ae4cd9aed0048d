import { hash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { TrustAnchors } from '@notafter/domain';
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

interface AnchorIndex {
  readonly bySubject: ReadonlyMap<string, readonly Certificate[]>;
  readonly byPrint: ReadonlyMap<string, Certificate>;
}

const indexOf = (anchors: readonly Certificate[]): AnchorIndex => {
  const byPrint = new Map<string, Certificate>();
  // Of equal ones the first counts.
  for (const anchor of anchors) if (!byPrint.has(anchor.sha256)) byPrint.set(anchor.sha256, anchor);
  return { byPrint, bySubject: Map.groupBy(byPrint.values(), ({ subjectKey }) => subjectKey) };
};

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
  const { bySubject, byPrint } = indexOf([...shipped, ...own]);
  const publicRoots = new Set(shipped);
  return {
    version: hash('sha256', [...byPrint.keys()].toSorted().join(), 'hex'),
    size: byPrint.size,
    named: (subjectKey) => bySubject.get(subjectKey) ?? [],
    find: (certificate) => byPrint.get(certificate.sha256),
    isPublic: (anchor) => publicRoots.has(anchor),
  };
};

/** Parsed anchors, which extend any store. */
export interface AnchorSet extends AnchorIndex {
  readonly digest: string;
}

/** Parses anchors once for many stores: they keep their keys and checked signatures. Leaves out unreadable ones. */
export const readAnchorSet = ({ digest, pem }: TrustAnchors): AnchorSet => {
  const anchors = pemBlocks(pem).map((der) => new Certificate(der));
  return { digest, ...indexOf(anchors.filter(({ unreadable, publicKey }) => unreadable === null && publicKey !== null)) };
};

/** Returns a store that has these anchors too. Those of `base` keep their standing: a root that is public there stays public. */
export const extendTrustStore = (base: TrustStore, sets: readonly AnchorSet[]): TrustStore => ({
  version: `${base.version} ${sets.map(({ digest }) => digest).join(' ')}`,
  size: base.size + sets.reduce((size, { byPrint }) => size + byPrint.size, 0),
  named(subjectKey) {
    const own = sets.flatMap(({ bySubject }) => bySubject.get(subjectKey) ?? []).filter((anchor) => base.find(anchor) === undefined);
    return own.length === 0 ? base.named(subjectKey) : [...base.named(subjectKey), ...own];
  },
  find(certificate) {
    const known = base.find(certificate);
    if (known !== undefined) return known;
    for (const { byPrint } of sets) {
      const own = byPrint.get(certificate.sha256);
      if (own !== undefined) return own;
    }
    return undefined;
  },
  isPublic: (anchor) => base.find(anchor) !== undefined && base.isPublic(anchor),
});
