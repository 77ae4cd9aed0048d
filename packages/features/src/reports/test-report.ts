import { newId } from '@notafter/db';
import { cleanLine, DomainError, MailError } from '@notafter/domain';
import { throttleOf } from '../throttling/throttle.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { composeForNow } from './preview-report.ts';

const REASON_MAX_LENGTH = 200;

/** Mails the report of now to the admin who asks, whatever the schedule says. Throws `report_test_failed` or `rate_limited`. */
export const testReport = useCase({
  name: 'reports/test-report',
  access: 'admin',
  plan: 'reports',
  audit: 'Sent a test of the report',
})(async (ctx): Promise<{ readonly sentTo: string }> => {
  const { email } = ctx.actor;
  await throttleOf(ctx).spend('reportTest', ctx.org.id);
  const mail = await composeForNow(ctx, email);
  try {
    await ctx.gateways.mailer.send(mail, newId<'message'>());
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const reason = error.answer === '' ? error.message : error.answer;
    throw new DomainError('report_test_failed', { message: `Test failed: ${cleanLine(reason, REASON_MAX_LENGTH)}` });
  }
  await withTransaction(ctx, async (_tx, audit) => audit({ detail: { email } }));
  return { sentTo: email };
});
