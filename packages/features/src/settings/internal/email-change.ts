import type { EmailChangeSide } from '@notafter/auth';
import { type Executor, emailChanges, newId, users } from '@notafter/db';
import {
  addMs,
  DomainError,
  EMAIL_CHANGE_VALID_MS,
  type EmailChangeId,
  type EmailChangeState,
  emailChangeStateOf,
  type OrganizationId,
  type UserId,
} from '@notafter/domain';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { sendEmailChangeMailJob } from './email-change-jobs.ts';

type Tx = TransactionContext<SystemContext>;

/** A pending change, as its person sees it. */
export interface PendingEmail {
  readonly email: string;
  readonly expiresAt: Date;
  readonly oldConfirmed: boolean;
  readonly newConfirmed: boolean;
}

export const findPendingEmail = async (
  { db, clock }: { db: Executor } & Pick<SystemContext, 'clock'>,
  userId: UserId,
): Promise<PendingEmail | null> => {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.userId, userId));
  if (row === undefined || emailChangeStateOf(row, clock.now()) !== 'open') return null;
  const { newEmail, expiresAt, oldConfirmedAt, newConfirmedAt } = row;
  return { email: newEmail, expiresAt, oldConfirmed: oldConfirmedAt !== null, newConfirmed: newConfirmedAt !== null };
};

/** Replaces any pending change of the person, whose links end with it, and enqueues a mail to both addresses. */
export const requestEmailChange = async (tx: Tx, userId: UserId, newEmail: string): Promise<PendingEmail> => {
  const createdAt = tx.clock.now();
  const change = { id: newId<'email-change'>(), userId, newEmail, createdAt, expiresAt: addMs(createdAt, EMAIL_CHANGE_VALID_MS) };
  await tx.db.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await tx.db.insert(emailChanges).values(change);
  for (const side of ['old', 'new'] as const) await tx.jobs.enqueue(tx.db, sendEmailChangeMailJob, { changeId: change.id, side });
  return { email: newEmail, expiresAt: change.expiresAt, oldConfirmed: false, newConfirmed: false };
};

/** A change as its link finds it. */
export interface LinkedEmailChange {
  readonly id: EmailChangeId;
  readonly side: EmailChangeSide;
  readonly state: EmailChangeState;
  readonly userId: UserId;
  readonly orgId: OrganizationId;
  /** The current address. */
  readonly email: string;
  readonly newEmail: string;
  readonly oldConfirmed: boolean;
  readonly newConfirmed: boolean;
}

interface Reader extends Pick<SystemContext, 'auth' | 'clock'> {
  readonly db: Executor;
}

/**
 * Returns the change behind a link. In a transaction, locks the person's row, so that the two addresses confirm one after the
 * other. Throws `link_invalid`, also if the change was canceled or replaced.
 */
export const getLinkedEmailChange = async ({ auth, clock, db }: Reader, token: string): Promise<LinkedEmailChange> => {
  const link = auth.readEmailChange(token);
  if (link === null) throw new DomainError('link_invalid');
  const [person] = await db
    .select({ userId: users.id, orgId: users.orgId, email: users.email })
    .from(users)
    .innerJoin(emailChanges, eq(emailChanges.userId, users.id))
    .where(eq(emailChanges.id, link.id))
    .for('update', { of: users });
  // Read after locking: the previous holder of the lock may have confirmed, canceled or replaced the change.
  const [change] = person === undefined ? [] : await db.select().from(emailChanges).where(eq(emailChanges.id, link.id));
  if (person === undefined || change === undefined) throw new DomainError('link_invalid');
  return {
    ...link,
    ...person,
    state: emailChangeStateOf(change, clock.now()),
    newEmail: change.newEmail,
    oldConfirmed: change.oldConfirmedAt !== null,
    newConfirmed: change.newConfirmedAt !== null,
  };
};

/** Cancels a pending change; the current address stays. Returns the requested address. */
export const dropEmailChange = async (tx: Tx, userId: UserId): Promise<string | null> => {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const open = or(isNull(emailChanges.oldConfirmedAt), isNull(emailChanges.newConfirmedAt));
  const [dropped] = await tx.db
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), open))
    .returning({ newEmail: emailChanges.newEmail });
  return dropped?.newEmail ?? null;
};
