import { MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { defineProcess } from '../../steps/define-process.ts';
import { done, hop, type Outcome } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX } from '../internal/ask-provider.ts';
import { ended } from '../internal/ended.ts';
import { getServiceOf, recordServiceEvent, seenWell, updateServiceOf } from '../internal/service-row.ts';
import { driverOf, specOf } from '../internal/spec.ts';
import { waitForEngine } from '../internal/wait-for-engine.ts';

/** Restricts the addresses of clients. The next ones are stored before the engine gets them, and count once it still takes our sign-in. */
export const allowlistProcess = defineProcess({
  kind: 'service_allowlist',
  deadlineSeconds: (15 * MINUTE_MS) / SECOND_MS,
  interrupted: 'The engine did not take part within 15 minutes.',
  startsMax: STARTS_MAX,
  first: 'set_allowlist',
  undo: 'restore_allowlist',
  steps: {
    set_allowlist: (run) => askProvider(run, () => set(run)),
    wait_for_engine: (run) => askProvider(run, () => waitForEngine(run, () => allowed(run))),
    restore_allowlist: (run) => askProvider(run, () => restore(run)),
  },
  ended: (tx, id, end) => ended(tx, id, end, { failed: 'The allowed addresses were not changed.' }),
});

const set = async (run: OperationRun): Promise<Outcome<'wait_for_engine'>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  const allowlist = row.nextAllowlist ?? row.allowlist;
  await (await driverOf(ctx, row)).setAllowlist(await specOf(ctx, { ...row, allowlist }), signal);
  return hop('wait_for_engine', ({ db }) => updateServiceOf(db, id, { lastAnswer: null }));
};

const allowed = async ({ ctx, id }: OperationRun): Promise<Outcome<never>> => {
  const row = await getServiceOf(ctx.db, id);
  const allowlist = row.nextAllowlist ?? row.allowlist;
  return done(async (tx) => {
    await updateServiceOf(tx.db, id, { allowlist, nextAllowlist: null, ...seenWell(tx) });
    const text = allowlist.length === 0 ? 'Clients may connect from any address.' : `Clients may connect from ${allowlist.join(', ')}.`;
    await recordServiceEvent(tx, row.id, text);
  });
};

const restore = async ({ ctx, id, signal }: OperationRun): Promise<Outcome<never>> => {
  const row = await getServiceOf(ctx.db, id);
  await (await driverOf(ctx, row)).setAllowlist(await specOf(ctx, row), signal);
  return done(({ db }) => updateServiceOf(db, id, { nextAllowlist: null }));
};
