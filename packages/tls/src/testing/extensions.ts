import { explicit, implicit, integer, objectIdentifier, sequence } from './der.ts';
import { distinguishedName, extension, ipBytes, type NameParts } from './issue.ts';

/** A GeneralName for a constraint or a list. */
export type NameEntry =
  | { readonly dns: string }
  | { readonly email: string }
  | { readonly uri: string }
  | { readonly directory: NameParts }
  /** Address and mask, e.g. `192.0.2.0` and `255.255.255.0`. */
  | { readonly ip: readonly [address: string, mask: string] };

export const generalName = (entry: NameEntry): Buffer => {
  if ('dns' in entry) return implicit(2, Buffer.from(entry.dns, 'latin1'));
  if ('email' in entry) return implicit(1, Buffer.from(entry.email, 'latin1'));
  if ('uri' in entry) return implicit(6, Buffer.from(entry.uri, 'latin1'));
  if ('directory' in entry) return explicit(4, distinguishedName(entry.directory));
  return implicit(7, Buffer.concat(entry.ip.map(ipBytes)));
};

const subtrees = (entries: readonly NameEntry[]): Buffer[] => entries.map((entry) => sequence(generalName(entry)));

/** NameConstraints, critical. */
export const nameConstraints = (permitted: readonly NameEntry[], excluded: readonly NameEntry[] = []): Buffer =>
  extension(
    '2.5.29.30',
    sequence(
      ...(permitted.length === 0 ? [] : [explicit(0, ...subtrees(permitted))]),
      ...(excluded.length === 0 ? [] : [explicit(1, ...subtrees(excluded))]),
    ),
    true,
  );

/** CRLDistributionPoints, one point for each URL. */
export const crlDistributionPoints = (...urls: readonly string[]): Buffer =>
  extension('2.5.29.31', sequence(...urls.map((uri) => sequence(explicit(0, explicit(0, generalName({ uri })))))));

/** AuthorityInfoAccess with the URL of the issuer's certificate. */
export const caIssuers = (...urls: readonly string[]): Buffer =>
  extension('1.3.6.1.5.5.7.1.1', sequence(...urls.map((uri) => sequence(objectIdentifier('1.3.6.1.5.5.7.48.2'), generalName({ uri })))));

/** SubjectAltName with names other than hosts. */
export const otherAlternativeNames = (...entries: readonly NameEntry[]): Buffer =>
  extension('2.5.29.17', sequence(...entries.map(generalName)));

/** TLS feature status_request, "must staple". */
export const mustStaple = (): Buffer => extension('1.3.6.1.5.5.7.1.24', sequence(integer(5)));

/** An unknown critical extension. */
export const unknownCritical = (): Buffer => extension('1.3.6.1.4.1.99999.1', sequence(objectIdentifier('1.2.3')), true);
