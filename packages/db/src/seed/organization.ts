import type { EnvironmentId, OrganizationId, PlanName, UserId } from '@notafter/domain';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { newId } from '../ids.ts';
import { organizations, users } from '../schema/accounts.ts';
import { environments } from '../schema/environments.ts';

export interface SeedOrganization {
  readonly name: string;
  readonly plan: PlanName;
  readonly admin: { readonly email: string; readonly firstName: string; readonly lastName: string; readonly passwordHash: string };
  readonly environments: readonly string[];
  readonly now: Date;
}

export interface SeededOrganization {
  readonly orgId: OrganizationId;
  readonly adminId: UserId;
  readonly environmentIds: ReadonlyMap<string, EnvironmentId>;
}

/** Creates an organization with one activated admin. Deletes an earlier organization of the same address. */
export const seedOrganization = (
  db: Database,
  { name, plan, admin, environments: names, now }: SeedOrganization,
): Promise<SeededOrganization> => {
  const orgId = newId<'organization'>();
  const adminId = newId<'user'>();
  return db.transaction(async (tx) => {
    const earlier = tx.select({ id: users.orgId }).from(users).where(eq(users.email, admin.email));
    await tx.delete(organizations).where(inArray(organizations.id, earlier));
    await tx.insert(organizations).values({ id: orgId, name, plan, createdAt: now });
    await tx.insert(users).values({ id: adminId, orgId, role: 'admin', activatedAt: now, createdAt: now, ...admin });
    const environmentIds = new Map(names.map((environment) => [environment, newId<'environment'>()]));
    for (const [environment, id] of environmentIds) await tx.insert(environments).values({ id, orgId, name: environment, createdAt: now });
    return { orgId, adminId, environmentIds };
  });
};

/** Returns whether an account with this address exists. */
export const hasAccount = async (db: Database, email: string): Promise<boolean> => {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return rows.length > 0;
};
