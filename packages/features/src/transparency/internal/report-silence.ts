import { operatorAlerts } from '@notafter/db';
import { DAY_MS } from '@notafter/domain';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { openOperatorAlert } from '../../notifications/outage-guard/open-operator-alert.ts';
import { withTransaction } from '../../with-transaction.ts';

/** How long a source may give nothing before the operator is alerted. */
export const SILENT_MS = DAY_MS;

/** The open alert about a log or service, whose name its text begins with. */
const isOpen = (source: string): SQL | undefined =>
  and(
    eq(operatorAlerts.kind, 'transparency_blind'),
    isNull(operatorAlerts.closedAt),
    sql`starts_with(${operatorAlerts.detail}, ${`${source}: `})`,
  );

/** Alerts the operator that a source gives nothing: the watch is blind there. Once, until `endSilence`. */
export const reportSilence = (ctx: SystemContext, source: string, detail: string): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const [reported] = await tx.db.select({ id: operatorAlerts.id }).from(operatorAlerts).where(isOpen(source)).limit(1);
    if (reported === undefined) await openOperatorAlert(tx, { kind: 'transparency_blind', detail: `${source}: ${detail}` });
  });

/** Closes the alert about a source that gives something again. */
export const endSilence = async (ctx: SystemContext, source: string): Promise<void> => {
  await ctx.db.update(operatorAlerts).set({ closedAt: ctx.clock.now() }).where(isOpen(source));
};
