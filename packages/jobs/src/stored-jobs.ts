import type { Connection, ForeignRows } from '@notafter/db';

const NAME = 'notafter_jobs';

/** Jobs that wait or run, for backups. A job that ran runs again, as after a crash. Those of a queue that is gone are left out. */
export const storedJobs: ForeignRows = {
  name: NAME,
  table: 'pgboss.job',
  select: `select to_jsonb(job) from pgboss.job as job where state < 'completed'`,
  load: async (sql: Connection) => {
    await sql.unsafe(`delete from pgboss.job;
      update ${NAME} set "row" = "row" || '{"state": "retry", "started_on": null}' where "row" ->> 'state' = 'active'`);
    // A job of an older pg-boss lacks newer columns, which then have their default.
    const columns = await sql<{ name: string }[]>`
      select quote_ident(attname) as name from pg_attribute
      where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and exists (select from notafter_jobs where "row" ? attname)`;
    if (columns.length === 0) return;
    const list = (prefix: string) => columns.map(({ name }) => `${prefix}${name}`).join(', ');
    await sql.unsafe(`insert into pgboss.job (${list('')})
      select ${list('job.')} from ${NAME} cross join lateral jsonb_populate_record(null::pgboss.job, "row") as job
      join pgboss.queue on queue.name = job.name on conflict do nothing`);
  },
};
