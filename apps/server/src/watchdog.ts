import type { SystemContext } from '@notafter/features';
import type { JobActivity } from '@notafter/jobs';
import type { JobReading } from './http/metrics.ts';

const CHECK_EVERY_MS = 10_000;
/** Longer than any deadline of the drivers and the back-off after it. */
const LATE_AFTER_MS = 120_000;
/** Late for this much longer although PostgreSQL responds: this process does not recover by itself. */
const DEAD_AFTER_MS = 180_000;

export interface WatchdogOptions {
  readonly activity: () => readonly JobActivity[];
  /** Resolves when database and queues respond. */
  readonly ping: () => Promise<void>;
  readonly system: Pick<SystemContext, 'config' | 'gateways' | 'log'>;
  readonly onDead: () => void;
  /** Milliseconds since the epoch. The machine's clock unless a test moves time. */
  readonly now?: () => number;
}

export interface Watchdog {
  late(): readonly string[];
  readings(): readonly JobReading[];
  /** One round; a timer runs it every 10 s. */
  check(): Promise<void>;
  stop(): void;
}

/** Watches for kinds of jobs that are no longer alive: logs them, mails the operators past the queue, and ends a process that stays dead. */
export const createWatchdog = ({ activity, ping, system, onDead, now = Date.now }: WatchdogOptions): Watchdog => {
  const { log, config, gateways } = system;
  let isLate = false;
  /** Since when PostgreSQL responds while jobs are late. */
  let answersSince: number | null = null;
  const isLateAt = ({ aliveAt }: JobActivity): boolean => now() - aliveAt >= LATE_AFTER_MS;

  const notifyOperators = async (late: readonly JobActivity[]): Promise<void> => {
    const since = new Date(Math.min(...late.map(({ aliveAt }) => aliveAt)));
    const names = late.map(({ name }) => name);
    log.error({ late: names, since }, 'jobs are late: checks and alerts may be missing');
    for (const to of config.platformAdminEmails) {
      const mail = { kind: 'jobs-late', to, late: names, since, link: config.publicUrl } as const;
      await gateways.mailer
        .send(mail, `jobs-late-${since.getTime()}-${to}`)
        .catch((error: unknown) => log.error({ err: error }, 'mail to the operator failed'));
    }
  };

  const check = async (): Promise<void> => {
    const late = activity().filter(isLateAt);
    if (late.length === 0) {
      if (isLate) log.info({}, 'no jobs are late');
      isLate = false;
      answersSince = null;
      return;
    }
    if (!isLate) {
      isLate = true;
      await notifyOperators(late);
    }
    const answers = await ping().then(
      () => true,
      () => false,
    );
    answersSince = answers ? (answersSince ?? now()) : null;
    if (answersSince !== null && now() - answersSince >= DEAD_AFTER_MS) onDead();
  };

  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  timer.unref();
  return {
    late: () =>
      activity()
        .filter(isLateAt)
        .map(({ name }) => name),
    readings: () => activity().map((one) => ({ name: one.name, lastRanAt: one.lastRanAt, late: isLateAt(one) })),
    check,
    stop: () => clearInterval(timer),
  };
};
