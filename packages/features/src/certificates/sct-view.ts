import { type Executor, sctInclusions, transparencyLogs } from '@notafter/db';
import type { CtLog, LoggingState, LogTable, SctDelivery, SctFact, SctInclusion } from '@notafter/domain';
import { eq, inArray } from 'drizzle-orm';

/** A signed certificate timestamp: a log's promise to publish the certificate. */
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
  /** Whether the log has the certificate; null before it is asked. */
  readonly inclusion: { readonly state: SctInclusion['kind']; readonly reason: string | null; readonly askedAt: Date } | null;
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

/** The answers of logs about the timestamps in a certificate. */
const inclusionsOf = async (db: Executor, fingerprint256: string | null) => {
  const rows = fingerprint256 === null ? [] : await db.select().from(sctInclusions).where(eq(sctInclusions.fingerprint256, fingerprint256));
  return ({ log, at, by }: SctFact): SctView['inclusion'] => {
    const row = rows.find(({ logId, signedAt }) => by === 'embedded' && logId === log && signedAt.getTime() === Date.parse(at));
    const { inclusion = null, askedAt = null } = row ?? {};
    if (inclusion === null || askedAt === null) return null;
    return { state: inclusion.kind, reason: 'reason' in inclusion ? inclusion.reason : null, askedAt };
  };
};

/** The signature by an answer: it is verified before the log is asked. */
const signatureBy = {
  included: 'valid',
  pending: 'valid',
  missing: 'valid',
  wrongly_signed: 'invalid',
  unknown: null,
} as const satisfies Record<SctInclusion['kind'], SctView['signature']>;

interface Certified {
  readonly scts: readonly SctFact[];
  /** Finds the answers of logs; null if none were asked. */
  readonly fingerprint256: string | null;
}

/** Returns the timestamps of a certificate in their order, with their logs. */
export const loadScts = async (
  db: Executor,
  { scts, fingerprint256 }: Certified,
  table: LogTable,
  now: Date,
): Promise<readonly SctView[]> => {
  if (scts.length === 0) return [];
  const logs = await logsOf(db, scts, table, now);
  const inclusionOf = await inclusionsOf(db, fingerprint256);
  return scts.map((sct) => {
    const inclusion = inclusionOf(sct);
    return {
      logId: sct.log,
      ...(logs.get(sct.log) ?? nobody),
      signedAt: new Date(sct.at),
      delivery: sct.by,
      signature: sct.signature ?? (inclusion === null ? null : signatureBy[inclusion.state]),
      inclusion,
    };
  });
};
