import { passkeys } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { renamePasskeyInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type PasskeyView, passkeyViewOf } from './internal/passkey-view.ts';

/** Renames one of the person's passkeys. Throws `passkey_not_found`. */
export const renamePasskey = useCase({
  name: 'accounts/rename-passkey',
  access: 'member',
  via: 'session',
  input: renamePasskeyInput,
  audit: 'Renamed a passkey',
})((ctx, { id, name }): Promise<{ passkey: PasskeyView }> => {
  const { userId } = ctx.actor;
  return withTransaction(ctx, async (tx, audit) => {
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
    const [passkey] = await tx.db.update(passkeys).set({ name }).where(own).returning();
    if (passkey === undefined) throw new DomainError('passkey_not_found');
    audit({ subjectId: id, detail: { name } });
    return { passkey: passkeyViewOf(passkey) };
  });
});
