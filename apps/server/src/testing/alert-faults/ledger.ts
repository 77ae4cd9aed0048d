import type { Database } from '@notafter/db';
import type { ChannelType } from '@notafter/domain';

/** One message in the ledger. */
export interface LedgerMessage {
  readonly channel: ChannelType;
  readonly marked: boolean;
  readonly parts: number;
  /** Attempts with an unknown outcome; each may have caused one repetition. */
  readonly unknown: number;
  /** Those that ended with their worker or its database. */
  readonly crashed: number;
}

export interface Ledger {
  readonly alerts: readonly { readonly domain: string; readonly rule: string; readonly threshold: number }[];
  readonly byMessage: ReadonlyMap<string, LedgerMessage>;
  /** Deliveries by `kind state`. */
  readonly deliveries: Readonly<Record<string, number>>;
  /** Attempts without an outcome. */
  readonly openAttempts: number;
  /** For sends interrupted by a crash: the time from their start until they were found, in ms on the workers' clock, in order. */
  readonly foundAfterMs: readonly number[];
}

const CRASHED = 'The server that sent it stopped before it had the answer.';

export const readLedger = async ({ $client: sql }: Database): Promise<Ledger> => {
  const alerts = await sql<{ domain: string; rule: string; threshold: number }[]>`select domain, rule, threshold from alerts`;
  const messages = await sql<({ id: string } & LedgerMessage)[]>`
    select message_id as id, split_part(channel, ':', 1) as channel, bool_or(maybe_repeated) as marked, count(*)::int as parts,
      coalesce(max(tried.unknown), 0) as unknown, coalesce(max(tried.crashed), 0) as crashed
    from deliveries left join (
      select message_id as tried_id, count(*) filter (where outcome = 'unknown')::int as unknown,
        count(*) filter (where outcome = 'unknown' and answer = ${CRASHED})::int as crashed
      from delivery_attempts group by message_id) as tried on tried_id = message_id
    where message_id is not null group by message_id, channel`;
  const states = await sql<{ state: string; n: number }[]>`
    select kind || ' ' || state as state, count(*)::int as n from deliveries group by 1`;
  const [open] = await sql<{ n: number }[]>`select count(*)::int as n from delivery_attempts where outcome is null`;
  const waits = await sql<{ ms: number }[]>`
    select extract(epoch from finished_at - started_at)::float * 1000 as ms
    from delivery_attempts where answer = ${CRASHED} order by 1`;
  return {
    alerts,
    byMessage: new Map(messages.map(({ id, ...message }) => [id, message])),
    deliveries: Object.fromEntries(states.map(({ state, n }) => [state, n])),
    openAttempts: open?.n ?? 0,
    foundAfterMs: waits.map(({ ms }) => ms),
  };
};
