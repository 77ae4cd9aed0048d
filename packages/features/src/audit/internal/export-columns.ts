import { writeCsv } from '../../csv-cells.ts';
import type { AuditEntry } from './audit-entry.ts';

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

export const auditCsvHeader = (): string => writeCsv([Object.keys(columns)]);

export const auditCsvOf = (entries: readonly AuditEntry[]): string =>
  writeCsv(entries.map((entry) => Object.values(columns).map((cell) => cell(entry) ?? '')));
