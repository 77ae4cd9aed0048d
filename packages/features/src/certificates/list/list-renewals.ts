import { certificateHistory, x509Certificates } from '@notafter/db';
import type { HistoryEntryId } from '@notafter/domain';
import { certificateIdInput } from '@notafter/domain/inputs';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { requireCertificateOfOrg } from '../history/internal/history-entry.ts';

/** A period in which the endpoint served one certificate. */
export interface Renewal {
  /** The history entry that started it. */
  readonly entryId: HistoryEntryId;
  readonly fingerprint256: string;
  readonly issuer: string;
  readonly notBefore: Date | null;
  readonly notAfter: Date;
  readonly servedFrom: Date;
  /** When the next certificate was first seen; null for the current one. */
  readonly servedUntil: Date | null;
}

const LISTED_MAX = 100;

/** Returns the certificates that the endpoint served, newest first, at most 100. One that came back is listed twice. Throws `certificate_not_found`. */
export const listRenewals = useCase({
  name: 'certificates/list-renewals',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: certificateIdInput,
})(async (ctx, { id }): Promise<{ renewals: readonly Renewal[] }> => {
  await requireCertificateOfOrg(ctx.db, ctx.reach, id);
  const rows = await ctx.db
    .select({
      entryId: certificateHistory.id,
      fingerprint256: certificateHistory.fingerprint256,
      issuer: certificateHistory.issuer,
      notBefore: sql<string | null>`${x509Certificates.facts}->>'notBefore'`,
      notAfter: certificateHistory.notAfter,
      servedFrom: certificateHistory.recordedAt,
    })
    .from(certificateHistory)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificateHistory.fingerprint256))
    .where(and(eq(certificateHistory.certificateId, id), ne(certificateHistory.action, 'checked')))
    .orderBy(desc(certificateHistory.recordedAt), desc(certificateHistory.id))
    .limit(LISTED_MAX);
  return {
    renewals: rows.map((row, index) => ({
      ...row,
      notBefore: row.notBefore === null ? null : new Date(row.notBefore),
      servedUntil: rows[index - 1]?.servedFrom ?? null,
    })),
  };
});
