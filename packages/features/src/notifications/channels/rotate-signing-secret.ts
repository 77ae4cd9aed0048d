import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockFirstRow, stateOf } from './internal/channel-view.ts';
import { rotateSecret } from './internal/rotate-secret.ts';

/** Gives the first webhook a new signing secret, shown once. Throws `channel_incomplete` if it was never completed. */
export const rotateSigningSecret = useCase({
  name: 'notifications/rotate-signing-secret',
  access: 'admin',
  audit: 'Made another signing secret for the webhook type',
})(
  (ctx): Promise<{ signingSecret: string }> =>
    withTransaction(ctx, async (tx, audit) => {
      const row = await lockFirstRow(tx, 'webhook');
      const signingSecret = await rotateSecret(tx, row);
      audit({ ...(row.id === null ? {} : { subjectId: row.id }), detail: { name: row.name, state: stateOf(row, tx.entitlements) } });
      return { signingSecret };
    }),
);
