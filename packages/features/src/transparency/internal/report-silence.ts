import { operatorAlerts } from '@notafter/db';
import { DAY_MS } from '@notafter/domain';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { openOperatorAlert } from '../../notifications/outage-guard/open-operator-alert.ts';
import { withTransaction } from '../../with-transaction.ts';

/** How long a source may give nothing before the operator is alerted. */
export const SILENT_MS = DAY_MS;

interface Silence {
  /** The name of a log or service. */
  readonly source: string;
  readonly since: Date;
  readonly detail: string;
}

/** Alerts the operator once that a source has given nothing since a time: the watch is blind there. */
export const reportSilence = async (ctx: SystemContext, { source, since, detail }: Silence): Promise<void> => {
  const prefix = `${source}: `;
  await withTransaction(ctx, async (tx) => {
    const [reported] = await tx.db
      .select({ id: operatorAlerts.id })
      .from(operatorAlerts)
      .where(
        and(
          eq(operatorAlerts.kind, 'transparency_blind'),
          gte(operatorAlerts.openedAt, since),
          sql`starts_with(${operatorAlerts.detail}, ${prefix})`,
        ),
      )
      .limit(1);
    if (reported === undefined) await openOperatorAlert(tx, { kind: 'transparency_blind', detail: `${prefix}${detail}` });
  });
};
