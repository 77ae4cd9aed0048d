import { processes } from '@notafter/db';
import { type ServiceOperationId, serviceOperationOf } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { LONG_SHIFT_MS } from '../steps/process-jobs.ts';
import { type RunOptions, runProcess } from '../steps/run-process.ts';
import { useCase } from '../use-case.ts';
import { allowlistProcess } from './operations/allowlist.ts';
import { backupProcess } from './operations/backup.ts';
import { deletionProcess } from './operations/deletion.ts';
import { deploymentProcess } from './operations/deployment.ts';
import { drillProcess } from './operations/drill.ts';
import { renewalProcess } from './operations/renewal.ts';
import { resizeProcess } from './operations/resize.ts';
import { restoreProcess } from './operations/restore.ts';
import { rotationProcess } from './operations/rotation.ts';

/** Job: brings an operation on a service to its end, or as far as this worker comes until `signal` aborts. */
export const runServiceOperation = useCase({
  name: 'services/run-service-operation',
  access: 'system',
})(async (ctx, payload: { readonly id: ServiceOperationId }, options: Omit<RunOptions, 'shiftMs'> = {}): Promise<void> => {
  const [process] = await ctx.db.select({ kind: processes.kind }).from(processes).where(eq(processes.id, payload.id));
  const long = { ...options, shiftMs: LONG_SHIFT_MS };
  if (process?.kind === 'service_drill') return runProcess(ctx, drillProcess, payload, long);
  switch (serviceOperationOf(process?.kind)) {
    case 'service_deployment':
      return runProcess(ctx, deploymentProcess, payload, options);
    case 'service_resize':
      return runProcess(ctx, resizeProcess, payload, options);
    case 'service_rotation':
      return runProcess(ctx, rotationProcess, payload, options);
    case 'service_renewal':
      return runProcess(ctx, renewalProcess, payload, options);
    case 'service_allowlist':
      return runProcess(ctx, allowlistProcess, payload, options);
    case 'service_backup':
      return runProcess(ctx, backupProcess, payload, long);
    case 'service_restore':
      return runProcess(ctx, restoreProcess, payload, long);
    case 'service_deletion':
      return runProcess(ctx, deletionProcess, payload, options);
    case null:
      return;
  }
});
