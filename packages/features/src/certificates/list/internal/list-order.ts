import { certificates } from '@notafter/db';
import type { CertificateId, OrganizationId } from '@notafter/domain';
import type { CertificateFilter, ListCertificatesInput } from '@notafter/domain/inputs';
import { type SQL, sql } from 'drizzle-orm';

export interface PageKey {
  readonly id: CertificateId;
  /** The row's sort key, as a cursor carries it. */
  readonly key: string;
}

export interface PageRequest {
  readonly orgId: OrganizationId;
  readonly filter: CertificateFilter;
  readonly now: Date;
  readonly sort: ListCertificatesInput['sort'];
  readonly order: 'asc' | 'desc';
  /** The row before the page in this order; null for the first page. */
  readonly after: PageKey | null;
  readonly take: number;
}

/** A row as a statement returns it. */
export type PageRow = { id: CertificateId; key: string };

export const keys = {
  expires: {
    column: certificates.expiresAt,
    shown: sql`case when expires_at = 'infinity' then 'infinity' else to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`,
    bound: (key: string) => sql`${key}::timestamptz`,
  },
  domain: {
    column: certificates.searchText,
    shown: sql`split_part(search_text, E'\n', 1)`,
    // Domains are unique here, and the issuer after the line feed must not matter: VT is the next character after LF.
    bound: (key: string, order: 'asc' | 'desc') => sql`${`${key}${order === 'asc' ? '\u000b' : '\n'}`}::text`,
  },
  issuer: { column: certificates.issuerKey, shown: sql`issuer_key`, bound: (key: string) => sql`${key}::text` },
} as const;

/** Columns that an order's index contains in addition to the id. */
export const scanned = {
  expires: sql`expires_at, search_text`,
  domain: sql`search_text, expires_at`,
  issuer: sql`issuer_key, search_text, expires_at`,
} as const;

export const follows = ({ after, sort, order }: PageRequest): SQL | undefined => {
  if (after === null) return undefined;
  const { column, bound } = keys[sort];
  const comparison = order === 'asc' ? sql.raw('>') : sql.raw('<');
  return sql`(${column}, ${certificates.id}) ${comparison} (${bound(after.key, order)}, ${after.id}::uuid)`;
};

/** A constant limit, as a literal: a plan for any parameters must know that it reads few rows. */
export const rowsAtMost = (count: number): SQL => sql.raw(`limit ${count}`);

export const inOrder = ({ sort, order }: PageRequest): SQL => {
  const direction = sql.raw(order);
  return sql`order by ${keys[sort].column} ${direction}, ${certificates.id} ${direction}`;
};

/** The same order among rows with one key. */
export const inOrderOfIds = ({ order }: PageRequest): SQL => sql`order by ${certificates.id} ${sql.raw(order)}`;
