import { printable } from '@notafter/command-line';
import { type CertificateFacts, certificateName, dateText, daysLeft, plural } from '@notafter/domain';

/** Joins cells into columns as wide as their widest cell; the last one is not padded. */
const alignColumns = (rows: readonly (readonly string[])[], gap = '  '): string[] => {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [place, cell] of row.entries()) widths[place] = Math.max(widths[place] ?? 0, cell.length);
  }
  return rows.map((row) => row.map((cell, place) => (place === row.length - 1 ? cell : cell.padEnd(widths[place] ?? 0))).join(gap));
};

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
