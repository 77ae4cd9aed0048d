import { organizations } from '@notafter/db';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { recheckAnchorsJob } from '../anchor-jobs.ts';

type Tx = TransactionContext<OrgContext>;

/** Those who change the organization's sets and its common choices pass one by one, so that counts and names still hold at the commit. */
export const lockAnchors = async ({ db, org }: Tx): Promise<void> => {
  await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, org.id)).for('no key update');
};

/** Call it with every change of what more than one certificate trusts. */
export const requestRecheck = ({ jobs, db, org }: Tx): Promise<void> =>
  jobs.enqueue(db, recheckAnchorsJob, { orgId: org.id }, { singletonKey: org.id });
