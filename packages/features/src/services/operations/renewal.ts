import { dateText, MINUTE_MS, ProviderError, SECOND_MS, solutions } from '@notafter/domain';
import { monitorService, readServiceAuthority } from '../../certificates/monitor-service.ts';
import { defineProcess } from '../../steps/define-process.ts';
import { done, fail, hop, type Outcome } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX, waitFor } from '../internal/ask-provider.ts';
import { authorityFile } from '../internal/authority.ts';
import { ended } from '../internal/ended.ts';
import { isDueForRenewal, issueCertificate } from '../internal/issue-certificate.ts';
import { getServiceOf, recordServiceEvent, type ServiceRow, seenWell, updateServiceOf } from '../internal/service-row.ts';
import { accessOf, driverOf, monitoredTarget, specOf, tagOf } from '../internal/spec.ts';
import { type ReadyEngine, waitForEngine } from '../internal/wait-for-engine.ts';

const LOOK_SECONDS = 1;
/** Engines that read their files by themselves take some seconds. */
const TAKES_EFFECT_MS = MINUTE_MS;

/** Gives a service a new certificate, and ends once the engine serves it. One that was issued and never served is installed again. */
export const renewalProcess = defineProcess({
  kind: 'service_renewal',
  deadlineSeconds: (15 * MINUTE_MS) / SECOND_MS,
  interrupted: 'The engine did not serve the new certificate within 15 minutes.',
  startsMax: STARTS_MAX,
  first: 'issue_certificate',
  steps: {
    issue_certificate: (run) => issue(run),
    install_certificate: (run) => askProvider(run, () => install(run)),
    see_certificate: (run) => askProvider(run, () => waitForEngine(run, (ready) => see(run, ready))),
  },
  ended: (tx, id, end) => ended(tx, id, end, { failed: 'The certificate was not renewed.' }),
});

type Step = 'install_certificate' | 'see_certificate';

const hostOf = ({ host }: ServiceRow): string => {
  if (host === null) throw new Error('Only a service that runs has a certificate to renew.');
  return host;
};

const issue = async ({ ctx, id }: OperationRun): Promise<Outcome<Step>> => {
  const row = await getServiceOf(ctx.db, id);
  const issued = isDueForRenewal(ctx, row) ? await issueCertificate(ctx, row, hostOf(row)) : {};
  return hop('install_certificate', ({ db }) => updateServiceOf(db, id, { ...issued, lastAnswer: null }));
};

/** By the engine's own means; by a restart if it can't be asked, as one whose certificate ended while nobody was there. */
const install = async (run: OperationRun): Promise<Outcome<Step>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  const driver = await driverOf(ctx, row);
  const tag = await tagOf(ctx, row);
  const isReadAtStartOnly = await driver.replaceCertificate(await specOf(ctx, row), signal);
  try {
    if (isReadAtStartOnly) await driver.restart(tag, signal);
    else await ctx.gateways.services.engines.reloadCertificate(await accessOf(ctx, row, { host: hostOf(row), ports: row.ports }), signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || isReadAtStartOnly) throw error;
    await driver.restart(tag, signal);
  }
  return hop('see_certificate', ({ db }) => updateServiceOf(db, id, { lastAnswer: null }));
};

const see = async (run: OperationRun, { instance, fingerprint256 }: ReadyEngine): Promise<Outcome<Step>> => {
  const { ctx, id } = run;
  const row = await getServiceOf(ctx.db, id);
  if (fingerprint256 !== row.certificateFingerprint256) {
    const answer = `${solutions[row.solution].name} still serves the previous certificate.`;
    return run.stepMs() > TAKES_EFFECT_MS ? fail(answer) : waitFor(run, LOOK_SECONDS, answer);
  }
  const authority = readServiceAuthority(ctx, await authorityFile(ctx));
  return done(async (tx) => {
    await updateServiceOf(tx.db, id, { servedFingerprint256: fingerprint256, ...seenWell(tx) });
    const day = row.certificateNotAfter === null ? '' : dateText(row.certificateNotAfter);
    await recordServiceEvent(tx, row.id, `The new certificate is served. It is valid until ${day}.`);
    await monitorService(tx, { orgId: row.orgId, serviceId: row.id, target: monitoredTarget(row, instance), authority });
  });
};
