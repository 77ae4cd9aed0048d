import { cleanLine, LISTED_NAMES_MAX, type LoggedCertificate } from '@notafter/domain';

const ISSUER_MAX = 200;

/** Attributes of a name as logs write it: `C=US, O="Example, Inc.", CN=R12`. */
const attribute = /(?:^|,)\s*([A-Za-z.0-9]+)\s*=\s*("(?:[^"]|"")*"|[^,]*)/g;

/** The issuer's O, else its CN, else all of it. */
export const issuerOf = (distinguishedName: string): string => {
  const bounded = distinguishedName.slice(0, 4 * ISSUER_MAX);
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of bounded.matchAll(attribute)) {
    const key = name.toUpperCase();
    if (!values.has(key)) values.set(key, value.replace(/^"|"$/g, '').replaceAll('""', '"').trim());
  }
  return cleanLine(values.get('O') || values.get('CN') || bounded, ISSUER_MAX);
};

/** Null for an entry whose end cannot be read. */
export const loggedCertificate = (issuer: string, notAfter: string, names: readonly string[]): LoggedCertificate | null => {
  // crt.sh writes no zone and means UTC.
  const endsAt = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(notAfter) ? notAfter : `${notAfter}Z`);
  if (Number.isNaN(endsAt.getTime())) return null;
  const san = names.slice(0, LISTED_NAMES_MAX).map((name) => cleanLine(name, 255));
  return { issuer: issuerOf(issuer), notAfter: endsAt, san };
};
