import { MINUTE_MS, SECOND_MS, type SignIn, solutions } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { defineProcess } from '../../steps/define-process.ts';
import { done, fail, hop, type Outcome } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX, waitFor } from '../internal/ask-provider.ts';
import { ended } from '../internal/ended.ts';
import { getServiceOf, recordServiceEvent, type ServiceRow, updateServiceOf } from '../internal/service-row.ts';
import { newServicePassword, openServiceSecret, sealServiceSecret } from '../internal/service-secrets.ts';
import { accessOf } from '../internal/spec.ts';

const RETRY_SECONDS = 2;
/** Some engines take a moment until a new password counts. */
const TAKES_EFFECT_MS = 5 * SECOND_MS;

/**
 * Changes the password in two phases: the next one is stored before the engine gets it, and becomes the password once a new
 * connection took it and refused the old one. Whatever a crash left, the one in force is found by trying both.
 */
export const rotationProcess = defineProcess({
  kind: 'service_rotation',
  deadlineSeconds: (10 * MINUTE_MS) / SECOND_MS,
  interrupted: 'The engine did not take part within 10 minutes.',
  startsMax: STARTS_MAX,
  first: 'choose_password',
  undo: 'settle',
  steps: {
    choose_password: (run) => choosePassword(run),
    set_password: (run) => askProvider(run, () => setPassword(run)),
    prove_password: (run) => askProvider(run, () => provePassword(run, (row) => changed(run, row))),
    settle: (run) => settle(run),
  },
  ended: (tx, id, end) => ended(tx, id, end, { failed: 'The password was not changed.' }),
});

type Step = 'set_password' | 'prove_password';

const choosePassword = async ({ ctx, id }: OperationRun): Promise<Outcome<Step>> => {
  const { id: serviceId, nextPasswordSealed } = await getServiceOf(ctx.db, id);
  return hop('set_password', async ({ db, auth }) => {
    // A next one that an operation before this left may be in force.
    if (nextPasswordSealed !== null) return;
    await updateServiceOf(db, id, { nextPasswordSealed: sealServiceSecret(auth, serviceId, 'password', newServicePassword()) });
  });
};

/** Signs in with the password in force and with the next one. */
const tryBoth = async ({ ctx, signal }: OperationRun, row: ServiceRow): Promise<{ readonly current: SignIn; readonly next: SignIn }> => {
  const { host, ports } = row;
  if (host === null) throw new Error('Only a service that runs has a password to change.');
  const { engines } = ctx.gateways.services;
  const next = await engines.signIn(await accessOf(ctx, row, { host, ports }, row.nextPasswordSealed), signal);
  const current = await engines.signIn(await accessOf(ctx, row, { host, ports }), signal);
  return { current, next };
};

const reasonOf = (...signIns: readonly SignIn[]): string =>
  signIns.flatMap((one) => (one.result === 'signed_in' ? [] : [one.reason])).at(-1) ?? '';
const isAny = (result: SignIn['result'], { current, next }: { current: SignIn; next: SignIn }): boolean =>
  current.result === result || next.result === result;

export const setPassword = async (run: OperationRun): Promise<Outcome<'prove_password'>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  const { host, ports } = row;
  const tried = await tryBoth(run, row);
  if (tried.next.result === 'signed_in') return hop('prove_password');
  if (isAny('unavailable', tried)) return waitFor(run, RETRY_SECONDS, reasonOf(tried.current, tried.next));
  if (tried.current.result === 'refused') {
    return fail(`${solutions[row.solution].name} refuses the password that we have. Was it changed from outside?`);
  }
  const next = openServiceSecret(ctx.auth, row.id, 'password', row.nextPasswordSealed);
  await ctx.gateways.services.engines.setPassword(await accessOf(ctx, row, { host: host ?? '', ports }), next, signal);
  return hop('prove_password');
};

/** The next password becomes the password. */
export const promoted = ({ clock }: Pick<SystemContext, 'clock'>, { nextPasswordSealed }: ServiceRow) => ({
  passwordSealed: nextPasswordSealed,
  nextPasswordSealed: null,
  passwordChangedAt: clock.now(),
});

/** `proven` follows once the engine takes the next password, and the one before it no longer. */
export const provePassword = async <Next extends string>(
  run: OperationRun,
  proven: (row: ServiceRow) => Outcome<Next>,
): Promise<Outcome<Next | 'set_password'>> => {
  const row = await getServiceOf(run.ctx.db, run.id);
  const tried = await tryBoth(run, row);
  if (isAny('unavailable', tried)) return waitFor(run, RETRY_SECONDS, reasonOf(tried.current, tried.next));
  if (tried.next.result === 'refused') return run.stepMs() < TAKES_EFFECT_MS ? waitFor(run, 1, reasonOf(tried.next)) : hop('set_password');
  if (tried.current.result === 'signed_in') return waitFor(run, RETRY_SECONDS, 'The engine still takes the previous password.');
  return proven(row);
};

const changed = ({ id }: OperationRun, row: ServiceRow): Outcome<never> =>
  done(async (tx) => {
    await updateServiceOf(tx.db, id, promoted(tx, row));
    await recordServiceEvent(tx, row.id, 'The password was changed.');
  });

/** After a failure: stores as the password the one that the engine takes. Both stay while it takes neither. */
const settle = async (run: OperationRun): Promise<Outcome<never>> => {
  const { ctx, id } = run;
  const row = await getServiceOf(ctx.db, id);
  if (row.nextPasswordSealed === null) return done();
  const tried = await tryBoth(run, row);
  if (tried.next.result === 'signed_in') return done((tx) => updateServiceOf(tx.db, id, promoted(tx, row)));
  if (tried.current.result === 'signed_in' && tried.next.result === 'refused') {
    return done(({ db }) => updateServiceOf(db, id, { nextPasswordSealed: null }));
  }
  return waitFor(run, RETRY_SECONDS, reasonOf(tried.current, tried.next));
};
