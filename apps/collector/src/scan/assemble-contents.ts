import {
  BUNDLE_MAX_ENTRIES,
  BUNDLE_MAX_FINDINGS,
  type BundleContent,
  type CollectorAbout,
  type EndpointFinding,
  type FileFinding,
} from '@notafter/domain';
import type { Found } from './watched-item.ts';

/** A bundle is closed at this many findings, entries of files or bytes of content. */
export interface BundleLimits {
  readonly maxFindings: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export const bundleLimits: BundleLimits = {
  maxFindings: Math.min(2_000, BUNDLE_MAX_FINDINGS),
  maxEntries: BUNDLE_MAX_ENTRIES,
  maxBytes: 8 * 1024 * 1024,
};

export interface AssembleRequest {
  readonly found: readonly Found[];
  readonly about: CollectorAbout;
  /** Digests of the findings that the server has or will have. */
  readonly isKnown: (found: Found) => boolean;
  /** Certificates that an earlier bundle had. */
  readonly sent: ReadonlySet<string>;
  readonly isComplete: boolean;
  readonly limits?: BundleLimits;
}

export interface Assembled {
  readonly contents: readonly BundleContent[];
  /** All certificates in the contents. */
  readonly certificates: readonly string[];
  /** Endpoints and files with a finding too large for any bundle. */
  readonly tooLarge: readonly string[];
}

interface Part {
  readonly certificates: Record<string, string>;
  readonly endpoints: EndpointFinding[];
  readonly files: FileFinding[];
  entries: number;
  bytes: number;
}

const ENVELOPE_BYTES = 200;
const emptyPart = (): Part => ({ certificates: {}, endpoints: [], files: [], entries: 0, bytes: 0 });
const sizeOf = (part: Part): number => part.endpoints.length + part.files.length;
const entriesIn = (found: Found): number =>
  found.kind === 'endpoint' || found.finding.certificates === 'unchanged' ? 0 : found.finding.certificates.length;
const nameOf = (found: Found): string => (found.kind === 'endpoint' ? found.finding.target : found.finding.path);

const withoutChange = (found: Found): Found =>
  found.kind === 'endpoint'
    ? { ...found, finding: { ...found.finding, seen: 'unchanged' } }
    : { ...found, finding: { ...found.finding, certificates: 'unchanged' } };

/**
 * Distributes what a scan found over one or more contents: `unchanged` for what the server knows, and each certificate once. A complete
 * scan says everything, and each of its contents has all the certificates that it names, so that any of them may follow a gap.
 */
export const assembleContents = ({
  found,
  about,
  isKnown,
  sent,
  isComplete,
  limits: { maxFindings, maxEntries, maxBytes } = bundleLimits,
}: AssembleRequest): Assembled => {
  const parts: Part[] = [emptyPart()];
  const written = new Set<string>();
  const tooLarge: string[] = [];

  for (const each of found) {
    const shown = !isComplete && isKnown(each) ? withoutChange(each) : each;
    const bytes = JSON.stringify(shown.finding).length + ENVELOPE_BYTES;
    const weightIn = (part: Part): readonly (readonly [string, string])[] =>
      shown !== each
        ? []
        : [...each.certificates].flatMap(([sha256, der]) =>
            sha256 in part.certificates || (!isComplete && (sent.has(sha256) || written.has(sha256)))
              ? []
              : [[sha256, der.toString('base64')]],
          );
    const sum = (added: readonly (readonly [string, string])[]): number =>
      added.reduce((total, [sha256, der]) => total + sha256.length + der.length + 8, bytes);
    const entries = entriesIn(shown);
    let part = parts.at(-1) ?? emptyPart();
    let added = weightIn(part);
    const isFull = sizeOf(part) >= maxFindings || part.entries + entries > maxEntries || part.bytes + sum(added) > maxBytes;
    if (sizeOf(part) > 0 && isFull) {
      part = emptyPart();
      added = weightIn(part);
      parts.push(part);
    }
    if (sum(added) > maxBytes) {
      tooLarge.push(nameOf(each));
      continue;
    }
    part.entries += entries;
    part.bytes += sum(added);
    for (const [sha256, der] of added) {
      part.certificates[sha256] = der;
      written.add(sha256);
    }
    if (shown.kind === 'endpoint') part.endpoints.push(shown.finding);
    else part.files.push(shown.finding);
  }
  const contents = parts
    .filter((part, index) => index === 0 || sizeOf(part) > 0)
    .map(({ certificates, endpoints, files }) => ({ about, isComplete, certificates, endpoints, files }));
  return { contents, certificates: [...written], tooLarge };
};
