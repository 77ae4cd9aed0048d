import { apiKeys } from '@notafter/db';
import { type ApiKeyActor, addMs, HOUR_MS } from '@notafter/domain';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { RequestOrigin } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';

/** At most one row per key in this time: a program that retries must not fill the log. */
const ONE_ROW_MS = HOUR_MS;

/** Records in the audit log that an API key was used from an address that it does not allow. */
export const recordRefusedAddress = useCase({
  name: 'settings/record-refused-address',
  access: 'system',
  audit: 'Was refused: the API key does not allow this address',
})(async (ctx, { origin, actor }: { readonly origin: RequestOrigin; readonly actor: ApiKeyActor }): Promise<void> => {
  const now = ctx.clock.now();
  const { addressRefusedAt, id } = apiKeys;
  const isDue = or(isNull(addressRefusedAt), lte(addressRefusedAt, addMs(now, -ONE_ROW_MS)));
  const { apiKeyId, name } = actor;
  const due = await ctx.db
    .update(apiKeys)
    .set({ addressRefusedAt: now })
    .where(and(eq(id, apiKeyId), isDue))
    .returning({ id });
  if (due.length === 0) return;
  await withTransaction({ ...ctx, origin, actor }, async (_tx, audit) => audit({ subjectId: apiKeyId, detail: { name } }));
});
