import { auditLog, newId, tokens } from '@notafter/db';
import type { Actor, OrganizationId, UserId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { IdempotencyClaim, RequestOrigin, SystemContext, TransactionContext } from './context.ts';
import { markEffect } from './idempotency.ts';

/** Details for the audit row, in addition to actor, time and origin. Never a secret. */
export interface AuditNote {
  readonly subjectId?: string;
  readonly detail?: Record<string, unknown>;
  /** For writes before sign-in, when the context does not know the account yet. */
  readonly orgId?: OrganizationId;
  readonly actorId?: UserId;
  readonly actorEmail?: string;
  /** For changes without an actor here: the row names no person, but `orgId`. */
  readonly author?: 'payment-provider';
}

type MaybePerson = SystemContext & {
  readonly actor?: Actor | null;
  readonly origin?: RequestOrigin;
  readonly idempotency?: IdempotencyClaim;
};

/** The actor in the row: the person that `audit` named, else the caller; null for jobs. */
const authorOf = (actor: Actor | null, note: AuditNote) => {
  if (note.actorId !== undefined) return { actorKind: 'session', actorId: note.actorId, actorEmail: note.actorEmail ?? null } as const;
  if (note.author !== undefined) return { actorKind: note.author, actorId: null, actorEmail: null } as const;
  if (actor === null) return null;
  switch (actor.via) {
    case 'api-key':
      return { actorKind: actor.via, actorId: actor.apiKeyId, actorEmail: null, actorName: actor.name };
    case 'session':
      return { actorKind: actor.via, actorId: actor.userId, actorEmail: actor.email };
    case 'token': {
      const { userId, email, tokenId } = actor;
      const actorName = sql<string>`(select ${tokens.name} from ${tokens} where ${tokens.id} = ${tokenId})`;
      return { actorKind: actor.via, actorId: userId, actorEmail: email, tokenId, actorName };
    }
  }
};

/**
 * Runs one change in one transaction. If a person is behind it (the context has an actor, or `audit` names one), writes exactly
 * one audit row with the use case's name. Also records the effect of an idempotent request. The callback gets no gateways.
 */
export const withTransaction = <Context extends MaybePerson, Result>(
  ctx: Context,
  change: (tx: TransactionContext<Context>, audit: (note: AuditNote) => void) => Promise<Result>,
): Promise<Result> => {
  const { gateways: _gateways, db, ...rest } = ctx;
  return db.transaction(async (transaction) => {
    let note: AuditNote = {};
    const result = await change({ ...rest, db: transaction }, (given) => {
      note = given;
    });
    const author = authorOf(ctx.actor ?? null, note);
    if (author !== null) {
      if (ctx.useCase === undefined) throw new Error('A write that somebody is behind belongs to a use case.');
      await transaction.insert(auditLog).values({
        id: newId<'audit-entry'>(),
        orgId: note.orgId ?? ctx.actor?.orgId ?? null,
        ...author,
        action: ctx.useCase,
        subjectId: note.subjectId ?? null,
        detail: note.detail ?? {},
        ip: ctx.origin?.ip ?? null,
        at: ctx.clock.now(),
      });
    }
    if (ctx.idempotency !== undefined) await markEffect(transaction, ctx.idempotency);
    return result;
  });
};
