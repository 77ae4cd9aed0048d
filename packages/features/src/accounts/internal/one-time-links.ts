import type { LinkPurpose } from '@notafter/auth';
import { type Executor, newId, oneTimeLinks, users } from '@notafter/db';
import {
  ACTIVATION_LINK_VALID_MS,
  addMs,
  MAILBOX_PROOF_VALID_MS,
  type OneTimeLinkId,
  type OrganizationId,
  RESET_LINK_VALID_MS,
  type UserId,
} from '@notafter/domain';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { sendAccountMailJob } from '../account-jobs.ts';

type Tx = TransactionContext<SystemContext>;

const validMs: Record<LinkPurpose, number> = {
  'account-activation': ACTIVATION_LINK_VALID_MS,
  'mailbox-proof': MAILBOX_PROOF_VALID_MS,
  'password-reset': RESET_LINK_VALID_MS,
};

/**
 * Creates a link for the account with this address and enqueues its mail. For an unknown address the same statements run and
 * leave no row, so that response time reveals nothing; the job then finds nothing to send.
 */
export const mailLinkTo = async (tx: Tx, purpose: LinkPurpose, email: string): Promise<void> => {
  const id = newId<'one-time-link'>();
  const createdAt = tx.clock.now();
  const instant = (at: Date) => sql<Date>`${sql.param(at, oneTimeLinks.createdAt)}::timestamptz`;
  await tx.db.insert(oneTimeLinks).select(
    tx.db
      .select({
        id: sql<OneTimeLinkId>`${id}::uuid`.as('id'),
        purpose: sql<LinkPurpose>`${purpose}::text`.as('purpose'),
        userId: users.id,
        createdAt: instant(createdAt).as('created_at'),
        expiresAt: instant(addMs(createdAt, validMs[purpose])).as('expires_at'),
        usedAt: sql<Date | null>`null::timestamptz`.as('used_at'),
      })
      .from(users)
      .where(eq(users.email, email)),
  );
  await tx.jobs.enqueue(tx.db, sendAccountMailJob, { linkId: id });
};

/** State of a link: `open` can be used, the others give the reason why not. */
export type LinkState =
  | { readonly state: 'unknown' }
  | {
      readonly state: 'open' | 'used' | 'expired';
      readonly id: OneTimeLinkId;
      readonly userId: UserId;
      readonly email: string;
      readonly orgId: OrganizationId;
      readonly activated: boolean;
    };

interface Reader extends Pick<SystemContext, 'auth' | 'clock'> {
  readonly db: Executor;
}

/** Reads a link without using it. In a transaction, locks the person's row, so that their links are used one after the other. */
export const readLinkState = async ({ auth, clock, db }: Reader, purpose: LinkPurpose, token: string): Promise<LinkState> => {
  const id = auth.readLink(purpose, token);
  if (id === null) return { state: 'unknown' };
  const [row] = await db
    .select({
      usedAt: oneTimeLinks.usedAt,
      expiresAt: oneTimeLinks.expiresAt,
      userId: users.id,
      email: users.email,
      orgId: users.orgId,
      activatedAt: users.activatedAt,
    })
    .from(oneTimeLinks)
    .innerJoin(users, eq(users.id, oneTimeLinks.userId))
    .where(and(eq(oneTimeLinks.id, id), eq(oneTimeLinks.purpose, purpose)))
    .for('update', { of: users });
  if (row === undefined) return { state: 'unknown' };
  const { usedAt, expiresAt, activatedAt, ...person } = row;
  const state = usedAt !== null ? 'used' : expiresAt <= clock.now() ? 'expired' : 'open';
  return { ...person, state, id, activated: activatedAt !== null };
};

/** Uses up a link. Returns false if another request used it, or it expired, in the meantime. */
export const useLink = async (tx: Tx, id: OneTimeLinkId): Promise<boolean> => {
  const now = tx.clock.now();
  const used = await tx.db
    .update(oneTimeLinks)
    .set({ usedAt: now })
    .where(and(eq(oneTimeLinks.id, id), isNull(oneTimeLinks.usedAt), gt(oneTimeLinks.expiresAt, now)))
    .returning({ id: oneTimeLinks.id });
  return used.length === 1;
};
