import { certificates, type Database, x509Certificates } from '@notafter/db';
import type { CertificateFacts, CertificateId, OrganizationId } from '@notafter/domain';
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { loadAnchors } from '../anchors/internal/probe-anchors.ts';
import { factsOf } from '../stored-certificate.ts';
import { judgeUpload } from './internal/judge-upload.ts';
import { storeUpload } from './internal/store-upload.ts';

/** Locked at once. */
const BATCH = 100;

type Chain = readonly [CertificateFacts, ...CertificateFacts[]];

/** The next uploaded certificates after an ID, with their chains. Dates have none. */
const listUploads = async (db: Database, orgId: OrganizationId | undefined, after: CertificateId | null) => {
  const rows = await db
    .select({ id: certificates.id, chain: certificates.chain })
    .from(certificates)
    .where(
      and(
        ne(certificates.source, 'endpoint'),
        orgId === undefined ? undefined : eq(certificates.orgId, orgId),
        after === null ? undefined : gt(certificates.id, after),
      ),
    )
    .orderBy(asc(certificates.id))
    .limit(BATCH);
  const wanted = [...new Set(rows.flatMap(({ chain }) => chain))];
  const stored =
    wanted.length === 0 ? [] : await db.select().from(x509Certificates).where(inArray(x509Certificates.fingerprint256, wanted));
  const known = new Map(stored.map(({ fingerprint256, facts }) => [fingerprint256, factsOf(facts)]));
  const uploads = rows.flatMap(({ id, chain }): { id: CertificateId; chain: Chain }[] => {
    const [leaf, ...rest] = chain.flatMap((fingerprint) => known.get(fingerprint) ?? []);
    return leaf === undefined ? [] : [{ id, chain: [leaf, ...rest] }];
  });
  return { uploads, last: rows.at(-1)?.id ?? null };
};

/**
 * Judges uploaded certificates again, of one organization or of all: with the anchors in force now, and whether they were revoked since.
 * One that is replaced meanwhile was judged then.
 */
export const judgeUploads = useCase({
  name: 'certificates/judge-uploads',
  access: 'system',
})(async (ctx, { orgId }: { readonly orgId?: OrganizationId }, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  let after: CertificateId | null = null;
  do {
    signal?.throwIfAborted();
    const { uploads, last }: Awaited<ReturnType<typeof listUploads>> = await listUploads(ctx.db, orgId, after);
    const anchors = await loadAnchors(
      ctx.db,
      uploads.map(({ id }) => id),
    );
    const judged = await Promise.all(
      uploads.map(async ({ id, chain }) => ({ id, observation: await judgeUpload(ctx, chain, anchors.of(id).anchors) })),
    );
    await withTransaction(ctx, async (tx) => {
      for (const { id, observation } of judged) await storeUpload(tx, id, observation, { again: true });
    });
    after = last;
  } while (after !== null);
});
