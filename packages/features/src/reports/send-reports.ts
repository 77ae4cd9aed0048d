import { useCase } from '../use-case.ts';
import { deliverReports } from './internal/deliver-reports.ts';
import { planReports } from './internal/plan-reports.ts';

/**
 * Job: plans every report that is due, then sends what waits. Several workers may run it at once. A report is mailed once to each
 * recipient, or again with the same Message-ID if a worker died before it stored that the mail server took it.
 */
export const sendReports = useCase({
  name: 'reports/send-reports',
  access: 'system',
})(async (ctx, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  const isOver = (): boolean => signal?.aborted === true;
  await planReports(ctx, isOver);
  for (let tried = 1; tried > 0 && !isOver(); ) tried = await deliverReports(ctx);
});
