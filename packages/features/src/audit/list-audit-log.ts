import { listAuditLogInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { type AuditEntry, type KnownActor, readActors, readAuditPage } from './internal/audit-entry.ts';

export interface AuditLog {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
  /** Every actor of the log, for the filter; on the first page only. */
  readonly actors: readonly KnownActor[] | null;
}

/** Returns one page of the organization's actions with actor, time and origin. Throws `invalid_input` for a wrong cursor. */
export const listAuditLog = useCase({
  name: 'audit/list-audit-log',
  access: 'admin',
  replica: true,
  input: listAuditLogInput,
})(async (ctx, { limit, cursor, ...filter }): Promise<AuditLog> => {
  const page = await readAuditPage(ctx.db, ctx.org.id, filter, cursor, limit);
  return { ...page, actors: cursor == null ? await readActors(ctx.db, ctx.org.id) : null };
});
