import { type CertificateFacts, certificateName, dateText, daysLeft, plural } from '@notafter/domain';
import { alignColumns } from './columns.ts';
import { printable } from './printable.ts';

const MAX_LINES = 12;

export interface ChainLink {
  readonly facts: CertificateFacts;
  /** e.g. `trusted root, not sent`. */
  readonly note: string;
}

/** Returns one aligned line per certificate: position, name, expiry, days left, note. */
export const chainLines = (links: readonly ChainLink[], now: Date): string[] => {
  const lines = alignColumns(
    links
      .slice(0, MAX_LINES)
      .map(({ facts, note }, place) => [
        `${place + 1}`,
        printable(certificateName(facts)),
        dateText(facts.notAfter),
        plural(daysLeft(facts.notAfter, now), 'day').padStart(10),
        note,
      ]),
  ).map((line) => line.trimEnd());
  return links.length > MAX_LINES ? [...lines, `and ${links.length - MAX_LINES} more`] : lines;
};
