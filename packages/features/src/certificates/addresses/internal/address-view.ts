import { certificateAddresses, type Executor } from '@notafter/db';
import {
  type CertificateFacts,
  type CertificateId,
  type CertificateStatus,
  daysLeft,
  presentReasons,
  statusOf,
  type UnreachableKind,
  type VerdictReason,
} from '@notafter/domain';
import { asc, eq } from 'drizzle-orm';

/** The last check of one address of the name; all addresses are judged at the same instant. */
export interface AddressView {
  readonly address: string;
  /** Null, like what depends on it, if the address could not be reached. */
  readonly fingerprint256: string | null;
  readonly notAfter: Date | null;
  readonly daysLeft: number | null;
  readonly status: CertificateStatus | null;
  readonly reasons: readonly VerdictReason[];
  readonly unreachable: { readonly reason: UnreachableKind; readonly detail: string } | null;
  /** Whether its certificate differs from the endpoint's. */
  readonly differs: boolean;
  /** The differing fields. */
  readonly certificate: CertificateFacts | null;
  readonly seenAt: Date;
}

export type AddressRow = typeof certificateAddresses.$inferSelect;

export const loadAddressRows = (db: Executor, id: CertificateId): Promise<AddressRow[]> =>
  db.select().from(certificateAddresses).where(eq(certificateAddresses.certificateId, id)).orderBy(asc(certificateAddresses.place));

/** The endpoint's own address, since a name with one address has no rows. */
interface OwnAddress {
  readonly address: string | null;
  readonly fingerprint256: string | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly reasons: readonly VerdictReason[];
  readonly seenAt: Date;
}

type Facts = ReadonlyMap<string, CertificateFacts>;

const viewOf = (row: Omit<AddressRow, 'certificateId' | 'place'>, own: OwnAddress, facts: Facts, now: Date): AddressView => {
  const { address, fingerprint256, notBefore, notAfter, unreachableReason, unreachableDetail, seenAt } = row;
  const differs = fingerprint256 !== null && fingerprint256 !== own.fingerprint256;
  return {
    address,
    fingerprint256,
    notAfter,
    daysLeft: notAfter === null ? null : daysLeft(notAfter, now),
    status: notAfter === null ? null : statusOf(notAfter, now),
    reasons: presentReasons(row.reasons, notBefore, now),
    unreachable: unreachableReason === null ? null : { reason: unreachableReason, detail: unreachableDetail ?? '' },
    differs,
    certificate: differs ? (facts.get(fingerprint256) ?? null) : null,
    seenAt,
  };
};

/** Returns every address of the name in a stable order; empty if the endpoint was never reached. */
export const addressViews = (rows: readonly AddressRow[], own: OwnAddress, facts: Facts, now: Date): AddressView[] => {
  if (rows.length > 0) return rows.map((row) => viewOf(row, own, facts, now));
  const { address, reasons, ...rest } = own;
  if (address === null) return [];
  const only = { ...rest, address, reasons: [...reasons], unreachableReason: null, unreachableDetail: null };
  return [viewOf(only, own, facts, now)];
};
