import type { Connection, MovingJobs } from '@notafter/db';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Payloads are IDs of rows. */
const idsIn = (data: unknown): string[] =>
  typeof data === 'object' && data !== null ? Object.values(data).filter((value) => typeof value === 'string' && UUID.test(value)) : [];

/** Waiting jobs of rows that move to another database. One that runs runs again there, as after a crash. */
export const movingJobs: MovingJobs = {
  take: async (source: Connection, findOurs) => {
    const [found] = await source<{ exists: boolean }[]>`select to_regclass('pgboss.job') is not null as exists`;
    if (found?.exists !== true) return [];
    const waiting = await source<
      { id: string; data: unknown }[]
    >`select id::text, data from pgboss.job where state < 'completed' and data is not null`;
    const ours = await findOurs([...new Set(waiting.flatMap(({ data }) => idsIn(data)))]);
    const ids = waiting.filter(({ data }) => idsIn(data).some((id) => ours.has(id))).map(({ id }) => id);
    if (ids.length === 0) return [];
    const taken = await source<
      { row: string }[]
    >`delete from pgboss.job as job where id::text = any(${ids}) returning to_jsonb(job)::text as row`;
    return taken.map(({ row }) => row);
  },
  put: async (target: Connection, jobs) => {
    if (jobs.length === 0) return;
    const columns = await target<{ name: string }[]>`
      select quote_ident(attname) as name from pg_attribute
      where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const list = (prefix: string) => columns.map(({ name }) => `${prefix}${name}`).join(', ');
    await target.unsafe(
      `insert into pgboss.job (${list('')})
       select ${list('job.')} from unnest($1::text[]) as taken cross join lateral jsonb_populate_record(null::pgboss.job, taken::jsonb ||
         case when taken::jsonb ->> 'state' = 'active' then '{"state": "retry", "started_on": null}'::jsonb else '{}' end) as job`,
      [[...jobs]],
    );
  },
};
