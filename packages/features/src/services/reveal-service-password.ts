import { serviceRefInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getServiceForOrg } from './internal/service-row.ts';
import { openServiceSecret } from './internal/service-secrets.ts';

/** Returns the password in force, and writes an audit row. Throws `service_not_found`. */
export const revealServicePassword = useCase({
  name: 'services/reveal-service-password',
  access: 'admin',
  input: serviceRefInput,
  audit: 'Looked at the password of a data service',
  reveals: true,
})(
  (ctx, ref): Promise<{ readonly user: string; readonly password: string }> =>
    withTransaction(ctx, async (tx, audit) => {
      const row = await getServiceForOrg(tx.db, tx.org.id, ref);
      audit({ subjectId: row.id, detail: { resourceId: ref.resourceId } });
      return { user: row.user, password: openServiceSecret(tx.auth, row.id, 'password', row.passwordSealed) };
    }),
);
