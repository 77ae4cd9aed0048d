import { type DatedLimit, plural, type VerdictWarning } from '@notafter/domain';
import { oddAlternativeName } from '../x509/alternative-names.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { Path } from './path.ts';
import type { TrustStore } from './trust-store.ts';

export interface WarningNote {
  readonly warning: VerdictWarning;
  /** A sentence for users. */
  readonly detail: string;
}

const DAY_MS = 86_400_000;

/** Returns the maximum validity in days for a certificate issued at this instant (BR 6.3.2). The limits are in order of their dates. */
export const lifetimeLimitDays = (limits: readonly DatedLimit[], notBefore: number): number =>
  (limits.findLast(({ from }) => notBefore >= Date.parse(from)) ?? limits[0])?.days ?? 0;

/**
 * Returns the validity in days, rounded up; NaN if a date is unreadable. Both ends belong to it, and a day is 86,400 s (BR
 * 6.3.2), so 398 days end one second before the 399th begins.
 */
export const lifetimeDays = ({ notBefore, notAfter }: Certificate): number => Math.ceil((notAfter - notBefore + 1_000) / DAY_MS);

const lifetimeNote = (leaf: Certificate, limits: readonly DatedLimit[]): WarningNote | null => {
  const limit = lifetimeLimitDays(limits, leaf.notBefore);
  const days = lifetimeDays(leaf);
  if (Number.isNaN(days) || days <= limit) return null;
  return {
    warning: 'lifetime_too_long',
    detail: `The certificate is valid for ${plural(days, 'day')}; the limit on its issue date was ${limit}.`,
  };
};

/** Each certificate should certify the one before it, and none should be unneeded (RFC 8446 section 4.4.2). */
const orderNotes = (sent: readonly Certificate[], { certificates }: Path): WarningNote[] => {
  const notes: WarningNote[] = [];
  const places = certificates.map((certificate) => sent.indexOf(certificate)).filter((place) => place !== -1);
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))) {
    notes.push({ warning: 'chain_order', detail: 'The certificates were not sent in chain order.' });
  }
  // Positions are unique: a path contains a certificate once.
  const extra = sent.length - places.length;
  if (extra > 0) {
    notes.push({
      warning: 'extra_certificate',
      detail: `${plural(extra, 'certificate was', 'certificates were')} sent that the chain does not need.`,
    });
  }
  return notes;
};

interface WarningTerms {
  readonly store: TrustStore;
  readonly lifetimes: readonly DatedLimit[];
}

/** Returns warnings about a chain, which can still be trusted. */
export const chainWarnings = (sent: readonly Certificate[], path: Path, root: Certificate | null, terms: WarningTerms): WarningNote[] => {
  const { store, lifetimes } = terms;
  const notes = orderNotes(sent, path);
  const [leaf] = path.certificates;
  if (leaf === undefined) return notes;
  const odd = oddAlternativeName(leaf);
  if (odd !== null) notes.push({ warning: 'invalid_san', detail: `The certificate names "${odd}", which is not a host name.` });
  // Browsers enforce lifetimes and Certificate Transparency only below roots that they ship (Chrome's and Apple's policies).
  if (root === null || !store.isPublic(root)) return notes;
  const lifetime = lifetimeNote(leaf, lifetimes);
  if (lifetime !== null) notes.push(lifetime);
  if (!leaf.extensions.has('signedTimestamps')) {
    notes.push({ warning: 'missing_sct', detail: 'The certificate contains no Certificate Transparency timestamp (SCT).' });
  }
  return notes;
};
