import { isDatabaseUnavailable } from '@notafter/db';
import type { Log } from '@notafter/domain';

const PING_EVERY_MS = 1000;
const LINE_EVERY_MS = 60_000;

export interface OutageLog {
  /** Forwards everything except failures of an outage, which hundreds of requests and jobs would each report. */
  readonly log: Log;
  stop(): void;
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined && isDatabaseUnavailable(error.cause)) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};

/** Logs the start of a PostgreSQL outage, one line per minute while it lasts, and its end. */
export const collapseOutages = (log: Log, ping: () => Promise<void>): OutageLog => {
  let outage: { readonly since: number; lastLineAt: number; failures: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const watch = async (): Promise<void> => {
    const answers = await ping().then(
      () => true,
      () => false,
    );
    if (outage === null) return;
    const now = Date.now();
    const fields = { seconds: Math.round((now - outage.since) / 1000), failures: outage.failures };
    if (answers) {
      outage = null;
      log.info(fields, 'PostgreSQL is available again');
      return;
    }
    if (now - outage.lastLineAt >= LINE_EVERY_MS) {
      outage.lastLineAt = now;
      log.error(fields, 'PostgreSQL is still unavailable');
    }
    look();
  };
  const look = (): void => {
    timer = setTimeout(() => void watch(), PING_EVERY_MS);
    timer.unref();
  };
  const collapsing =
    (level: 'warn' | 'error') =>
    (fields: object, message: string): void => {
      if (!('err' in fields) || !isDatabaseUnavailable(fields.err)) {
        log[level](fields, message);
        return;
      }
      if (outage !== null) {
        outage.failures += 1;
        return;
      }
      const now = Date.now();
      outage = { since: now, lastLineAt: now, failures: 1 };
      log.error({ reason: reasonOf(fields.err) }, 'PostgreSQL is unavailable; requests get 503, and jobs wait');
      look();
    };
  return {
    log: {
      debug: (fields, message) => log.debug(fields, message),
      info: (fields, message) => log.info(fields, message),
      warn: collapsing('warn'),
      error: collapsing('error'),
    },
    stop: () => {
      outage = null;
      clearTimeout(timer);
    },
  };
};
