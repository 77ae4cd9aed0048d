import type { ExportAuditLogInput } from '@notafter/domain/inputs';
import { writeCsv } from '../csv-cells.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type AuditEntry, readAuditPage } from './internal/audit-entry.ts';

const columns: Record<string, (entry: AuditEntry) => string | null> = {
  at: ({ at }) => at.toISOString(),
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_email: ({ actor }) => actor.email,
  actor_name: ({ actor }) => actor.name,
  token_id: ({ actor }) => actor.tokenId,
  action: ({ action }) => action,
  summary: ({ sentence }) => sentence,
  subject: ({ subject }) => subject,
  subject_id: ({ subjectId }) => subjectId,
  detail: ({ detail }) => JSON.stringify(detail),
  ip: ({ ip }) => ip,
  id: ({ id }) => id,
};

const auditCsvHeader = (): string => writeCsv([Object.keys(columns)]);

const auditCsvOf = (entries: readonly AuditEntry[]): string =>
  writeCsv(entries.map((entry) => Object.values(columns).map((cell) => cell(entry) ?? '')));

const PAGE = 500;

export interface AuditExportPage {
  readonly entries: readonly AuditEntry[];
  /** The same as CSV, with the header on the first page. */
  readonly csv: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Returns one page of an export, newest first. Starting an export writes an audit row. Throws `invalid_input` for a wrong cursor. */
export const exportAuditLog = useCase({
  name: 'audit/export-audit-log',
  access: 'admin',
  audit: 'Exported the audit log',
  reveals: true,
})(async (ctx, { cursor, ...filter }: ExportAuditLogInput): Promise<AuditExportPage> => {
  if (cursor == null) {
    const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value != null));
    await withTransaction(ctx, async (_tx, audit) => audit({ detail: asked }));
  }
  const { entries, nextCursor } = await readAuditPage(ctx.db, ctx.org.id, filter, cursor, PAGE);
  return { entries, csv: `${cursor == null ? auditCsvHeader() : ''}${auditCsvOf(entries)}`, nextCursor };
});
