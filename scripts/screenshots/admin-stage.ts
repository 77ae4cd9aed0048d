import type { SystemContext } from '../../packages/features/src/index.ts';
import { makeOrganization, makeUser, type TestUser } from '../../packages/testing/src/index.ts';

const customers = [
  { name: 'Copperfield', plan: 'Professional' },
  { name: 'Northwind Transit', plan: 'Professional' },
  { name: 'Quillon', plan: 'Starter', disabled: true },
  { name: 'Brightwater Energy', plan: 'Business', certificateLimit: 700 },
  { name: 'Tidewater', plan: 'Forever Free' },
] as const;

/** Other organizations of the installation, which this person administers. */
export const seedAdministration = async (system: SystemContext, admin: TestUser): Promise<void> => {
  await system.db.$client`update users set mailbox_proven_at = now() where id = ${admin.id}`;
  await system.db.$client`
    update check_schedule set duration_ms = 1000 + 700 * (n % 5)
    from (select certificate_id as id, row_number() over (order by certificate_id) as n from check_schedule limit 6) as slow
    where certificate_id = slow.id`;
  for (const customer of customers) await makeUser(system, await makeOrganization(system, customer));
};
