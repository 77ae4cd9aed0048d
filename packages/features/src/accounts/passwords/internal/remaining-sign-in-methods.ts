import { identities, passkeys, totpSecrets } from '@notafter/db';
import type { IdentityProviderName, UserId } from '@notafter/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { RequestContext, TransactionContext } from '../../../context.ts';
import { enqueueSecurityNotice } from '../../security-notice.ts';
import { countApps } from '../../sessions/proof.ts';

/** A sign-in method, or second factor, that a password reset kept. */
export interface RemainingSignInMethod {
  readonly kind: 'passkey' | IdentityProviderName | 'authenticator-app';
  /** The passkey's name, or the linked account's address; null for an authenticator app. */
  readonly name: string | null;
  readonly since: Date;
}

export interface RemovedSignInMethods {
  readonly passkeys: number;
  readonly identities: number;
}

type Tx = TransactionContext<RequestContext>;

/**
 * Removes the person's passkeys and linked accounts, and notifies them by mail. Removes nothing if the person has an
 * authenticator app: access to a mailbox alone must not weaken an account with a second factor.
 */
export const removeSignInMethods = async (tx: Tx, userId: UserId): Promise<RemovedSignInMethods> => {
  if ((await countApps(tx, userId)) > 0) return { passkeys: 0, identities: 0 };
  const keys = await tx.db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  const linked = await tx.db.delete(identities).where(eq(identities.userId, userId)).returning({ provider: identities.provider });
  if (keys.length > 0) await enqueueSecurityNotice(tx, userId, 'passkey-removed');
  for (const { provider } of linked) await enqueueSecurityNotice(tx, userId, `${provider}-removed`);
  return { passkeys: keys.length, identities: linked.length };
};

/** Passkeys first, then linked accounts, then the authenticator app. */
export const listSignInMethods = async (tx: Tx, userId: UserId): Promise<readonly RemainingSignInMethod[]> => {
  const keys = await tx.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id);
  const linked = await tx.db.select().from(identities).where(eq(identities.userId, userId)).orderBy(identities.provider);
  const apps = await tx.db
    .select({ since: totpSecrets.createdAt })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return [
    ...keys.map(({ name, createdAt }) => ({ kind: 'passkey' as const, name, since: createdAt })),
    ...linked.map(({ provider, email, linkedAt }) => ({ kind: provider, name: email, since: linkedAt })),
    ...apps.map(({ since }) => ({ kind: 'authenticator-app' as const, name: null, since })),
  ];
};
