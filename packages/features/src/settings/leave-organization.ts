import { users } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { leaveOrganizationInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { enqueueSecurityNotice } from '../accounts/security-notice.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { requireOtherAdmin } from './internal/require-other-admin.ts';

/**
 * Deletes the person's account with its sessions, tokens, passkeys and linked accounts; their work for the organization stays.
 * They type their address, which prevents accidents. Throws `last_admin`, also for the only member, or `invalid_input` if the
 * address is not theirs.
 */
export const leaveOrganization = useCase({
  name: 'settings/leave-organization',
  access: 'member',
  via: 'session',
  input: leaveOrganizationInput,
  audit: 'Left the organization',
})(async (ctx, { email }): Promise<void> => {
  const person = ctx.actor;
  if (email !== person.email) {
    throw new DomainError('invalid_input', { details: [{ path: 'email', message: 'Enter the email address of your account.' }] });
  }
  await withTransaction(ctx, async (tx, audit) => {
    const role = await requireOtherAdmin(tx, person);
    await enqueueSecurityNotice(tx, person.userId, 'account-closed', { to: person.email });
    await tx.db.delete(users).where(eq(users.id, person.userId));
    audit({ subjectId: person.userId, detail: { role } });
  });
});
