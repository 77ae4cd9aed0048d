import type { CertificateId, OrganizationId } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { reviewExpiry } from '../review-expiry.ts';

/** Certificates locked at once: few enough that checks of them rarely wait. */
const BATCH = 200;

interface Ends {
  /** `from` inclusive, `until` exclusive; null: unbounded. */
  readonly from: Date | null;
  readonly until: Date;
  readonly orgId?: OrganizationId;
  /** Rejects with its reason between two batches. */
  readonly signal?: AbortSignal | undefined;
}

/** Reviews every certificate that expires in a range, a batch per transaction; returns how many alerts that raised. */
export const reviewEnds = async (ctx: SystemContext, { from, until, orgId, signal }: Ends): Promise<number> => {
  // The index by organization sorts by `expires_at`, which equals `not_after` if there is one.
  const end = orgId === undefined ? sql`not_after` : sql`expires_at`;
  const owner = orgId === undefined ? sql`` : sql`org_id = ${orgId} and `;
  const begin = from === null ? sql`` : sql`${end} >= ${from.toISOString()}::timestamptz and `;
  let raised = 0;
  let after: SQL = sql``;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await ctx.db.execute<{ id: CertificateId; position: string }>(sql`
      select id, ${end}::text as position from certificates
      where ${owner}${begin}${end} < ${until.toISOString()}::timestamptz ${after}
      order by ${end}, id limit ${BATCH}`);
    const last = rows.at(-1);
    if (last === undefined) return raised;
    const ids = rows.map(({ id }) => id);
    raised += await withTransaction(ctx, async (tx) => {
      const change = await reviewExpiry(tx, ids);
      await notify(tx, change);
      return change.raised.length;
    });
    after = sql`and (${end}, id) > (${last.position}::timestamptz, ${last.id}::uuid)`;
  }
};
