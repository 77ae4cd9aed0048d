import { certificates, type Executor } from '@notafter/db';
import { type SslScoreSort, startOfSecond, type VerdictReason } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../../certificate-reach.ts';
import type { Stretch } from '../paging.ts';
import type { PageKey, PageRow } from './list-order.ts';

/** State of an endpoint by its dates and its last check. */
export type HandshakeState = 'unreachable' | 'unseen' | 'expired' | 'future' | 'current';

/** Facts that decide a score; thousands of endpoints share one. */
export interface HandshakeKind {
  readonly protocol: string | null;
  readonly cipher: string | null;
  readonly keyType: string | null;
  readonly keyBits: number | null;
  readonly reasons: readonly VerdictReason[];
  readonly state: HandshakeState;
}

export interface ScorePageRequest extends Stretch<'certificate'> {
  readonly reach: CertificateReach;
  readonly sort: Exclude<SslScoreSort, 'domain'>;
  readonly order: 'asc' | 'desc';
  readonly now: Date;
  /** The score of a kind at `now`. */
  readonly scoreOf: (kind: HandshakeKind) => number | null;
}

const stateAt = (
  now: Date,
): SQL => sql`case when unreachable_reason is not null then 'unreachable' when not_after is null or source <> 'endpoint' then 'unseen'
  when not_after < ${startOfSecond(now).toISOString()} then 'expired' when not_before > ${now.toISOString()} then 'future' else 'current' end`;

/** Columns of a kind, null as a value of the column's type, so that rows find their kind by equality. */
const kindColumns = (now: Date): SQL => sql`coalesce(protocol, '') as protocol, coalesce(cipher, '') as cipher,
  coalesce(key_type, '') as key_type, coalesce(key_bits, 0) as key_bits, reasons, ${stateAt(now)} as state`;

type KindRow = { protocol: string; cipher: string; key_type: string; key_bits: number; reasons: VerdictReason[]; state: HandshakeState };

/** Each kind among the rows with the text by which its score sorts; without a score the first. */
const readRanks = async (db: Executor, { reach, now, scoreOf }: ScorePageRequest): Promise<string> => {
  const rows = await db.execute<KindRow>(sql`select distinct ${kindColumns(now)} from ${certificates} where ${withinReach(reach)}`);
  const ranks = rows.map((row) => {
    const { protocol, cipher, key_type: keyType, key_bits: keyBits, reasons, state } = row;
    const kind = { protocol: protocol || null, cipher: cipher || null, keyType: keyType || null, keyBits: keyBits || null, reasons, state };
    return { ...row, rank: scoreOf(kind)?.toString().padStart(3, '0') ?? '' };
  });
  return JSON.stringify(ranks);
};

const byRank = async (db: Executor, request: ScorePageRequest): Promise<SQL> => sql`
  select id, domain, rank as value
  from (select id, domain, ${kindColumns(request.now)} from ${certificates} where ${withinReach(request.reach)}) as kinds
  join jsonb_to_recordset(${await readRanks(db, request)}::jsonb)
    as ranks (protocol text, cipher text, key_type text, key_bits int, reasons text[], state text, rank text)
  using (protocol, cipher, key_type, key_bits, reasons, state)`;

/** The text by which a column sorts; empty, and so the first, without a value. */
const sortedValue = ({ sort, now }: ScorePageRequest): SQL => {
  switch (sort) {
    case 'protocol':
      return sql`coalesce(protocol, '')`;
    case 'cipher':
      return sql`coalesce(cipher, '')`;
    case 'keyBits':
      return sql`coalesce(lpad(key_bits::text, 6, '0'), '')`;
    default:
      return sql`case when ${stateAt(now)} in ('unreachable', 'unseen') then ''
        when ${stateAt(now)} = 'current' and reasons = '{}' then '1' else '0' end`;
  }
};

/**
 * Returns rows in the order of a column, then by domain. Reads every row: no index can have an order that moves with the time, and the
 * first rows of a million are found in a quarter of a second.
 */
export const findScorePage = async (db: Executor, request: ScorePageRequest): Promise<readonly PageKey[]> => {
  const { reach, sort, order, after, take } = request;
  const values =
    sort === 'score'
      ? await byRank(db, request)
      : sql`select id, domain, ${sortedValue(request)} as value from ${certificates} where ${withinReach(reach)}`;
  const [direction, comparison] = order === 'asc' ? [sql.raw('asc'), sql.raw('>')] : [sql.raw('desc'), sql.raw('<')];
  return db.execute<PageRow>(sql`
    select id, key from (select id, (value || ' ' || domain) collate "C" as key from (${values}) as valued) as keyed
    where ${after === null ? sql`true` : sql`(key, id) ${comparison} (${after.key}::text collate "C", ${after.id}::uuid)`}
    order by key ${direction}, id ${direction} limit ${take}`);
};
