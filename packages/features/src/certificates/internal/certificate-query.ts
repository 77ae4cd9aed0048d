import { certificates } from '@notafter/db';
import { type CertificateStatus, expiryRange, type OrganizationId } from '@notafter/domain';
import type { CertificateFilter, CertificateSelection } from '@notafter/domain/inputs';
import { and, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';

/** `%`, `_` and `\` mean themselves in what a person typed. */
const literalInLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for lower-case text that holds this anywhere. */
export const searchPattern = (search: string): SQL => sql`lower(${`%${literalInLike(search)}%`}::text)`;

/** A part of the domain or of the issuer, in any case. */
export const matchesSearch = (search: string): SQL | undefined =>
  search === '' ? undefined : sql`${certificates.searchText} like ${searchPattern(search)}`;

/** A certificate never seen has no date and so no status, though it sorts as the last to expire. */
const expiresWithin = (status: CertificateStatus, now: Date): SQL | undefined => {
  const { from, until } = expiryRange(status, now);
  return and(
    from === null ? undefined : gte(certificates.expiresAt, from),
    until === null ? sql`${certificates.expiresAt} < 'infinity'` : lt(certificates.expiresAt, until),
  );
};

export const matchesStatus = (status: CertificateFilter['status'], now: Date): SQL | undefined => {
  switch (status) {
    case 'all':
      return undefined;
    case 'unreachable':
      return isNotNull(certificates.unreachableReason);
    case 'expired':
    case 'critical':
    case 'warning':
    case 'valid':
      return expiresWithin(status, now);
  }
};

/** The organisation's rows that a search and a status mean at `now`: the same ones for a list, its count and a bulk action. */
export const matchesFilter = (orgId: OrganizationId, filter: CertificateFilter, now: Date): SQL | undefined =>
  and(eq(certificates.orgId, orgId), matchesStatus(filter.status, now), matchesSearch(filter.search));

/** The organisation's rows of a bulk action; ids of other organisations match nothing. */
export const matchesSelection = (orgId: OrganizationId, selection: CertificateSelection, now: Date): SQL | undefined =>
  'ids' in selection
    ? and(eq(certificates.orgId, orgId), inArray(certificates.id, selection.ids))
    : matchesFilter(orgId, selection.filter, now);
