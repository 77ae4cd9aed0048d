import postgres, { type SerializableParameter, type Sql } from 'postgres';
import { connectionOf, type DatabaseOptions } from './client.ts';

/** JSON arrives as text from libraries that were written for node-postgres; the driver would quote it a second time. */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
};

/** Statements of a library with its own SQL, on the connections of this product. */
export interface PlainClient {
  /** Runs one statement with parameters, or several without. The rows of all of them. */
  run(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /**
   * Notifies of messages on a channel until it is closed. Rejects if the first attempt fails; later, a connection that was lost is replaced
   * within seconds. `onListening` is called each time, so that the caller can look for what it missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening: () => void): Promise<{ readonly close: () => Promise<void> }>;
  close(): Promise<void>;
}

/** The library that made the statement knows the types of its values. */
const isParameters = (_values: readonly unknown[]): _values is SerializableParameter[] => true;
const parametersOf = (values: readonly unknown[]): SerializableParameter[] => (isParameters(values) ? values : []);

const STARTS_TRANSACTION = /^\s*begin\b/i;
const LISTEN_LOOK_MS = 5000;
const CLOSE_SECONDS = 5;

/** Keeps one connection and looks every few seconds whether it listens: it may be a new one, or silent. */
const startListener = async (
  url: string,
  options: DatabaseOptions,
  channel: string,
  { onMessage, onListening }: { readonly onMessage: (payload: string) => void; readonly onListening: () => void },
): Promise<{ readonly close: () => Promise<void> }> => {
  const connection = connectionOf(url, { ...options, max: 1, idleTimeoutMs: 0, statementTimeoutMs: LISTEN_LOOK_MS });
  const onnotify = (name: string, payload: string): void => {
    if (name === channel) onMessage(payload);
  };
  const sql = postgres(connection.url, { ...connection.settings, max_lifetime: null, onnotify });
  const ensure = async (): Promise<void> => {
    const listening = await sql`select 1 from pg_listening_channels() as name where name = ${channel}`;
    if (listening.length > 0) return;
    await sql`listen ${sql(channel)}`;
    onListening();
  };
  const close = (): Promise<void> => sql.end({ timeout: CLOSE_SECONDS });
  try {
    await ensure();
  } catch (error) {
    await close();
    throw error;
  }
  let closed = false;
  let timer: NodeJS.Timeout;
  const look = (): void => {
    // The statements of a job that fail too report the outage.
    timer = setTimeout(
      () =>
        void ensure()
          .catch(() => undefined)
          .finally(() => closed || look()),
      LISTEN_LOOK_MS,
    );
    timer.unref();
  };
  look();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await close();
    },
  };
};

/** A script with its own `begin` and `commit` leaves its transaction open if it fails. One runs at a time. */
const scriptRunner = (sql: Sql): ((text: string) => Promise<readonly unknown[]>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (text) => {
    const done = last.then(async () => {
      try {
        return await sql.unsafe(text);
      } catch (error) {
        await sql.unsafe('rollback').catch(() => undefined);
        throw error;
      }
    });
    last = done.catch(() => undefined);
    return done;
  };
};

/** Opens a pool for a library. One connection more runs scripts, and one more each listener. Connects with the first statement. */
export const openPlainClient = (url: string, options: DatabaseOptions): PlainClient => {
  const connection = connectionOf(url, options);
  const sql = postgres(connection.url, { ...connection.settings, types: { json } });
  const scripts = postgres(connection.url, { ...connection.settings, max: 1 });
  const runScript = scriptRunner(scripts);
  return {
    run: async (text, values) => {
      if (values.length > 0) return sql.unsafe(text, parametersOf(values));
      const rows: readonly unknown[] = await (STARTS_TRANSACTION.test(text) ? runScript(text) : sql.unsafe(text));
      // Several statements have a list of rows each.
      return rows.some(Array.isArray) ? rows.flat() : rows;
    },
    listen: (channel, onMessage, onListening) => startListener(url, options, channel, { onMessage, onListening }),
    close: async () => {
      await Promise.all([sql.end({ timeout: CLOSE_SECONDS }), scripts.end({ timeout: CLOSE_SECONDS })]);
    },
  };
};
