import { startOfSecond } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';

/** Within their dates, but failing for another reason, or not valid yet. Each half has an index. */
export const countFaulty = async ({ db, reach }: Pick<OrgContext, 'db' | 'reach'>, now: Date): Promise<number> => {
  const at = startOfSecond(now).toISOString();
  const rows = sql`from certificates where ${withinReach(reach)} and expires_at >= ${at} and expires_at < 'infinity'`;
  const [row] = await db.execute<{ faulty: number }>(sql`
    select ((select count(*) ${rows} and reasons <> '{}') + (select count(*) ${rows} and not_before > ${at} and reasons = '{}'))::int as faulty`);
  return row?.faulty ?? 0;
};
