import { certificates, x509Certificates } from '@notafter/db';
import { endingLabel, expiryOccasion, type OtherCertificates } from '@notafter/domain';
import { sql } from 'drizzle-orm';

/** The end date of the leaf itself, which a chain may end before. */
const ownNotAfter = sql<string | null>`${x509Certificates.facts} ->> 'notAfter'`;

/** The columns of `certificates` that say which certificate of an endpoint ends first; `ownNotAfter` needs its X.509 row. */
export const endingColumns = {
  fingerprint256: certificates.fingerprint256,
  notAfter: certificates.notAfter,
  ownNotAfter,
  others: certificates.others,
  keyType: certificates.keyType,
  address: certificates.address,
};

/** The occasion of a row read with `endingColumns`, and what people call its certificate. */
export const occasionOf = (row: {
  readonly fingerprint256: string | null;
  readonly notAfter: Date;
  readonly ownNotAfter: string | null;
  readonly others: OtherCertificates | null;
  readonly keyType: string | null;
  readonly address: string | null;
}): { readonly occasion: string; readonly served: string | null } => {
  const { fingerprint256, notAfter, others, keyType, address } = row;
  const dates = { notAfter, ownNotAfter: row.ownNotAfter === null ? null : new Date(row.ownNotAfter), others };
  return { occasion: expiryOccasion({ fingerprint256, ...dates }), served: endingLabel({ keyType, address, ...dates }) };
};
