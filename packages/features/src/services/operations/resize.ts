import { serviceOperations } from '@notafter/db';
import { MINUTE_MS, SECOND_MS, type ServicePlanName, servicePlan } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { defineProcess } from '../../steps/define-process.ts';
import { done, hop, type Outcome } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX } from '../internal/ask-provider.ts';
import { beginCharge } from '../internal/charges.ts';
import { ended } from '../internal/ended.ts';
import { getServiceOf, recordServiceEvent, seenWell, updateServiceOf } from '../internal/service-row.ts';
import { driverOf, specOf } from '../internal/spec.ts';
import { type ReadyEngine, waitForEngine } from '../internal/wait-for-engine.ts';

/** Moves a service to another plan with its data; back to the plan it had if that does not work. */
export const resizeProcess = defineProcess({
  kind: 'service_resize',
  deadlineSeconds: (20 * MINUTE_MS) / SECOND_MS,
  interrupted: 'The resize took too long.',
  startsMax: STARTS_MAX,
  first: 'resize_instance',
  undo: 'restore_size',
  steps: {
    resize_instance: (run) => askProvider(run, async () => resizeTo(run, await wantedPlan(run), 'wait_for_engine')),
    wait_for_engine: (run) => askProvider(run, () => waitForEngine(run, (ready) => finish(run, ready))),
    restore_size: (run) => askProvider(run, async () => resizeTo(run, (await getServiceOf(run.ctx.db, run.id)).plan, 'wait_for_restored')),
    wait_for_restored: (run) => askProvider(run, () => waitForEngine(run, () => done())),
  },
  ended: (tx, id, end) => ended(tx, id, end, { failed: 'The resize failed, and the previous plan is in force.' }),
});

const wantedPlan = async ({ ctx, id }: OperationRun): Promise<ServicePlanName> => {
  const [operation] = await ctx.db.select({ plan: serviceOperations.plan }).from(serviceOperations).where(eq(serviceOperations.id, id));
  if (operation?.plan == null) throw new Error('This operation is not a resize.');
  return operation.plan;
};

const resizeTo = async <Step extends string>(run: OperationRun, plan: ServicePlanName, next: Step): Promise<Outcome<Step>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  await (await driverOf(ctx, row)).resize(await specOf(ctx, row, plan), signal);
  return hop(next, ({ db }) => updateServiceOf(db, id, { lastAnswer: null }));
};

const finish = async (run: OperationRun, { instance, version, fingerprint256 }: ReadyEngine): Promise<Outcome<never>> => {
  const { ctx, id } = run;
  const { id: serviceId, plan: previous } = await getServiceOf(ctx.db, id);
  const plan = await wantedPlan(run);
  const { instanceType } = servicePlan(plan);
  return done(async (tx) => {
    await updateServiceOf(tx.db, id, {
      plan,
      size: instance.size,
      host: instance.host,
      version,
      servedFingerprint256: fingerprint256,
      ...seenWell(tx),
    });
    await beginCharge(tx, serviceId, plan);
    await recordServiceEvent(tx, serviceId, `Resized from ${previous} to ${plan} (${instanceType}).`);
  });
};
