import { auditLog, newId } from '@notafter/db';
import type { Actor, OrganizationId, UseCaseName, UserId } from '@notafter/domain';
import type { RequestOrigin, SystemContext, TransactionContext } from './context.ts';

/** What the audit row says beside who, when and from where. Never a secret. */
export interface AuditNote {
  readonly subjectId?: string;
  readonly detail?: Record<string, unknown>;
  /** For writes before sign-in, where the context does not know the account yet. */
  readonly orgId?: OrganizationId;
  readonly actorId?: UserId;
  readonly actorEmail?: string;
}

type MaybePerson = SystemContext & { readonly actor?: Actor | null; readonly origin?: RequestOrigin };

/**
 * Runs one change in one transaction. Where a person is behind it (the context carries an actor, or `audit` names one),
 * exactly one audit row with the use case's name is written with it. The callback gets no gateways.
 */
export const withTransaction = <Context extends MaybePerson, Result>(
  ctx: Context,
  useCase: UseCaseName,
  change: (tx: TransactionContext<Context>, audit: (note: AuditNote) => void) => Promise<Result>,
): Promise<Result> => {
  const { gateways: _gateways, db, ...rest } = ctx;
  return db.transaction(async (transaction) => {
    let note: AuditNote = {};
    const result = await change({ ...rest, db: transaction }, (given) => {
      note = given;
    });
    const actorId = note.actorId ?? ctx.actor?.userId;
    if (actorId !== undefined) {
      await transaction.insert(auditLog).values({
        id: newId<'audit-entry'>(),
        orgId: note.orgId ?? ctx.actor?.orgId ?? null,
        actorId,
        actorEmail: note.actorEmail ?? ctx.actor?.email ?? null,
        action: useCase,
        subjectId: note.subjectId ?? null,
        detail: note.detail ?? {},
        ip: ctx.origin?.ip ?? null,
        at: ctx.clock.now(),
      });
    }
    return result;
  });
};
