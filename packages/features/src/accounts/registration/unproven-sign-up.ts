import { type Executor, organizations, users } from '@notafter/db';
import { and, type Column, eq, exists, isNotNull, isNull, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SystemContext, TransactionContext } from '../../context.ts';

/** Whether a member proved their address. If not, nobody ever signed in, and the organization is empty. */
export const isProven = (db: Executor, orgId: Column) => {
  const member = alias(users, 'member');
  return exists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.orgId, orgId), isNotNull(member.activatedAt))),
  );
};

/**
 * Removes the sign-up that holds this address without having proved it, with its organization; call it after another person
 * proved the address. Returns whether it removed one. Waits for a concurrent activation, which keeps its account.
 */
export const endUnprovenSignUp = async ({ db }: TransactionContext<SystemContext>, email: string): Promise<boolean> => {
  const [signUp] = await db
    .select({ orgId: users.orgId })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.activatedAt)));
  if (signUp === undefined) return false;
  const its = eq(organizations.id, signUp.orgId);
  // The organization before its people, in the order of its delete.
  await db.select({ id: organizations.id }).from(organizations).where(its).for('update');
  await db.select({ id: users.id }).from(users).where(eq(users.orgId, signUp.orgId)).for('update');
  const { count } = await db.delete(organizations).where(and(its, not(isProven(db, organizations.id))));
  return count > 0;
};
