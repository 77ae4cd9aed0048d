import { services } from '@notafter/db';
import { MINUTE_MS, ProviderError, SECOND_MS, solutions } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { monitorService, readServiceAuthority } from '../../certificates/monitor-service.ts';
import type { SystemContext } from '../../context.ts';
import { defineProcess } from '../../steps/define-process.ts';
import { done, fail, hop, nap, type Outcome, type Write } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX } from '../internal/ask-provider.ts';
import { authorityFile, signingAuthority } from '../internal/authority.ts';
import { beginCharge, endCharge } from '../internal/charges.ts';
import { ended } from '../internal/ended.ts';
import { issueCertificate } from '../internal/issue-certificate.ts';
import { removeInstance } from '../internal/remove-instance.ts';
import { getServiceOf, recordServiceEvent, type ServiceRow, seenWell, updateServiceOf } from '../internal/service-row.ts';
import { driverOf, monitoredTarget, specOf } from '../internal/spec.ts';
import { type ReadyEngine, waitForEngine } from '../internal/wait-for-engine.ts';
import { sendServiceReadyJob } from '../service-jobs.ts';

/** Deploys a service: until its engine takes a sign-in over TLS, or until nothing of it is left. */
export const deploymentProcess = defineProcess({
  kind: 'service_deployment',
  deadlineSeconds: (20 * MINUTE_MS) / SECOND_MS,
  interrupted: 'The deployment took too long.',
  startsMax: STARTS_MAX,
  first: 'prepare',
  undo: 'remove_instance',
  steps: {
    prepare: (run) => askProvider(run, () => prepare(run)),
    create_instance: (run) => askProvider(run, () => createInstance(run)),
    wait_for_engine: (run) => askProvider(run, () => waitForEngine(run, (ready) => finish(run, ready))),
    remove_instance: async (run) =>
      (await removeInstance(run)) ? done(async (tx) => endCharge(tx, (await getServiceOf(tx.db, run.id)).id)) : nap(2),
  },
  ended: (tx, id, end) => ended(tx, id, end, { failed: 'The deployment failed.', deletesIfCancelled: true }),
});

/** Everything that the instance is created with is stored before it is: a second try asks for the same. */
export const prepare = async (run: OperationRun): Promise<Outcome<'create_instance'>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  const driver = await driverOf(ctx, row);
  const support = (await driver.survey(signal)).solutions[row.solution];
  if (!support.runs) return fail(support.reason);
  const ports = await driver.reservePorts(row.solution, signal);
  // A machine has its certificate signed once it has an address and a key.
  const issued =
    driver.address === null
      ? { authorityId: (await signingAuthority(ctx)).id, machineKey: null, machineReport: null }
      : await issueCertificate(ctx, row, driver.address);
  return hop('create_instance', ({ db }) => updateServiceOf(db, id, { ports, ...issued, lastAnswer: null }));
};

const createInstance = async (run: OperationRun): Promise<Outcome<'prepare' | 'wait_for_engine'>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  try {
    await (await driverOf(ctx, row)).create(await specOf(ctx, row), signal);
  } catch (error) {
    // Another program took the port since it was reserved.
    if (error instanceof ProviderError && error.fault === 'port_taken') return hop('prepare');
    throw error;
  }
  return hop('wait_for_engine', async (tx) => {
    await updateServiceOf(tx.db, id, { lastAnswer: null });
    await beginCharge(tx, row.id, row.plan);
  });
};

const finish = async (run: OperationRun, { instance, version, fingerprint256 }: ReadyEngine): Promise<Outcome<never>> => {
  const { ctx, id } = run;
  const row = await getServiceOf(ctx.db, id);
  const { host, size } = instance;
  const goLive = await goingLive(ctx, row, instance);
  return done(async (tx) => {
    await updateServiceOf(tx.db, id, { host, size, version, servedFingerprint256: fingerprint256 });
    await recordServiceEvent(tx, row.id, `${solutions[row.solution].name} ${version} is running.`);
    await goLive(tx);
  });
};

/** Writes that a service runs for the first time: from now on it is monitored, and the person who wanted it has mail. */
export const goingLive = async (
  ctx: SystemContext,
  row: ServiceRow,
  instance: Pick<ReadyEngine['instance'], 'host' | 'ports'>,
): Promise<Write> => {
  const authority = readServiceAuthority(ctx, await authorityFile(ctx));
  return async (tx) => {
    await tx.db
      .update(services)
      .set({ runningSince: tx.clock.now(), ...seenWell(tx) })
      .where(eq(services.id, row.id));
    await monitorService(tx, { orgId: row.orgId, serviceId: row.id, target: monitoredTarget(row, instance), authority });
    await tx.jobs.enqueue(tx.db, sendServiceReadyJob, { id: row.id });
  };
};
