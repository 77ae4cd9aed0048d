import type { Transaction } from '@notafter/db';
import {
  DISCOVERY_BUDGET_MS,
  DISCOVERY_NAMES_MAX,
  type DiscoverySource,
  type DiscoverySourceName,
  MINUTE_MS,
  progressOf,
  SECOND_MS,
  type ServiceAnswer,
  type SourceFinding,
  type SourceReport,
} from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import type { StepRun } from '../../steps/define-process.ts';
import { advanceTo } from '../../steps/progress.ts';
import { findEarlierAnswers, readFoundBy } from './earlier-answers.ts';
import { addFindings, countNames, listWaiting, type RunningDiscovery, readSeenNames, storeSources, writeLooks } from './found-names.ts';
import { LookWindow } from './look-window.ts';
import { SourceStates } from './source-states.ts';

/** Looks for names that came in without a word so often. */
const LOOK_WAIT_MS = 500;
/** Names are asked for no longer than this share of what is left, so that hosts can be checked. */
const NAMING_SHARE = 0.6;
/** Past its budget a source is given this long to say what it has. */
const SOURCE_GRACE_MS = 5 * SECOND_MS;
const SOURCE_BUDGET_MAX_MS = 3 * MINUTE_MS;

/** Whether nothing is left to ask and check, the time of the discovery is up, or the step has to stop. */
export type SearchEnd = 'complete' | 'out of time' | 'interrupted';

const afterMs = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });

/** Asks some sources of one discovery, while the hosts that they name are checked. */
export class Search {
  readonly #ctx: SystemContext;
  readonly #run: StepRun<'discovery'>;
  readonly #discovery: RunningDiscovery;
  readonly #states: SourceStates;
  readonly #looks: LookWindow;
  readonly #timeUp = new AbortController();
  readonly #failed = new AbortController();
  /** Ends whatever is under way. */
  readonly #halt: AbortSignal;
  /** Hosts that were checked, in earlier tries too. */
  #looked = 0;
  #namesKnown = 0;
  #storeFault: { readonly error: unknown } | null = null;

