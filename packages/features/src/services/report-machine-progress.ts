import { createHmac, timingSafeEqual } from 'node:crypto';
import { services } from '@notafter/db';
import { DomainError, isFurther } from '@notafter/domain';
import { machineReportInput, reportMachineProgressInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getMachine } from './internal/machine-row.ts';

const isSignedWith = (token: string, body: string, signature: string): boolean => {
  const expected = Buffer.from(`sha256=${createHmac('sha256', token).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const reportIn = (body: string) => {
  try {
    return machineReportInput.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    // Not JSON.
    return null;
  }
};

/**
 * Stores how far the first boot of a machine is. A report that says nothing new, or comes when the service runs, changes nothing. Throws
 * `credential_invalid` for a body that is not signed with the token of this machine, and `invalid_input`.
 */
export const reportMachineProgress = useCase({
  name: 'services/report-machine-progress',
  access: 'anyone',
  input: reportMachineProgressInput,
})(async (ctx, { resourceId, body, signature }): Promise<void> => {
  const row = await getMachine(ctx.db, resourceId);
  if (row === null || !isSignedWith(ctx.auth.signMachine(row.id), body, signature)) throw new DomainError('credential_invalid');
  const report = reportIn(body);
  if (report === null) throw new DomainError('invalid_input', { details: [{ path: 'step', message: 'is not one of a machine' }] });
  await withTransaction(ctx, async ({ db, clock }) => {
    const isBooting = and(
      eq(services.id, row.id),
      isNotNull(services.operationId),
      isNull(services.runningSince),
      isNull(services.deletedAt),
    );
    const [booting] = await db.select({ last: services.machineReport }).from(services).where(isBooting).for('no key update');
    if (booting === undefined || !isFurther(booting.last, report.step)) return;
    const machineReport = { step: report.step, message: report.message ?? null, at: clock.now().toISOString() };
    await db.update(services).set({ machineReport }).where(eq(services.id, row.id));
  });
});
