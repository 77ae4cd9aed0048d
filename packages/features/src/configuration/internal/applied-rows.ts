import { appliedObjects, type Executor } from '@notafter/db';
import { type AppliedObject, type ConfiguredKind, type Fields, isSecretField, type OrganizationId } from '@notafter/domain';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { OrgContext } from '../../context.ts';

/** Returns the objects that files of every stack applied. */
export const readApplied = async (db: Executor, orgId: OrganizationId): Promise<AppliedObject[]> => {
  const { stack, kind, key, objectId, fields } = appliedObjects;
  return db.select({ stack, kind, key, id: objectId, fields }).from(appliedObjects).where(eq(appliedObjects.orgId, orgId));
};

export interface AppliedNow {
  readonly key: string;
  readonly id: string;
  readonly fields: Fields;
}

type Ctx = Pick<OrgContext, 'org' | 'clock'> & { readonly db: Executor };

const rowsOf = (ctx: Pick<Ctx, 'org'>, stack: string, kind: ConfiguredKind): SQL | undefined =>
  and(eq(appliedObjects.orgId, ctx.org.id), eq(appliedObjects.stack, stack), eq(appliedObjects.kind, kind));

/** Stores what a stack has applied of one kind. An object that had another key of this stack changes its key. */
export const writeApplied = async (ctx: Ctx, stack: string, kind: ConfiguredKind, applied: readonly AppliedNow[]): Promise<void> => {
  if (applied.length === 0) return;
  const { db, org, clock } = ctx;
  const appliedAt = clock.now();
  const ids = applied.map(({ id }) => id);
  await db.delete(appliedObjects).where(and(rowsOf(ctx, stack, kind), inArray(appliedObjects.objectId, ids)));
  await db
    .insert(appliedObjects)
    .values(
      applied.map(({ key, id: objectId, fields }) => ({
        ...{ orgId: org.id, stack, kind, key, objectId, appliedAt },
        fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !isSecretField(kind, field))),
      })),
    )
    .onConflictDoUpdate({
      target: [appliedObjects.orgId, appliedObjects.stack, appliedObjects.kind, appliedObjects.key],
      set: { objectId: sql`excluded.object_id`, fields: sql`excluded.fields`, appliedAt },
    });
};

/** Forgets what is gone of one kind. */
export const deleteApplied = async (ctx: Ctx, stack: string, kind: ConfiguredKind, keys: readonly string[]): Promise<void> => {
  await ctx.db.delete(appliedObjects).where(and(rowsOf(ctx, stack, kind), inArray(appliedObjects.key, keys)));
};
