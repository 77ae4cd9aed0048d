import { type Executor, transparencyLogs } from '@notafter/db';
import type { ClientFacts, CtLog, LoggingState, LogTable, SctDelivery, SctFact } from '@notafter/domain';
import { inArray } from 'drizzle-orm';

/** A signed certificate timestamp that an endpoint serves: a log's promise to publish the certificate. */
export interface SctView {
  /** SHA-256 of the log's key in Base64. */
  readonly logId: string;
  /** Null, as operator and state are: no log list has the log. */
  readonly log: string | null;
  readonly operator: string | null;
  readonly logState: LoggingState | null;
  readonly signedAt: Date;
  readonly delivery: SctDelivery;
  /** Null if it was not checked: no key of the log was known. */
  readonly signature: 'valid' | 'invalid' | null;
}

type NamedLog = Pick<SctView, 'log' | 'operator' | 'logState'>;

const nobody: NamedLog = { log: null, operator: null, logState: null };

/** As the built-in table of clients knows a log: a date is the instant from which it is retired. */
const tabledLog = ({ name, operator, chrome, apple }: CtLog, now: Date): NamedLog => {
  const state = chrome ?? apple;
  const isRetired = state !== undefined && state !== 'usable' && Date.parse(state) <= now.getTime();
  return { log: name, operator, logState: state === undefined ? null : isRetired ? 'retired' : 'usable' };
};

/** Names the logs of timestamps: by the signed log list, or by the built-in table if that list was not read. */
const logsOf = async (db: Executor, scts: readonly SctFact[], { logs }: LogTable, now: Date): Promise<ReadonlyMap<string, NamedLog>> => {
  const ids = [...new Set(scts.map(({ log }) => log))];
  const listed = await db
    .select({ id: transparencyLogs.id, log: transparencyLogs.log })
    .from(transparencyLogs)
    .where(inArray(transparencyLogs.id, ids));
  return new Map([
    ...logs.filter(({ id }) => ids.includes(id)).map((log) => [log.id, tabledLog(log, now)] as const),
    ...listed.map(({ id, log }) => [id, { log: log.description, operator: log.operator, logState: log.state }] as const),
  ]);
};

/** Returns the timestamps that came with a served certificate, in their order; empty below a private CA. */
export const loadScts = async (db: Executor, facts: ClientFacts | null, table: LogTable, now: Date): Promise<readonly SctView[]> => {
  const scts = facts?.scts ?? [];
  if (scts.length === 0) return [];
  const logs = await logsOf(db, scts, table, now);
  return scts.map(({ log, at, by, signature }) => ({
    logId: log,
    ...(logs.get(log) ?? nobody),
    signedAt: new Date(at),
    delivery: by,
    signature: signature ?? null,
  }));
};
