import { randomBytes } from 'node:crypto';
import { publicStatusPages } from '@notafter/db';
import { DomainError, parseScopeTag } from '@notafter/domain';
import { savePublicStatusInput } from '@notafter/domain/inputs';
import { and, eq, ne } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type StatusPage, toStatusPage } from './get-status-page.ts';

const ADDRESS_BYTES = 16;

/** Throws `status_address_taken`. */
export const saveStatusPage = useCase({
  name: 'public-status/save-status-page',
  access: 'admin',
  input: savePublicStatusInput,
  audit: 'Changed the public status page',
})(async (ctx, { enabled, title, address, tag: text }): Promise<StatusPage> => {
  const tag = parseScopeTag(text);
  if (tag === null) throw new DomainError('invalid_input', { details: [{ path: 'tag', message: 'must be name=value' }] });
  return withTransaction(ctx, async (tx, audit) => {
    if (address !== null) {
      const isOthers = and(eq(publicStatusPages.address, address), ne(publicStatusPages.orgId, tx.org.id));
      if ((await tx.db.$count(publicStatusPages, isOthers)) > 0) throw new DomainError('status_address_taken');
    }
    const chosen = { enabled, title, tagName: tag.name, tagValue: tag.value, updatedAt: tx.clock.now() };
    const [page] = await tx.db
      .insert(publicStatusPages)
      .values({ ...chosen, orgId: tx.org.id, address: address ?? randomBytes(ADDRESS_BYTES).toString('hex') })
      .onConflictDoUpdate({ target: publicStatusPages.orgId, set: { ...chosen, ...(address === null ? {} : { address }) } })
      .returning();
    if (page === undefined) throw new Error('The page was not saved.');
    audit({ detail: { enabled, address: page.address, tag: `${tag.name}=${tag.value}` } });
    return toStatusPage(tx.config.publicUrl, page);
  });
});
