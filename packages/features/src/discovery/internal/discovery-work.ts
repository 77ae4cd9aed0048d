import {
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
import type { SystemContext, TransactionContext } from '../../context.ts';
import { recordEvent } from '../../notifications/events/record-events.ts';
import { withTransaction } from '../../with-transaction.ts';
import {
  addFindings,
  beat,
  countNames,
  endRun,
  listWaiting,
  lockRun,
  type RunningDiscovery,
  readSeenNames,
  skipWaiting,
  writeLooks,
} from '../run-store.ts';
import { findEarlierAnswers, readFoundBy } from './earlier-answers.ts';
import { FURTHER_DISCOVERY_PRIORITY, runDiscoveryJob } from './jobs.ts';
import { LookWindow } from './look-window.ts';
import { SourceStates } from './source-states.ts';

/** Shows life, and notices a cancel, so often. */
const BEAT_MS = 500;
/** Names are asked for no longer than this share of what is left, so that hosts can be looked at. */
const NAMING_SHARE = 0.6;
/** Past its budget a source is given this long to say what it has. */
const SOURCE_GRACE_MS = 5 * SECOND_MS;
const SOURCE_BUDGET_MAX_MS = 3 * MINUTE_MS;

interface Terms {
  readonly signal: AbortSignal | undefined;
  readonly budgetMs: number;
}

type WorkEnd = 'done' | 'out of time' | 'interrupted' | 'over';

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

/** One try of one search: sources and looks go on beside each other until nothing is left, the time is up or nobody wants it. */
export class DiscoveryWork {
  readonly #ctx: SystemContext;
  readonly #run: RunningDiscovery;
  readonly #states: SourceStates;
  readonly #looks: LookWindow;
  readonly #begun = performance.now();
  readonly #leftMs: number;
  /** Aborts whatever is under way, with the `WorkEnd` as its reason. */
  readonly #halt = new AbortController();
  #end: WorkEnd = 'done';
  #beatAt = performance.now();
  /** Hosts that were looked at, in earlier tries too. */
  #looked = 0;
  #namesKnown = 0;
  #storeFault: { readonly error: unknown } | null = null;

  constructor(ctx: SystemContext, run: RunningDiscovery, { signal, budgetMs }: Terms) {
    this.#ctx = ctx;
    this.#run = run;
    this.#states = new SourceStates(run.sources);
    this.#looks = new LookWindow(ctx.gateways.prober, (err) =>
      ctx.log.warn({ err, jobId: run.id }, 'look at a host failed on this machine'),
    );
    this.#leftMs = Math.max(0, budgetMs - run.spentMs);
    const interrupt = (): void => this.#stop('interrupted');
    signal?.addEventListener('abort', interrupt, { once: true });
    if (signal?.aborted === true) interrupt();
  }

  #stop(end: WorkEnd): void {
    if (this.#halt.signal.aborted) return;
    this.#end = end;
    this.#halt.abort();
    this.#looks.nudge();
  }

  get #elapsedMs(): number {
    return performance.now() - this.#begun;
  }

  /** Works until the end, whatever it is, and leaves the run in a state of which that is true. */
  async finish(): Promise<void> {
    const timeUp = setTimeout(() => this.#stop('out of time'), this.#leftMs);
    const beating = this.#keepBeating();
    try {
      await this.#work();
    } catch (error) {
      this.#halt.abort();
      throw error;
    } finally {
      clearTimeout(timeUp);
      this.#ended.abort();
      await beating;
    }
    await this.#settle();
  }

  readonly #ended = new AbortController();

  async #work(): Promise<void> {
    const { names, looked } = await countNames(this.#ctx.db, this.#run.id);
    this.#namesKnown = names;
    this.#looked = looked;
    const sources = this.#ctx.gateways.discovery;
    await this.#nameAndLook(sources.filter(({ name }) => name !== 'san'));
    await this.#nameAndLook(sources.filter(({ name }) => name === 'san'));
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
    if (this.#states.hasEnded(name) || this.#halt.signal.aborted) return;
    this.#states.begin(name);
    const answered = name === 'ct_logs' ? await this.#takeEarlier(source) : [];
    const budgetMs = Math.min(SOURCE_BUDGET_MAX_MS, (this.#leftMs - this.#elapsedMs) * NAMING_SHARE);
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.#halt.signal]);
    const asked = source.find({
      domain: this.#run.domain,
      signal,
      budgetMs,
      answered,
      found: (findings) => this.#take(source, findings),
      step: (step) => this.#states.step(name, step),
      seenNames: () => readSeenNames(this.#ctx.db, this.#run.id),
    });
    const report = await Promise.race([asked.catch((error: unknown) => this.#faultOf(source, error)), this.#late(budgetMs, own.signal)]);
    own.abort();
    if (this.#storeFault !== null) throw this.#storeFault.error;
    if (!this.#halt.signal.aborted) this.#states.end(name, report);
    else if (this.#end === 'out of time') this.#states.end(name, this.#outOfTime());
  }

  /** What logs told a search of the domain shortly before is not asked for again. */
  async #takeEarlier(source: DiscoverySource): Promise<readonly ServiceAnswer[]> {
    const { db, clock } = this.#ctx;
    const earlier = await findEarlierAnswers(db, this.#run, source.name, clock.now());
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
    await afterMs(budgetMs + SOURCE_GRACE_MS, AbortSignal.any([done, this.#halt.signal]));
    return this.#outOfTime();
  }

  #faultOf({ name }: DiscoverySource, error: unknown): SourceReport {
    this.#ctx.log.warn({ err: error, jobId: this.#run.id, source: name }, 'discovery source failed on this machine');
    return { outcome: 'failed', reason: 'It could not be asked.', fetchedAt: this.#ctx.clock.now() };
  }

  async #take({ name }: DiscoverySource, findings: readonly SourceFinding[]): Promise<boolean> {
    if (this.#halt.signal.aborted) return false;
    if (this.#namesKnown >= DISCOVERY_NAMES_MAX) return false;
    const added = await this.#store(name, findings);
    if (added === null) this.#stop('over');
    this.#namesKnown += added ?? 0;
    this.#looks.nudge();
    return added !== null;
  }

  /** What cannot be stored is no failure of the source: the whole try ends, and another goes on. */
  async #store(name: DiscoverySourceName, findings: readonly SourceFinding[]): Promise<number | null> {
    const { clock } = this.#ctx;
    try {
      return await withTransaction(this.#ctx, (tx) => addFindings(tx.db, this.#run, name, findings, clock.now()));
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
      if (this.#halt.signal.aborted) return;
      // Asked before the rows are read: names that come in meanwhile are then found by a further round.
      const isLast = named();
      const started = await this.#startLooks();
      if (isLast && started === 0 && this.#looks.open === 0) return;
      if (started === 0 && this.#looks.answered === 0) await this.#looks.wait(BEAT_MS);
    }
  }

  async #startLooks(): Promise<number> {
    const { open, room } = this.#looks;
    const wanted = Math.min(room, this.#looksLeft);
    if (wanted <= 0) return 0;
    const waiting = await listWaiting(this.#ctx.db, this.#run.id, open + wanted);
    const fresh = waiting.filter((target) => !this.#looks.has(target)).slice(0, wanted);
    for (const target of fresh) this.#looks.start(target);
    return fresh.length;
  }

  async #writeAnswers(): Promise<void> {
    const answers = this.#looks.takeAnswers();
    if (answers.length === 0) return;
    const isHeld = await withTransaction(this.#ctx, (tx) => writeLooks(tx.db, this.#run, answers));
    this.#looks.close(answers);
    this.#looked += answers.length;
    if (!isHeld) this.#stop('over');
  }

  async #keepBeating(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await afterMs(BEAT_MS, this.#ended.signal);
      // A database that is away for a moment is the work's own to notice.
      await this.#beat().catch((err: unknown) => this.#ctx.log.warn({ err, jobId: this.#run.id }, 'discovery could not show life'));
    }
  }

  async #beat(): Promise<void> {
    const { db, clock, config } = this.#ctx;
    const { waiting, looked } = await countNames(db, this.#run.id);
    const progress = progressOf({
      sources: this.#states.shares,
      looked,
      toLook: Math.min(looked + waiting, Math.max(looked, config.discoveryMaxHosts)),
    });
    const at = performance.now();
    const isHeld = await beat(db, this.#run.id, { sources: this.#states.stored, progress, spentMs: at - this.#beatAt, now: clock.now() });
    this.#beatAt = at;
    if (!isHeld) this.#stop('over');
  }

  async #settle(): Promise<void> {
    if (this.#end === 'over') return;
    if (this.#end === 'interrupted') {
      const { id: jobId, orgId } = this.#run;
      // Either kind of place may take it: whether the organization has another one under way is not known here.
      const asked = { singletonKey: jobId, group: orgId, priority: FURTHER_DISCOVERY_PRIORITY };
      await withTransaction(this.#ctx, (tx) => tx.jobs.enqueue(tx.db, runDiscoveryJob, { jobId }, asked));
      return;
    }
    const sources = this.#ctx.gateways.discovery.filter(({ name }) => name !== 'san');
    const [reason] = this.#states.failures;
    const allFailed = reason !== undefined && sources.every(({ name }) => this.#states.hasNoAnswer(name));
    await withTransaction(this.#ctx, async (tx) => {
      const now = tx.clock.now();
      if (!(await lockRun(tx.db, this.#run.id))) return;
      await beat(tx.db, this.#run.id, { sources: this.#states.stored, progress: 0, spentMs: 0, now });
      await skipWaiting(tx.db, this.#run.id, this.#whySkipped());
      const failed = allFailed && this.#namesKnown === 0;
      await endRun(tx.db, this.#run.id, {
        status: failed ? 'failed' : 'completed',
        error: failed ? `No source answered. ${reason}` : null,
        now,
      });
      if (!failed) await this.#recordCompleted(tx);
    });
    this.#ctx.log.info(
      { jobId: this.#run.id, names: this.#namesKnown, looked: this.#looked, end: this.#end, tookMs: Math.round(this.#elapsedMs) },
      'discovery ended',
    );
  }

  #recordCompleted(tx: TransactionContext<SystemContext>): Promise<void> {
    const { id, orgId, domain } = this.#run;
    const url = `${tx.config.publicUrl}/discovery`;
    const discovery = { id, domain, found: this.#namesKnown, checked: this.#looked, url };
    return recordEvent(tx, { orgId, type: 'discovery.completed', subjectId: id, data: { discovery } });
  }

  #whySkipped(): string {
    return this.#end === 'out of time'
      ? 'Not looked at: the time of this search was up.'
      : `Not looked at: a search looks at ${this.#ctx.config.discoveryMaxHosts} hosts at most.`;
  }
}
