import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CostSavings, estimateSavings } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import { registrableDomainOf } from '../registrable-domain.ts';
import { cacheFigures } from './cached-counts.ts';

export interface IssuerShare {
  readonly name: string;
  readonly count: number;
  /** Share of the certificates ever reached, to one decimal. */
  readonly percent: number;
}

export interface Issuers {
  /** Most certificates first, at most 50. */
  readonly issuers: readonly IssuerShare[];
  /** The number of distinct issuers. */
  readonly issuersTotal: number;
  readonly computedAt: Date;
}

export interface Savings {
  readonly savings: CostSavings;
  readonly computedAt: Date;
}

const ISSUERS_LISTED = 50;
/** Hosts parsed before other requests get their turn: about 10 ms. */
const HOSTS_A_TURN = 10_000;

const shareOf = (count: number, total: number): number => Math.round((1000 * count) / total) / 10;

/** Current, or for more than 10,000 certificates up to five minutes old. */
export const readIssuers = cacheFigures(async (db, reach, computedAt): Promise<Issuers> => {
  const [found] = await db.execute<{ seen: number; total: number; issuers: { name: string; count: number }[] }>(sql`
    with groups as materialized (
      select issuer_key, count(*)::int as count from certificates
      where ${withinReach(reach)} and expires_at < 'infinity' and issuer_key <> '' group by issuer_key
    ), listed as (
      select issuer_key, count from groups order by count desc, issuer_key limit ${ISSUERS_LISTED}
    ), named as (
      -- The key is lower case and cut: one of its rows has the name as people write it.
      select count, issuer_key, (
        select issuer from certificates where ${withinReach(reach)} and issuer_key = listed.issuer_key and expires_at < 'infinity' limit 1
      ) as name from listed
    )
    select (select coalesce(sum(count), 0)::int from groups) as seen,
           (select count(*)::int from groups) as total,
           (select coalesce(json_agg(json_build_object('name', name, 'count', count) order by count desc, issuer_key), '[]') from named) as issuers`);
  const { seen = 0, total = 0, issuers = [] } = found ?? {};
  return { issuers: issuers.map(({ name, count }) => ({ name, count, percent: shareOf(count, seen) })), issuersTotal: total, computedAt };
});

/** Current, or for more than 10,000 certificates up to five minutes old. One text instead of a row per host: a tenth of the time. */
export const readSavings = cacheFigures(async (db, reach, computedAt): Promise<Savings> => {
  const [found] = await db.execute<{ hosts: string | null }>(
    sql`select string_agg(host, ' ') as hosts from (select distinct host from certificates where ${withinReach(reach)} and host <> '') as monitored`,
  );
  const hosts = found?.hosts?.split(' ') ?? [];
  const namesByParent = new Map<string, number>();
  let withoutParent = 0;
  for (const [index, host] of hosts.entries()) {
    if (index % HOSTS_A_TURN === HOSTS_A_TURN - 1) await nextTurn();
    const parent = registrableDomainOf(host);
    if (parent === null) withoutParent += 1;
    else namesByParent.set(parent, (namesByParent.get(parent) ?? 0) + 1);
  }
  return { savings: estimateSavings(namesByParent, withoutParent), computedAt };
});
