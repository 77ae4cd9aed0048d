import { certificateAddresses, type Executor } from '@notafter/db';
import {
  type CertificateFacts,
  type CertificateId,
  type CertificateStatus,
  daysLeft,
  keyTypeLabel,
  presentReasons,
  statusOf,
  type UnreachableKind,
  type VerdictReason,
} from '@notafter/domain';
import { asc, eq } from 'drizzle-orm';

/**
 * The last check of one address of the name, and of one key type where it serves several; all are judged at the same instant.
 */
export interface AddressView {
  readonly address: string;
  /** `RSA`, `ECDSA`, `Ed25519`; null if unknown. */
  readonly keyType: string | null;
  /** Null, like what depends on it, if the address could not be reached. */
  readonly fingerprint256: string | null;
  readonly notAfter: Date | null;
  readonly daysLeft: number | null;
  readonly status: CertificateStatus | null;
  readonly reasons: readonly VerdictReason[];
  readonly unreachable: { readonly reason: UnreachableKind; readonly detail: string } | null;
  /** Whether the first address that serves this key type serves another certificate. */
  readonly differs: boolean;
  /** The certificate, if it is not the endpoint's. */
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
  readonly keyType: string | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly reasons: readonly VerdictReason[];
  readonly seenAt: Date;
}

type Facts = ReadonlyMap<string, CertificateFacts>;

/** The certificate that the others of its key type are compared with: the endpoint's own, else the first. */
const referenceOf = (keyType: string, rows: readonly AddressRow[], own: OwnAddress): string | null =>
  own.keyType !== null && keyTypeLabel(own.keyType) === keyType
    ? own.fingerprint256
    : (rows.find((row) => row.keyType === keyType)?.fingerprint256 ?? null);

interface Compared {
  readonly own: OwnAddress;
  readonly facts: Facts;
  readonly now: Date;
  /** `referenceOf` its key type. */
  readonly reference: string | null;
}

const viewOf = (row: Omit<AddressRow, 'certificateId' | 'place'>, { own, facts, now, reference }: Compared): AddressView => {
  const { address, keyType, fingerprint256, notBefore, notAfter, unreachableReason, unreachableDetail, seenAt } = row;
  const isOther = fingerprint256 !== null && fingerprint256 !== own.fingerprint256;
  return {
    address,
    keyType: keyType === '' ? null : keyType,
    fingerprint256,
    notAfter,
    daysLeft: notAfter === null ? null : daysLeft(notAfter, now),
    status: notAfter === null ? null : statusOf(notAfter, now),
    reasons: presentReasons(row.reasons, notBefore, now),
    unreachable: unreachableReason === null ? null : { reason: unreachableReason, detail: unreachableDetail ?? '' },
    differs: fingerprint256 !== null && fingerprint256 !== reference,
    certificate: isOther ? (facts.get(fingerprint256) ?? null) : null,
    seenAt,
  };
};

/** Returns every address of the name in a stable order; empty if the endpoint was never reached. */
export const addressViews = (rows: readonly AddressRow[], own: OwnAddress, facts: Facts, now: Date): AddressView[] => {
  if (rows.length > 0) return rows.map((row) => viewOf(row, { own, facts, now, reference: referenceOf(row.keyType, rows, own) }));
  const { address, reasons, ...rest } = own;
  if (address === null) return [];
  const keyType = own.keyType === null ? '' : keyTypeLabel(own.keyType);
  const only = { ...rest, address, keyType, reasons: [...reasons], unreachableReason: null, unreachableDetail: null };
  return [viewOf(only, { own, facts, now, reference: own.fingerprint256 })];
};
