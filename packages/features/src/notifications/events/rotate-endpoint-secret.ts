import { webhookEndpoints } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { webhookEndpointIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sealEndpoint } from '../channels/internal/sealed-settings.ts';
import { newSigningSecret } from '../channels/internal/signing-secret.ts';
import { lockEndpointForOrg, openRow } from './internal/endpoint-view.ts';

/** Gives an endpoint a new signing secret, shown once; the previous one keeps signing for a day. Throws `webhook_endpoint_not_found`. */
export const rotateEndpointSecret = useCase({
  name: 'notifications/rotate-endpoint-secret',
  access: 'admin',
  input: webhookEndpointIdInput,
  audit: 'Rotated the signing secret of a webhook endpoint',
})(async (ctx, { id }): Promise<{ signingSecret: string }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const row = await lockEndpointForOrg(tx, id);
    const stored = openRow(tx, row);
    const [now, signingSecret] = [tx.clock.now(), newSigningSecret()];
    const previous = stored.signingSecrets.slice(0, 1).map(({ secret }) => ({ secret, validUntil: addMs(now, DAY_MS) }));
    const sealedSettings = sealEndpoint(tx.auth, id, {
      ...stored,
      signingSecrets: [{ secret: signingSecret, validUntil: null }, ...previous],
    });
    await tx.db.update(webhookEndpoints).set({ sealedSettings, updatedAt: now }).where(eq(webhookEndpoints.id, id));
    audit({ subjectId: id, detail: { name: row.name } });
    return { signingSecret };
  });
});
