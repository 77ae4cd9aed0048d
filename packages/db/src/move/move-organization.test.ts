import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import * as schema from '../schema/index.ts';
import { fillOrganization } from '../testing/fill-organization.ts';
import { createTestDatabase, startDatabaseProxy, type TestDatabase } from '../testing/index.ts';
import { type MoveRequest, type MoveStep, type MovingJobs, moveOrganization } from './move-organization.ts';
import { organizationTables } from './organization-tables.ts';

interface Place {
  readonly database: TestDatabase;
  readonly sql: Sql;
}

const noJobs: MovingJobs = { take: async () => [], put: async () => undefined };
const steps = ['held', 'copied', 'removed', 'prepared', 'committed'] as const satisfies readonly MoveStep[];

const open = async (): Promise<Place> => {
  const database = await createTestDatabase({ max: 1 });
  return { database, sql: postgres(database.url, { max: 2, onnotice: () => undefined }) };
};

let source: Place;
let target: Place;
let organizationId: string;
let otherId: string;
beforeEach(async () => {
  [source, target] = await Promise.all([open(), open()]);
  organizationId = await fillOrganization(source.sql, 'moved');
  otherId = await fillOrganization(source.sql, 'other');
  await target.sql`insert into alert_sweeps (expiry_until) values ('2026-11-28T12:00:00Z')`;
  await source.sql`insert into alert_sweeps (expiry_until) values ('2026-11-28T11:00:00Z')`;
});
afterEach(async () => {
  for (const { database, sql } of [source, target]) {
    for (const { gid } of await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = current_database()`)
      await sql.unsafe(`rollback prepared '${gid}'`);
    await sql.end({ timeout: 0 });
    await database.drop();
  }
});

const move = (more: Partial<MoveRequest> = {}) =>
  moveOrganization({
    ...{
      from: source.database.url,
      to: target.database.url,
      organizationId,
      jobs: noJobs,
      graceMs: 0,
      now: new Date('2026-11-28T10:00:00Z'),
    },
    ...more,
  });

/** Every row of the organization, by table, without what a move may change. */
const rowsOf = async ({ sql }: Place, id: string): Promise<Record<string, unknown[]>> => {
  const rows: Record<string, unknown[]> = {};
  for (const { name, rowsOf: where } of organizationTables(schema)) {
    const found = await sql.unsafe(`
      select to_jsonb(t) - '{next_check_at,paused_until,run_at}'::text[] as row from ${name} t where ${where(`'${id}'::uuid`)} order by t::text`);
    rows[name] = found.map(({ row }) => row);
  }
  const [counts] = await sql`select coalesce(sum(total), 0)::int as total from certificate_counts where org_id = ${id}`;
  rows.certificate_counts = [counts?.total];
  return rows;
};

const isEmpty = (rows: Record<string, unknown[]>): boolean =>
  Object.entries(rows).every(([name, of]) => of.length === 0 || (name === 'certificate_counts' && of[0] === 0));
const prepared = async (): Promise<number> => {
  const [row] = await target.sql`select count(*)::int as count from pg_prepared_xacts where database = current_database()`;
  return row?.count;
};

/** Moves until `step`; then the mover loses both servers, as if its process was killed. */
const moveUntil = async (step: MoveStep): Promise<void> => {
  const [from, to] = await Promise.all([startDatabaseProxy(source.database.url), startDatabaseProxy(target.database.url)]);
  const at = async (reached: MoveStep) => {
    if (reached === step) await Promise.all([from.close(), to.close()]);
  };
  await expect(move({ from: from.url, to: to.url, at })).rejects.toThrow();
};

describe('a move', () => {
  it('moves a row of every table, with odd characters, and leaves other organizations', async () => {
    await target.sql`insert into issuance_searches (source, domain, cursor, next_at) values ('crt.sh', 'elsewhere.example', '7', now())`;
    const watched = await source.sql<{ domain: string }[]>`
      update watched_domains set verified_at = now() where org_id = ${organizationId} returning domain`;
    for (const { domain } of watched)
      await target.sql`insert into issuance_searches (source, domain, cursor, next_at) values ('crt.sh', ${domain}, '7', now())`;
    const [leaf, shared] = ['AA', 'BB'];
    for (const { sql } of [source, target])
      await sql`insert into x509_certificates (fingerprint256, facts, first_seen_at) values (${shared}, '{}', now())`;
    await target.sql`insert into unused_x509 (fingerprint256, found_at) values (${shared}, now())`;
    await source.sql`insert into x509_certificates (fingerprint256, facts, first_seen_at) values (${leaf}, '{"pem": "x"}', now())`;
    await source.sql`update certificates set chain = ${[leaf, shared]} where org_id = ${organizationId}`;
    await source.sql`
      insert into certificate_history (id, certificate_id, action, recorded_at, issuer, not_after, fingerprint256)
      select ${newId()}, id, 'checked', '2026-11-01T00:00:00.000001Z', 'CA', now(), 'AA' from certificates where org_id = ${organizationId}`;
    const [before, other] = [await rowsOf(source, organizationId), await rowsOf(source, otherId)];
    expect(Object.entries(before).filter(([name, rows]) => rows.length === 0 && !/^services?(?:_|$)/.test(name))).toEqual([]);

    const report = await move();
    const searched = await target.sql`select domain from issuance_searches where restart_at <= now()`;
    expect(searched.map(({ domain }) => domain)).toEqual(watched.map(({ domain }) => domain));
    expect(report.rows).toMatchObject({ organizations: 1, certificates: 1, certificate_history: 2, sessions: 1, audit_log: 1 });
    expect(report.x509).toBe(1);
    expect(await rowsOf(target, organizationId)).toEqual(before);
    expect(isEmpty(await rowsOf(source, organizationId))).toBe(true);
    expect(await rowsOf(source, otherId)).toEqual(other);
    expect(await prepared()).toBe(0);
    expect((await target.sql`select fingerprint256 from x509_certificates order by 1`).map(({ fingerprint256 }) => fingerprint256)).toEqual(
      [leaf, shared],
    );
    expect(await target.sql`select fingerprint256 from unused_x509`).toHaveLength(0);
    // The source's sweep was an hour behind: the target sweeps that hour again.
    expect(await target.sql`select expiry_until = '2026-11-28T11:00:00Z' as back from alert_sweeps`).toEqual([{ back: true }]);
    await expect(move()).rejects.toThrow('The source has no organization of this ID.');
  });

  it.each(steps)('that dies when it is %s leaves the organization in one place, and the next run ends it', async (step) => {
    const before = await rowsOf(source, organizationId);
    await moveUntil(step);
    const [atSource, atTarget] = [await rowsOf(source, organizationId), await rowsOf(target, organizationId)];
    // After the commit, the copy waits for the next run.
    expect([isEmpty(atSource), isEmpty(atTarget), await prepared()]).toEqual(
      step === 'committed' ? [true, true, 1] : [false, true, step === 'prepared' ? 1 : 0],
    );
    const report = await move();
    expect(report.rows === null).toBe(step === 'committed');
    expect(await rowsOf(target, organizationId)).toEqual(before);
    expect(isEmpty(await rowsOf(source, organizationId))).toBe(true);
    expect(await prepared()).toBe(0);
  });

  it('discards a copy whose rows were removed by something else', async () => {
    await moveUntil('prepared');
    await source.sql`delete from organizations where id = ${organizationId}`;
    await expect(move()).rejects.toThrow('The source has no organization of this ID.');
    expect(await prepared()).toBe(0);
    expect(await target.sql`select from organizations`).toHaveLength(0);
  });

  it('moves nothing if a row changed after it was copied', async () => {
    const change = async (at: MoveStep) => {
      if (at === 'copied') await source.sql`update notification_settings set grouping_enabled = true where org_id = ${organizationId}`;
    };
    await expect(move({ at: change })).rejects.toThrow('Rows of notification_settings changed during the move. Nothing has moved.');
    expect(isEmpty(await rowsOf(target, organizationId))).toBe(true);
    expect(await prepared()).toBe(0);
    await move();
    expect(await target.sql`select grouping_enabled from notification_settings`).toEqual([{ grouping_enabled: true }]);
  });

  it('lets a write of the organization wait, and fails it: nothing that was acknowledged is lost', async () => {
    let write: Promise<unknown> = Promise.resolve();
    await move({
      at: async (at) => {
        if (at !== 'copied') return;
        write = source.sql`
          insert into sessions (id, user_id, expires_at, created_at) select 'late', id, now(), now() from users where org_id = ${organizationId}`.catch(
          ({ code }: { code: string }) => code,
        );
        await expect
          .poll(
            async () =>
              (await source.database.db.$client`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%late%'`)
                .length,
          )
          .toBe(1);
      },
    });
    expect(await write).toBe('23503');
    expect(await target.sql`select id from sessions where id = 'late'`).toHaveLength(0);
  });

  it('takes the jobs that wait for its rows along', async () => {
    const put: string[] = [];
    let ours: ReadonlySet<string> = new Set();
    const [user] = await source.sql`select id::text from users where org_id = ${organizationId}`;
    const jobs: MovingJobs = {
      take: async (_, findOurs) => {
        ours = await findOurs([user?.id, otherId, organizationId]);
        return ['job'];
      },
      put: async (_, taken) => void put.push(...taken),
    };
    expect((await move({ jobs })).jobs).toBe(1);
    expect([...ours].sort()).toEqual([user?.id, organizationId].sort());
    expect(put).toEqual(['job']);
  });
});

describe('a move is refused', () => {
  it('within one database', async () => {
    await expect(move({ to: source.database.url })).rejects.toThrow('Both URLs lead to the same database.');
  });

  it('with data services, which cannot move', async () => {
    await source.sql`insert into services (id, org_id, resource_id, solution, cloud, region, plan, "user", created_at)
      values (${newId()}, ${organizationId}, 'pg-1', 'postgresql', 'local', 'here', 'small', 'app', now())`;
    await expect(move()).rejects.toThrow('The organization has data services, which cannot move.');
  });

  it('if the target has an account with the same address', async () => {
    const [user] = await source.sql`select email from users where org_id = ${organizationId}`;
    await fillOrganization(target.sql, 'third');
    await target.sql`update users set email = ${user?.email}`;
    await expect(move()).rejects.toThrow('The target has accounts with these addresses');
    expect(isEmpty(await rowsOf(source, organizationId))).toBe(false);
  });
});
