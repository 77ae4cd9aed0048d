import { serviceDrills, services } from '@notafter/db';
import {
  brandId,
  compareContents,
  HOUR_MS,
  MINUTE_MS,
  ProviderError,
  SECOND_MS,
  type ServiceOperationId,
  type ServiceTag,
} from '@notafter/domain';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { defineProcess, type End, type StepRun } from '../../steps/define-process.ts';
import { done, fail, hop, nap, type Outcome } from '../../steps/outcome.ts';
import { STARTS_MAX } from '../internal/ask-provider.ts';
import { authorityFile } from '../internal/authority.ts';
import { backupOf, backupPassword, originOf, storedBackup } from '../internal/backup-row.ts';
import { installationId } from '../internal/installation.ts';
import { removeTagged } from '../internal/remove-instance.ts';
import { recordServiceEvent } from '../internal/service-row.ts';
import { driverOf, specOf } from '../internal/spec.ts';

type DrillRun = StepRun<'service_drill'>;

const LOOK_SECONDS = 2;
/** A refusal that passes by itself is tried again for so long. */
const RETRY_MS = 30 * MINUTE_MS;
const START_MS = 10 * MINUTE_MS;
/** Drills of a service whose evidence is kept. */
const KEPT = 20;

/**
 * Restores a backup into an instance that nobody else uses: every file has to be as its manifest says, the engine has to start on
 * them, and every table has to have its rows. Then the instance is removed; the evidence stays. The service itself runs on.
 */
export const drillProcess = defineProcess({
  kind: 'service_drill',
  deadlineSeconds: (12 * HOUR_MS) / SECOND_MS,
  interrupted: 'The drill took too long.',
  startsMax: STARTS_MAX,
  first: 'verify_backup',
  undo: 'remove_instance',
  steps: {
    verify_backup: (run) => attempt(run, () => verify(run)),
    create_instance: (run) => attempt(run, () => createInstance(run)),
    compare: (run) => attempt(run, () => compare(run)),
    remove_instance: (run) => removeInstance(run),
  },
  ended: (tx, id, end) => endOf(tx, id, end),
});

const attempt = async <Step extends string>(run: DrillRun, work: () => Promise<Outcome<Step>>): Promise<Outcome<Step>> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.passes && run.stepMs() < RETRY_MS ? nap(LOOK_SECONDS) : fail(error.message);
  }
};

const rowsOf = async ({ ctx, id }: DrillRun) => {
  const [row] = await ctx.db
    .select({ drill: serviceDrills, service: services })
    .from(serviceDrills)
    .innerJoin(services, eq(services.id, serviceDrills.serviceId))
    .where(eq(serviceDrills.id, id));
  if (row === undefined) throw new ProviderError('not_found', 'The service was deleted meanwhile.');
  return row;
};

const tagOfDrill = async ({ ctx, id }: DrillRun): Promise<ServiceTag> => ({
  installation: await installationId(ctx.db),
  service: brandId(id),
});

const verify = async (run: DrillRun): Promise<Outcome<'create_instance'>> => {
  const { ctx, id, signal } = run;
  const { service } = await rowsOf(run);
  const { files, bytes } = await ctx.gateways.services.backups.verify(storedBackup(ctx, await backupOf(ctx.db, id)), signal);
  const ports = await (await driverOf(ctx, service)).reservePorts(service.solution, signal);
  const evidence = { files, bytes, matching: 0, unknown: 0, rows: 0, differences: [] };
  return hop('create_instance', ({ db }) => db.update(serviceDrills).set({ ports, evidence }).where(eq(serviceDrills.id, id)));
};

const createInstance = async (run: DrillRun): Promise<Outcome<'compare' | 'verify_backup'>> => {
  const { ctx, id, signal } = run;
  const { service, drill } = await rowsOf(run);
  const backup = await backupOf(ctx.db, id);
  const origin = originOf(ctx, backup);
  try {
    // The smallest plan: only the contents of tables and files count.
    const spec = await specOf(ctx, service, 'hobbyist');
    await (await driverOf(ctx, service)).create({ ...spec, tag: await tagOfDrill(run), ports: drill.ports }, signal, origin);
  } catch (error) {
    if (error instanceof ProviderError && error.fault === 'port_taken') return hop('verify_backup');
    throw error;
  }
  return hop('compare');
};

const compare = async (run: DrillRun): Promise<Outcome<'remove_instance'>> => {
  const { ctx, id, signal } = run;
  const { service, drill } = await rowsOf(run);
  const backup = await backupOf(ctx.db, id);
  const tag = await tagOfDrill(run);
  const instance = await (await driverOf(ctx, service)).observe(tag, signal);
  if (instance === null) return fail('The restored instance disappeared.');
  if (instance.state === 'failed') return fail(instance.problem ?? 'The engine did not start on the restored data.');
  const { host, ports } = instance;
  const access =
    host === null
      ? null
      : {
          ...{ solution: service.solution, host, ports, servername: host, authority: await authorityFile(ctx) },
          ...{ user: service.user, password: backupPassword(ctx, backup) },
        };
  if (access === null) return waitForStart(run, 'It has no address yet.');
  const signIn = await ctx.gateways.services.engines.signIn(access, signal);
  if (signIn.result !== 'signed_in') return waitForStart(run, signIn.reason);
  const compared = compareContents(backup.contents ?? [], await ctx.gateways.services.backups.readContents(access, signal));
  const evidence = { files: 0, bytes: 0, ...drill.evidence, ...compared };
  const store = ({ db }: TransactionContext<SystemContext>) => db.update(serviceDrills).set({ evidence }).where(eq(serviceDrills.id, id));
  if (compared.differences.length > 0) return fail(`${compared.differences.join('; ')}.`, store);
  return hop('remove_instance', store);
};

const waitForStart = ({ stepMs }: DrillRun, reason: string): Outcome<never> =>
  stepMs() < START_MS ? nap(LOOK_SECONDS) : fail(`The restored engine did not take a sign-in within 10 minutes. ${reason}`);

const removeInstance = async (run: DrillRun): Promise<Outcome<never>> => {
  const { ctx, signal } = run;
  const { service } = await rowsOf(run);
  return (await removeTagged(await driverOf(ctx, service), await tagOfDrill(run), signal)) ? done() : nap(LOOK_SECONDS);
};

const endOf = async (tx: TransactionContext<SystemContext>, id: ServiceOperationId, { state, error }: End): Promise<void> => {
  const isPassed = state === 'completed';
  const failure = state === 'cancelled' ? 'It was cancelled.' : error;
  const [drill] = await tx.db
    .update(serviceDrills)
    .set({ state: isPassed ? 'passed' : 'failed', failure: isPassed ? null : failure, finishedAt: tx.clock.now() })
    .where(eq(serviceDrills.id, id))
    .returning({ serviceId: serviceDrills.serviceId });
  if (drill === undefined) return;
  const text = isPassed ? 'The newest backup was restored in a drill, and is good.' : `The drill failed. ${failure ?? ''}`.trim();
  await recordServiceEvent(tx, drill.serviceId, text);
  const newest = tx.db
    .select({ id: serviceDrills.id })
    .from(serviceDrills)
    .where(eq(serviceDrills.serviceId, drill.serviceId))
    .orderBy(desc(serviceDrills.startedAt), desc(serviceDrills.id))
    .limit(KEPT);
  await tx.db.delete(serviceDrills).where(and(eq(serviceDrills.serviceId, drill.serviceId), notInArray(serviceDrills.id, newest)));
};
