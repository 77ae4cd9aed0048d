import type { ListAuditLogInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../context.ts';
import { type AuditEntry, type KnownActor, readActors, readAuditPage } from './internal/audit-entry.ts';

export interface AuditLog {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  readonly nextCursor: string | null;
  /** Every actor of the log, for the filter; on the first page only. */
  readonly actors: readonly KnownActor[] | null;
}

/** Returns one page of the organization's actions with actor, time and origin. Throws `invalid_input` for a wrong cursor. */
export const listAuditLog = async (ctx: OrgContext, { limit, cursor, ...filter }: ListAuditLogInput): Promise<AuditLog> => {
  requirePermission(ctx, 'audit/list-audit-log');
  const page = await readAuditPage(ctx.db, ctx.org.id, filter, cursor, limit);
  return { ...page, actors: cursor == null ? await readActors(ctx.db, ctx.org.id) : null };
};
