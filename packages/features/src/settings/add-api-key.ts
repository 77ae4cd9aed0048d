import { environments, newId } from '@notafter/db';
import { addMs, type CertificateScope, cleanTags, DAY_MS, DomainError } from '@notafter/domain';
import { addApiKeyInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type ApiKeyView, getApiKeyView } from './internal/credential-views.ts';
import { holdApiKeys, insertApiKey } from './internal/new-api-key.ts';

export interface AddedApiKey {
  readonly apiKey: ApiKeyView;
  /** Shown once; only its hash is stored. */
  readonly secret: string;
}

/** Throws `environment_not_found`, or `invalid_input` for a tag that no certificate can have. */
const requireScope = async (tx: TransactionContext<OrgContext>, scope: CertificateScope): Promise<void> => {
  if ('tag' in scope) {
    cleanTags({ [scope.tag.name]: scope.tag.value });
    return;
  }
  const [held] = await tx.db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, scope.environmentId), eq(environments.orgId, tx.org.id)))
    .for('key share');
  if (held === undefined) throw new DomainError('environment_not_found');
};

/**
 * Creates an API key of the organization, which outlives its creator's account. Throws `api_keys_plan`, `api_key_limit` or
 * `environment_not_found`.
 */
export const addApiKey = useCase({
  name: 'settings/add-api-key',
  access: 'admin',
  via: 'session',
  plan: 'apiKeys',
  input: addApiKeyInput,
  audit: 'Made an API key',
})(async (ctx, input): Promise<AddedApiKey> => {
  const { userId } = ctx.actor;
  const { name, expiresIn, scope = null, allowedAddresses = [] } = input;
  const permissions = { read: input.permissions.read, write: input.permissions.write, delete: input.permissions.delete ?? false };
  const { secret, hash, ending } = ctx.auth.makeCredential('api-key');
  return withTransaction(ctx, async (tx, audit) => {
    const now = tx.clock.now();
    await holdApiKeys(tx, userId);
    if (scope !== null) await requireScope(tx, scope);
    const row = await insertApiKey(tx, {
      id: newId<'api-key'>(),
      orgId: tx.org.id,
      createdBy: userId,
      name,
      hash,
      ending,
      canRead: permissions.read,
      canWrite: permissions.write,
      canDelete: permissions.delete,
      scope,
      allowedAddresses: [...allowedAddresses],
      createdAt: now,
      expiresAt: expiresIn === null ? null : addMs(now, expiresIn * DAY_MS),
    });
    const limits = { ...(scope === null ? {} : { scope }), ...(allowedAddresses.length === 0 ? {} : { allowedAddresses }) };
    audit({ subjectId: row.id, detail: { name, ending, permissions, ...limits, expiresAt: row.expiresAt?.toISOString() ?? null } });
    return { apiKey: await getApiKeyView(tx, row), secret };
  });
});
