import { assessCompliance } from '@notafter/domain';
import { LIST_LIMIT_MAX } from '@notafter/domain/inputs';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { countFaulty } from '../certificates/list/count-faulty.ts';
import { listCertificates } from '../certificates/list/list-certificates.ts';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getCryptography } from './get-cryptography.ts';
import { getReadiness } from './get-readiness.ts';

/** The line that ends the signed text; the signature follows in Base64. */
export const SIGNATURE_BEGINS = '-----BEGIN SIGNATURE-----';
export const SIGNATURE_ENDS = '-----END SIGNATURE-----';

export interface Evidence {
  readonly generatedAt: Date;
  /** PEM. */
  readonly publicKey: string;
  /** SHA-256 of the key's DER. */
  readonly fingerprint: string;
  /** The file in pieces: a JSON document a line, then the signature over all of them. */
  readonly open: () => AsyncGenerator<string>;
}

const line = (type: string, facts: object): string => `${JSON.stringify({ type, ...facts })}\n`;

const summaryOf = async (ctx: OrgContext, now: Date): Promise<object> => {
  const [counts, faulty, cryptography, { ways, limits }] = await Promise.all([
    countByStatus(ctx.db, ctx.reach, now),
    countFaulty(ctx, now),
    getCryptography(ctx),
    getReadiness(ctx),
  ]);
  return { counts, compliance: assessCompliance(counts, faulty), cryptography, readiness: { ways, limits } };
};

async function* linesOf(ctx: OrgContext, head: object, now: Date): AsyncGenerator<string> {
  yield line('evidence', head);
  yield line('summary', await summaryOf(ctx, now));
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await listCertificates(ctx, {
      search: '',
      status: 'all',
      sort: 'domain',
      order: 'asc',
      page: 'first',
      limit: LIST_LIMIT_MAX,
      cursor,
    });
    yield page.certificates.map((certificate) => line('endpoint', certificate)).join('');
    count += page.certificates.length;
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  yield line('end', { endpoints: count });
}

/**
 * Returns what is monitored and how it stands, as a file for auditors: what is served, compliance, cryptography, readiness, and each
 * endpoint, signed with the key of this installation.
 */
export const exportEvidence = useCase({
  name: 'analytics/export-evidence',
  access: 'admin',
  audit: 'Exported evidence for auditors',
  reveals: true,
})(async (ctx): Promise<Evidence> => {
  const generatedAt = ctx.clock.now();
  const { publicKey, fingerprint, begin } = ctx.auth.evidence;
  const head = {
    version: 1,
    organization: ctx.org.name,
    organizationId: ctx.org.id,
    generatedAt,
    installation: ctx.config.publicUrl,
    fingerprint,
  };
  async function* open(): AsyncGenerator<string> {
    const signature = begin();
    for await (const piece of linesOf(ctx, head, generatedAt)) {
      signature.update(piece);
      yield piece;
    }
    yield `${SIGNATURE_BEGINS}\n${signature.end().toString('base64')}\n${SIGNATURE_ENDS}\n`;
  }
  return withTransaction(ctx, async (_tx, audit) => {
    audit({ subjectId: ctx.org.id, detail: { fingerprint } });
    return { generatedAt, publicKey, fingerprint, open };
  });
});
