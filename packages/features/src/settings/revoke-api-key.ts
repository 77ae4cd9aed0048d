import { apiKeys } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { apiKeyIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type ApiKeyView, getApiKeyView } from './internal/credential-views.ts';

/**
 * Ends an API key immediately and permanently, on every plan: a smaller plan must not keep a leaked key alive. Throws
 * `api_key_not_found`, also if it was revoked before.
 */
export const revokeApiKey = useCase({
  name: 'settings/revoke-api-key',
  access: 'admin',
  via: 'session',
  input: apiKeyIdInput,
  audit: 'Revoked an API key',
})(async (ctx, { id }): Promise<{ apiKey: ApiKeyView }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const now = tx.clock.now();
    const [row] = await tx.db
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.orgId, tx.org.id), isNull(apiKeys.revokedAt)))
      .returning();
    if (row === undefined) throw new DomainError('api_key_not_found');
    audit({ subjectId: id, detail: { name: row.name, ending: row.ending } });
    return { apiKey: await getApiKeyView(tx, row) };
  });
});
