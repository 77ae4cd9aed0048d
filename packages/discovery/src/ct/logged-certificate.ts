import { cleanLine, LISTED_NAMES_MAX, type LoggedCertificate } from '@notafter/domain';

const ISSUER_MAX = 200;

/** Attributes of a name as logs format it: `C=US, O="Example, Inc.", CN=R12`. */
const attribute = /(?:^|,)\s*([A-Za-z.0-9]+)\s*=\s*("(?:[^"]|"")*"|[^,]*)/g;

/** Returns the issuer's O, else its CN, else the whole name. */
export const issuerOf = (distinguishedName: string): string => {
  const bounded = distinguishedName.slice(0, 4 * ISSUER_MAX);
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of bounded.matchAll(attribute)) {
    const key = name.toUpperCase();
    if (!values.has(key)) values.set(key, value.replace(/^"|"$/g, '').replaceAll('""', '"').trim());
  }
  return cleanLine(values.get('O') || values.get('CN') || bounded, ISSUER_MAX);
};

const readTime = (text: string): Date | null => {
  // crt.sh writes UTC without a zone.
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
};

interface Entry {
  /** A distinguished name. */
  readonly issuer: string;
  readonly notBefore: string | null | undefined;
  readonly notAfter: string;
  readonly names: readonly string[];
}

/** Returns null for an entry with an unreadable expiry. */
export const loggedCertificate = ({ issuer, notBefore, notAfter, names }: Entry): LoggedCertificate | null => {
  const endsAt = readTime(notAfter);
  if (endsAt === null) return null;
  const beginsAt = readTime(notBefore ?? '');
  const san = names.slice(0, LISTED_NAMES_MAX).map((name) => cleanLine(name, 255));
  return { issuer: issuerOf(issuer), notBefore: beginsAt !== null && beginsAt <= endsAt ? beginsAt : null, notAfter: endsAt, san };
};
