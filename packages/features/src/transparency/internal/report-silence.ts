import { type Executor, operatorAlerts } from '@notafter/db';
import { DAY_MS } from '@notafter/domain';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { openOperatorAlert } from '../../notifications/outage-guard/open-operator-alert.ts';
import { textArray } from '../../text-array.ts';
import { withTransaction } from '../../with-transaction.ts';

/** How long a source may give nothing before the operator is alerted. */
export const SILENT_MS = DAY_MS;

/** The open alerts about logs or services, whose names their texts begin with. */
const isOpen = (sources: readonly string[]): SQL | undefined =>
  and(
    eq(operatorAlerts.kind, 'transparency_blind'),
    isNull(operatorAlerts.closedAt),
    sql`exists (select from unnest(${textArray(sources)}) as source where starts_with(${operatorAlerts.detail}, source || ': '))`,
  );

/** Alerts the operator that a source gives nothing: the watch is blind there. Once, until `endSilence`. */
export const reportSilence = (ctx: SystemContext, source: string, detail: string): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const [reported] = await tx.db
      .select({ id: operatorAlerts.id })
      .from(operatorAlerts)
      .where(isOpen([source]))
      .limit(1);
    if (reported === undefined) await openOperatorAlert(tx, { kind: 'transparency_blind', detail: `${source}: ${detail}` });
  });

/** Closes the alerts about sources that give something again, or are not asked any more. */
export const endSilence = async (
  ctx: Pick<SystemContext, 'clock'> & { readonly db: Executor },
  sources: readonly string[],
): Promise<void> => {
  await ctx.db.update(operatorAlerts).set({ closedAt: ctx.clock.now() }).where(isOpen(sources));
};
