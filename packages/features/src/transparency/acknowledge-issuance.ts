import { alerts } from '@notafter/db';
import { issuanceIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { acknowledgeAlerts } from '../notifications/ledger/acknowledge-alerts.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getIssuanceForOrg, type IssuanceDetail } from './internal/issuance-view.ts';

/**
 * Acknowledges the open alerts about a certificate for every channel: somebody is finding out who ordered it. Acknowledging again changes
 * nothing. Throws `issuance_not_found`.
 */
export const acknowledgeIssuance = useCase({
  name: 'transparency/acknowledge-issuance',
  access: 'admin',
  input: issuanceIdInput,
  audit: 'Acknowledged an issued certificate',
})((ctx, { id }): Promise<{ issuance: IssuanceDetail }> => {
  const person = ctx.actor;
  return withTransaction(ctx, async (tx, audit) => {
    const read = () => getIssuanceForOrg(tx.db, tx.org.id, id, { logs: tx.config.clientRules.ctLogs, now: tx.clock.now() });
    const { names } = await read();
    const open = await tx.db
      .select({ id: alerts.id })
      .from(alerts)
      .where(and(eq(alerts.orgId, tx.org.id), sql`${alerts.certificateId} = ${id}`, isNull(alerts.resolvedAt)));
    await acknowledgeAlerts(
      tx,
      open.map((alert) => alert.id),
      person.email,
    );
    audit({ subjectId: id, detail: { name: names[0] ?? '' } });
    return { issuance: await read() };
  });
});
