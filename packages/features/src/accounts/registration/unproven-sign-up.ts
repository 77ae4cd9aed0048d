import { type Executor, organizations, users } from '@notafter/db';
import { and, type Column, eq, exists, isNotNull, isNull, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SystemContext, TransactionContext } from '../../context.ts';

/** Somebody in the organisation proved their address. Where nobody did, nobody ever signed in, and it is empty. */
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
 * Ends the sign-up that holds this address without having proved it, with its organisation; call it for who did prove it.
 * Answers whether there was one. An activation under way is waited for, and keeps its account.
 */
export const endUnprovenSignUp = async ({ db }: TransactionContext<SystemContext>, email: string): Promise<boolean> => {
  const [signUp] = await db
    .select({ orgId: users.orgId })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.activatedAt)));
  if (signUp === undefined) return false;
  const its = eq(organizations.id, signUp.orgId);
  // The organisation before its people, as its delete takes them.
  await db.select({ id: organizations.id }).from(organizations).where(its).for('update');
  await db.select({ id: users.id }).from(users).where(eq(users.orgId, signUp.orgId)).for('update');
  const { count } = await db.delete(organizations).where(and(its, not(isProven(db, organizations.id))));
  return count > 0;
};
