import { appliedObjects, type Executor } from '@notafter/db';
import { type AppliedObject, type Fields, isSecretField, type OrganizationId, type PlannedStep } from '@notafter/domain';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OrgContext } from '../../context.ts';

/** Returns the objects that files of every stack applied. */
export const readApplied = async (db: Executor, orgId: OrganizationId): Promise<AppliedObject[]> => {
  const { stack, kind, key, objectId, fields } = appliedObjects;
  return db.select({ stack, kind, key, id: objectId, fields }).from(appliedObjects).where(eq(appliedObjects.orgId, orgId));
};

export interface AppliedNow {
  readonly step: Pick<PlannedStep, 'kind' | 'key'>;
  readonly id: string;
  readonly fields: Fields;
}

type Ctx = Pick<OrgContext, 'org' | 'clock'> & { readonly db: Executor };

/** Stores what a stack has applied. An object that had another key of this stack changes its key. */
export const writeApplied = async ({ db, org, clock }: Ctx, stack: string, applied: readonly AppliedNow[]): Promise<void> => {
  if (applied.length === 0) return;
  const appliedAt = clock.now();
  for (const kind of new Set(applied.map(({ step }) => step.kind))) {
    const ids = applied.filter(({ step }) => step.kind === kind).map(({ id }) => id);
    await db
      .delete(appliedObjects)
      .where(
        and(
          eq(appliedObjects.orgId, org.id),
          eq(appliedObjects.stack, stack),
          eq(appliedObjects.kind, kind),
          inArray(appliedObjects.objectId, ids),
        ),
      );
  }
  await db
    .insert(appliedObjects)
    .values(
      applied.map(({ step: { kind, key }, id: objectId, fields }) => ({
        ...{ orgId: org.id, stack, kind, key, objectId, appliedAt },
        fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !isSecretField(kind, field))),
      })),
    )
    .onConflictDoUpdate({
      target: [appliedObjects.orgId, appliedObjects.stack, appliedObjects.kind, appliedObjects.key],
      set: { objectId: sql`excluded.object_id`, fields: sql`excluded.fields`, appliedAt },
    });
};

/** Forgets what is gone. */
export const deleteApplied = async (
  { db, org }: Ctx,
  stack: string,
  steps: readonly Pick<PlannedStep, 'kind' | 'key'>[],
): Promise<void> => {
  for (const { kind, key } of steps) {
    await db
      .delete(appliedObjects)
      .where(
        and(eq(appliedObjects.orgId, org.id), eq(appliedObjects.stack, stack), eq(appliedObjects.kind, kind), eq(appliedObjects.key, key)),
      );
  }
};