  constructor(run: StepRun<'discovery'>, discovery: RunningDiscovery) {
    const { ctx, signal } = run;
    this.#ctx = ctx;
    this.#run = run;
    this.#discovery = discovery;
    this.#states = new SourceStates(discovery.sources);
    this.#looks = new LookWindow(ctx.gateways.prober, (err) =>
      ctx.log.warn({ err, jobId: discovery.id }, 'look at a host failed on this machine'),
    );
    this.#halt = AbortSignal.any([signal, this.#timeUp.signal, this.#failed.signal]);
    this.#halt.addEventListener('abort', () => this.#looks.nudge(), { once: true });
  }

  get #leftMs(): number {
    return Math.max(0, DISCOVERY_BUDGET_MS - this.#run.spentMs());
  }

  get #isTimeUp(): boolean {
    return this.#timeUp.signal.aborted;
  }

  async ask(sources: readonly DiscoverySource[]): Promise<SearchEnd> {
    const timer = setTimeout(() => this.#timeUp.abort(), this.#leftMs);
    this.#run.onBeat(() => this.#run.commit(this.store));
    try {
      const { names, looked } = await countNames(this.#ctx.db, this.#discovery.id);
      this.#namesKnown = names;
      this.#looked = looked;
      await this.#nameAndLook(sources);
    } catch (error) {
      // The sources that are still at it have nobody to answer to.
      this.#failed.abort();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (this.#run.signal.aborted) return 'interrupted';
    return this.#isTimeUp ? 'out of time' : 'complete';
  }

  async #nameAndLook(sources: readonly DiscoverySource[]): Promise<void> {
    let named = false;
    const naming = Promise.all(sources.map((source) => this.#ask(source))).finally(() => {
      named = true;
      this.#looks.nudge();
    });
    // The looks end by themselves once the naming has, be it with a fault.
    await Promise.all([naming, this.#lookUntil(() => named)]);
  }

  /** Asks one source unless it has answered already. A fault of ours in it is its failure alone. */
  async #ask(source: DiscoverySource): Promise<void> {
    const { name } = source;
    if (this.#states.hasEnded(name) || this.#halt.aborted) return;
    this.#states.begin(name);
    const answered = name === 'ct_logs' ? await this.#takeEarlier(source) : [];
    const budgetMs = Math.min(SOURCE_BUDGET_MAX_MS, this.#leftMs * NAMING_SHARE);
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.#halt]);
    const asked = source.find({
      domain: this.#discovery.domain,
      signal,
      budgetMs,
      answered,
      found: (findings) => this.#take(source, findings),
      step: (step) => this.#states.step(name, step),
      seenNames: () => readSeenNames(this.#ctx.db, this.#discovery.id),
    });
    const report = await Promise.race([asked.catch((error: unknown) => this.#faultOf(source, error)), this.#late(budgetMs, own.signal)]);
    own.abort();
    if (this.#storeFault !== null) throw this.#storeFault.error;
    if (!this.#halt.aborted) this.#states.end(name, report);
    else if (this.#isTimeUp) this.#states.end(name, this.#outOfTime());
  }

  /** Takes the answers of logs to a recent search of the domain instead of asking again. */
  async #takeEarlier(source: DiscoverySource): Promise<readonly ServiceAnswer[]> {
    const { db, clock } = this.#ctx;
    const earlier = await findEarlierAnswers(db, this.#discovery, source.name, clock.now());
    if (earlier === null) return [];
    for await (const findings of readFoundBy(db, earlier.runId, source.name)) {
      if (!(await this.#take(source, findings))) break;
    }
    this.#states.reuse(source.name);
    return earlier.answers;
  }

  #outOfTime(): SourceReport {
    return { outcome: 'partial', reason: 'It was not done when the time was up.', fetchedAt: this.#ctx.clock.now() };
  }

  async #late(budgetMs: number, done: AbortSignal): Promise<SourceReport> {
    await afterMs(budgetMs + SOURCE_GRACE_MS, AbortSignal.any([done, this.#halt]));
    return this.#outOfTime();
  }

  #faultOf({ name }: DiscoverySource, error: unknown): SourceReport {
    this.#ctx.log.warn({ err: error, jobId: this.#discovery.id, source: name }, 'discovery source failed on this machine');
    return { outcome: 'failed', reason: 'It could not be asked.', fetchedAt: this.#ctx.clock.now() };
  }

  async #take({ name }: DiscoverySource, findings: readonly SourceFinding[]): Promise<boolean> {
    if (this.#halt.aborted) return false;
    if (this.#namesKnown >= DISCOVERY_NAMES_MAX) return false;
    this.#namesKnown += await this.#store(name, findings);
    this.#looks.nudge();
    return true;
  }

  /** A failed write isn't a failure of the source: the whole try ends, and another one continues. */
  async #store(name: DiscoverySourceName, findings: readonly SourceFinding[]): Promise<number> {
    try {
      return await this.#run.commit((tx) => addFindings(tx.db, this.#discovery, name, findings, tx.clock.now()));
    } catch (error) {
      this.#storeFault = { error };
      throw error;
    }
  }

  get #looksLeft(): number {
    return this.#ctx.config.discoveryMaxHosts - this.#looked - this.#looks.open;
  }

  async #lookUntil(named: () => boolean): Promise<void> {
    for (;;) {
      await this.#writeAnswers();
      if (this.#halt.aborted) return;
      // Asked before the rows are read: names that come in meanwhile are then found by a further round.
      const isLast = named();
      const started = await this.#startLooks();
      if (isLast && started === 0 && this.#looks.open === 0) return;
      if (started === 0 && this.#looks.answered === 0) await this.#looks.wait(LOOK_WAIT_MS);
    }
  }

  async #startLooks(): Promise<number> {
    const { open, room } = this.#looks;
    const wanted = Math.min(room, this.#looksLeft);
    if (wanted <= 0) return 0;
    const waiting = await listWaiting(this.#ctx.db, this.#discovery.id, open + wanted);
    const fresh = waiting.filter((target) => !this.#looks.has(target)).slice(0, wanted);
    for (const target of fresh) this.#looks.start(target);
    return fresh.length;
  }

  async #writeAnswers(): Promise<void> {
    const answers = this.#looks.takeAnswers();
    if (answers.length === 0) return;
    await this.#run.commit((tx) => writeLooks(tx.db, this.#discovery, answers));
    this.#looks.close(answers);
    this.#looked += answers.length;
  }

  /** Stores how far sources and checks are. */
  readonly store = async ({ db }: { readonly db: Transaction }): Promise<void> => {
    const { id } = this.#discovery;
    const { waiting, looked } = await countNames(db, id);
    const toLook = Math.min(looked + waiting, Math.max(looked, this.#ctx.config.discoveryMaxHosts));
    await storeSources(db, id, this.#states.stored);
    await advanceTo(db, id, progressOf({ sources: this.#states.shares, looked, toLook }));
  };
}
