import { type Instance, isStuck, MINUTE_MS, machineText, solutions } from '@notafter/domain';
import { fail, type Outcome } from '../../steps/outcome.ts';
import { type OperationRun, waitFor } from './ask-provider.ts';
import { getServiceOf } from './service-row.ts';
import { accessOf, driverOf, tagOf } from './spec.ts';

const LOOK_SECONDS = 1;
/** Each look is several calls, which clouds limit. */
const MACHINE_LOOK_SECONDS = 5;
/** The slowest engines take some minutes for their first start. */
const WAIT_MINUTES = 10;
/** A machine installs its system's packages and pulls an image first. */
const MACHINE_WAIT_MINUTES = 15;

export interface ReadyEngine {
  readonly instance: Instance & { readonly host: string };
  readonly version: string;
  /** Of the certificate that it served. */
  readonly fingerprint256: string;
}

/** Goes on once the engine takes a sign-in over TLS; never by the cloud's word alone. Fails after ten minutes, or fifteen with a machine, with the last answer. */
export const waitForEngine = async <Step extends string>(
  run: OperationRun,
  ready: (engine: ReadyEngine) => Promise<Outcome<Step>> | Outcome<Step>,
): Promise<Outcome<Step>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  const { name } = solutions[row.solution];
  const instance = await (await driverOf(ctx, row)).observe(await tagOf(ctx, row), signal);
  const isMachine = row.cloud !== 'local';
  const minutes = isMachine ? MACHINE_WAIT_MINUTES : WAIT_MINUTES;
  const wait = (answer: string): Outcome<Step> =>
    run.stepMs() > minutes * MINUTE_MS
      ? fail(`${name} did not become ready within ${minutes} minutes. Last answer: ${answer}`)
      : waitFor(run, isMachine ? MACHINE_LOOK_SECONDS : LOOK_SECONDS, answer);
  if (instance === null) return fail('The instance disappeared while it started.');
  if (instance.state === 'failed') return fail(instance.problem ?? `${name} did not start.`);
  const { host } = instance;
  if (instance.state !== 'running' || host === null) return wait(instance.problem ?? `The instance is ${instance.state}.`);
  const signIn = await ctx.gateways.services.engines.signIn(await accessOf(ctx, row, { host, ports: instance.ports }), signal);
  if (signIn.result !== 'signed_in') {
    const isFirstBoot = isMachine && row.runningSince === null;
    if (isFirstBoot && isStuck(row.machineReport, ctx.clock.now())) return fail(machineText(row.machineReport));
    const isBooting = isFirstBoot && row.machineReport?.step !== 'started';
    return wait(isBooting ? machineText(row.machineReport) : signIn.reason);
  }
  return ready({ instance: { ...instance, host }, version: signIn.version, fingerprint256: signIn.fingerprint256 });
};
