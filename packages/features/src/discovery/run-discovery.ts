import { DAY_MS, type DiscoveryJobId, type DiscoverySource, SECOND_MS } from '@notafter/domain';
import { recordEvent } from '../notifications/events/record-events.ts';
import { defineProcess, type StepRun } from '../steps/define-process.ts';
import { done, fail, hop, type Outcome } from '../steps/outcome.ts';
import { advanceTo } from '../steps/progress.ts';
import { runProcess } from '../steps/run-process.ts';
import { useCase } from '../use-case.ts';
import { countNames, readDiscovery, skipWaiting } from './internal/found-names.ts';
import { Search } from './internal/search.ts';
import { SourceStates } from './internal/source-states.ts';

type Run = StepRun<'discovery'>;

const followsCertificates = ({ name }: DiscoverySource): boolean => name === 'san';

/**
 * Finds the names of a domain and checks the hosts. Names and checks are rows as soon as they are known, so a discovery that is
 * interrupted at any line continues with the sources that had not answered and the hosts that still wait.
 */
export const discoveryProcess = defineProcess({
  kind: 'discovery',
  deadlineSeconds: DAY_MS / SECOND_MS,
  interrupted: 'The search was interrupted. Start it again.',
  first: 'find_names',
  steps: {
    /** Asks the domain's own servers, DNS and the certificate logs. */
    find_names: async (run) => {
      const { end, store } = await search(run, (source) => !followsCertificates(source));
      if (end === 'interrupted') return hop('find_names', store);
      return hop(end === 'out of time' ? 'skip_the_rest' : 'follow_certificates', store);
    },
    /** Asks the certificates that were seen for further names. */
    follow_certificates: async (run) => {
      const { end, store } = await search(run, followsCertificates);
      if (end === 'interrupted') return hop('follow_certificates', store);
      return hop(end === 'out of time' ? 'skip_the_rest' : 'finish', store);
    },
    finish: (run) => finish(run, `Not looked at: a search looks at ${run.ctx.config.discoveryMaxHosts} hosts at most.`),
    skip_the_rest: (run) => finish(run, 'Not looked at: the time of this search was up.'),
  },
  ended: async ({ db }, id, { state }) => {
    if (state === 'cancelled') await skipWaiting(db, id, 'The search was cancelled before this host was looked at.');
  },
});

const search = async (run: Run, isAsked: (source: DiscoverySource) => boolean) => {
  const part = new Search(run, await readDiscovery(run.ctx.db, run));
  const end = await part.ask(run.ctx.gateways.discovery.filter(isAsked));
  return { end, store: part.store };
};

/** A discovery fails if no source answered and nothing was found. */
const finish = async (run: Run, whySkipped: string): Promise<Outcome<never>> => {
  const { ctx, id, orgId } = run;
  const { domain, sources } = await readDiscovery(ctx.db, run);
  const { names, looked } = await countNames(ctx.db, id);
  const states = new SourceStates(sources);
  const [reason] = states.failures;
  const asked = ctx.gateways.discovery.filter((source) => !followsCertificates(source));
  ctx.log.info({ jobId: id, names, looked, tookMs: Math.round(run.spentMs()) }, 'discovery ended');
  if (names === 0 && reason !== undefined && asked.every(({ name }) => states.hasNoAnswer(name)))
    return fail(`No source answered. ${reason}`);
  return done(async (tx) => {
    await skipWaiting(tx.db, id, whySkipped);
    await advanceTo(tx.db, id, 100);
    const url = `${tx.config.publicUrl}/discovery`;
    const discovery = { id, domain, found: names, checked: looked, url };
    await recordEvent(tx, { orgId, type: 'discovery.completed', subjectId: id, data: { discovery } });
  });
};

/** Job: brings a discovery to its end, or as far as this worker comes until `signal` aborts. */
export const runDiscovery = useCase({
  name: 'discovery/run-discovery',
  access: 'system',
})(
  (ctx, payload: { readonly id: DiscoveryJobId }, options: { readonly signal?: AbortSignal } = {}): Promise<void> =>
    runProcess(ctx, discoveryProcess, payload, options),
);
