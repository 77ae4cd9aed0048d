import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';

const FIRST_PAUSE_MS = 250;
/** Delay between attempts while it cannot start, for example on a full disk. */
const MAX_PAUSE_MS = 30_000;

/** Starts the embedded PostgreSQL and restarts it on the same port whenever it exits by itself. Rejects only if the first start does. */
export async function keepEmbeddedPostgres(options: Omit<EmbeddedPostgresOptions, 'onUnexpectedExit'>): Promise<EmbeddedPostgres> {
  const { log } = options;
  const stopping = new AbortController();
  let restarting: Promise<void> = Promise.resolve();

  const restart = async (): Promise<void> => {
    log.warn({}, 'The embedded PostgreSQL exited unexpectedly; restarting it');
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      // Until it is back, queries fail and requests get 503.
      await wait(pauseMs, null, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        current = await start(Number(new URL(current.url).port));
        return;
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'The embedded PostgreSQL cannot start yet');
      }
    }
  };
  const start = (port: number | undefined): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      ...options,
      ...(port === undefined ? {} : { port }),
      onUnexpectedExit: () => {
        restarting = restart();
      },
    });

  let current = await start(options.port);
  const { url, adopted, home } = current;
  return {
    url,
    adopted,
    home,
    stop: async () => {
      stopping.abort();
      await restarting;
      await current.stop();
    },
  };
}
