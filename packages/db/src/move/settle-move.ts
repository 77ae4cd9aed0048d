import type { Sql, TransactionSql } from 'postgres';

const PREFIX = 'notafter move';

/** Prepared transactions of moves, by their names in `pg_prepared_xacts`. */
export const findPrepared = {
  nameOf: (organizationId: string, moveId: string): string => `${PREFIX} ${organizationId} ${moveId}`,
  of: async (target: Sql, organizationId: string): Promise<readonly { readonly name: string; readonly moveId: string }[]> => {
    const rows = await target<{ gid: string }[]>`
      select gid from pg_prepared_xacts where database = current_database() and starts_with(gid, ${`${PREFIX} ${organizationId} `})`;
    return rows.map(({ gid }) => ({ name: gid, moveId: gid.split(' ').at(-1) ?? '' }));
  },
} as const;

export const hasOrganization = async (sql: Sql, organizationId: string): Promise<boolean> => {
  const [row] = await sql<{ exists: boolean }[]>`select exists (select from organizations where id = ${organizationId})`;
  return row?.exists === true;
};

const ACTION = 'admin/move-organization';

/** In the transaction that removes the organization: proof that this move is the one that removed it. */
export const recordMove = async (from: TransactionSql, organizationId: string, moveId: string): Promise<void> => {
  await from`insert into audit_log (id, actor_kind, action, subject_id, detail, at)
    values (${moveId}, 'session', ${ACTION}, ${organizationId}, '{}', now())`;
};

/**
 * Ends what an earlier run left at the target: commits the copy if its move removed the organization at the source, else discards it.
 * Returns whether it committed one.
 */
export const settleMove = async (source: Sql, target: Sql, organizationId: string): Promise<boolean> => {
  let committed = false;
  for (const { name, moveId } of await findPrepared.of(target, organizationId)) {
    // Waits for the transaction of a run that lost its connection, whose outcome would else be unknown.
    await source`select from organizations where id = ${organizationId} for update`;
    const [moved] = await source<{ exists: boolean }[]>`select exists (select from audit_log where id = ${moveId} and action = ${ACTION})`;
    const isCommitted = moved?.exists === true;
    await target.unsafe(`${isCommitted ? 'commit' : 'rollback'} prepared '${name}'`);
    committed ||= isCommitted;
  }
  return committed;
};
