import { operatorAlerts } from '@notafter/db';
import type { OperatorAlertId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

const mails = { mass_outage: 'mass-outage', log_broken: 'log-broken', transparency_blind: 'transparency-blind' } as const;

interface OperatorAlertMail {
  readonly operatorAlertId: OperatorAlertId;
  readonly to: string;
}

/** Job: mails one operator about the installation's health. Sends nothing if the problem is over. Rejects with the mailer's error. */
export const sendOperatorAlert = useCase({
  name: 'notifications/send-operator-alert',
  access: 'system',
})(async (ctx, { operatorAlertId, to }: OperatorAlertMail): Promise<void> => {
  const [alert] = await ctx.db.select().from(operatorAlerts).where(eq(operatorAlerts.id, operatorAlertId));
  if (alert === undefined || alert.closedAt !== null) return;
  const link = ctx.config.publicUrl.replace(/\/$/, '');
  await ctx.gateways.mailer.send({ kind: mails[alert.kind], to, detail: alert.detail, link }, `${operatorAlertId}-${to}`);
});
