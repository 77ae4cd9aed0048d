import { appliedClientRules } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, REFUSED_SOON_DAYS } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { reviewRefusals } from '../review-refusals.ts';

const BATCH = 200;

/** Reviews all that `select` finds after an id, a batch per transaction. */
const reviewAll = async (
  ctx: SystemContext,
  select: (after: SQL) => SQL,
  after: (last: CertificateId) => SQL,
  signal?: AbortSignal,
): Promise<number> => {
  let raised = 0;
  let position = sql``;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await ctx.db.execute<{ id: CertificateId }>(select(position));
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return raised;
    raised += await withTransaction(ctx, async (tx) => {
      const change = await reviewRefusals(tx, ids);
      await notify(tx, change);
      return change.raised.length;
    });
    position = after(last);
  }
};

/** After an upgrade or a new CLIENT_RULES_FILE, every stored verdict is computed again. */
const applyChangedRules = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const { version } = ctx.config.clientRules;
  const [applied] = await ctx.db.select({ version: appliedClientRules.version }).from(appliedClientRules);
  if (applied?.version === version) return 0;
  const raised = await reviewAll(
    ctx,
    (after) => sql`select id from certificates where client_facts is not null ${after} order by id limit ${BATCH}`,
    (last) => sql`and id > ${last}::uuid`,
    signal,
  );
  await ctx.db.insert(appliedClientRules).values({ version }).onConflictDoUpdate({ target: appliedClientRules.one, set: { version } });
  return raised;
};

/** Raises alerts for refusals that begin within `REFUSED_SOON_DAYS` and were not alerted yet; returns how many. */
export const sweepRefusals = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const changed = await applyChangedRules(ctx, signal);
  const until = addMs(ctx.clock.now(), REFUSED_SOON_DAYS * DAY_MS).toISOString();
  const due = await reviewAll(
    ctx,
    (after) => sql`
      select certificate_id as id from certificate_refusals
      where alerted_at is null and refused_from <= ${until}::timestamptz ${after}
      group by certificate_id order by certificate_id limit ${BATCH}`,
    (last) => sql`and certificate_id > ${last}::uuid`,
    signal,
  );
  return changed + due;
};
