import { type Executor, identities, passkeys, users } from '@notafter/db';
import type { SignInWays, UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { FeaturesConfig, SystemContext, TransactionContext } from '../../../context.ts';

interface Reader {
  readonly db: Executor;
  readonly config: Pick<FeaturesConfig, 'identityProviders'>;
}

/** Returns the person's sign-in methods. Identities of providers that are not offered here do not count. */
export const readSignInWays = async ({ db, config }: Reader, userId: UserId): Promise<SignInWays> => {
  const [person] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const linked = await db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId));
  return {
    password: person !== undefined && person.passwordHash !== null,
    passkeys: await db.$count(passkeys, eq(passkeys.userId, userId)),
    providers: linked.map(({ provider }) => provider).filter((name) => config.identityProviders.includes(name)),
  };
};

/** Same, locking the person's row first: of two concurrent removals, the second sees what the first left. */
export const lockSignInWays = async (tx: TransactionContext<SystemContext>, userId: UserId): Promise<SignInWays> => {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  return readSignInWays(tx, userId);
};
