import { type SeededOrganization, seedBulkCertificates, seedCertificatePast, seedOrganization } from '@notafter/db/seed';
import type { CertificateId } from '@notafter/domain';
import {
  acceptInvitation,
  addAnchorSet,
  addCertificate,
  assignAnchors,
  checkCertificate,
  inviteUser,
  type OrgContext,
  openOrganization,
  type SystemContext,
  saveChannel,
} from '@notafter/features';
import { DEMO_ZONE, type DemoEndpoint, demoEndpoints, PRIVATE_AUTHORITY } from './demo-certificates.ts';
import type { DemoFarm } from './demo-farm.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Fixed, because a demo organization protects nothing. */
const DEMO_PASSWORD = 'notafter-demo';
export const demoSignIn: SignIn = { email: `maren@${DEMO_ZONE}`, password: DEMO_PASSWORD };

const makeOrganization = async (
  system: SystemContext,
  name: string,
  email: string,
  environments: readonly string[],
): Promise<SeededOrganization> => {
  const passwordHash = await system.auth.hashPassword(DEMO_PASSWORD);
  const admin = { email, firstName: 'Maren', lastName: 'Voss', passwordHash };
  return seedOrganization(system.db, { name, plan: 'Enterprise', admin, environments, now: system.clock.now() });
};

const actAs = (system: SystemContext, { orgId, adminId }: SeededOrganization, email: string): Promise<OrgContext> => {
  const actor = {
    userId: adminId,
    orgId,
    role: 'admin',
    email,
    firstName: 'Maren',
    lastName: 'Voss',
    via: 'session',
    sessionId: '',
  } as const;
  return openOrganization({ ...system, actor, origin: { ip: '127.0.0.1', userAgent: null } });
};

const addEndpoint = async (
  ctx: OrgContext,
  organization: SeededOrganization,
  farm: DemoFarm,
  endpoint: DemoEndpoint,
): Promise<CertificateId> => {
  const { certificate } = await addCertificate(ctx, { domain: `${endpoint.name}.${DEMO_ZONE}:${farm.port}` });
  await seedCertificatePast(ctx.db, {
    certificateId: certificate.id,
    environmentId: organization.environmentIds.get(endpoint.environment ?? '') ?? null,
    tags: endpoint.tags ?? {},
    lifetimeDays: endpoint.lifetimeDays,
    renewals: endpoint.lifetimeDays < 100 ? 4 : 1,
  });
  return certificate.id;
};

/** Two viewers who joined, and one open invitation. */
const seedTeam = async (ctx: OrgContext): Promise<void> => {
  const invite = (firstName: string, lastName: string) =>
    inviteUser(ctx, { email: `${firstName.toLowerCase()}@${DEMO_ZONE}`, firstName, lastName, role: 'viewer' });
  for (const [firstName, lastName] of [
    ['Jonas', 'Brandt'],
    ['Priya', 'Raman'],
  ] as const) {
    const { id, email } = (await invite(firstName, lastName)).invitation;
    const code = ctx.auth.signInvitation(id);
    await acceptInvitation({ ...ctx, actor: null }, { email, orgId: ctx.org.id, code, password: DEMO_PASSWORD });
  }
  await invite('Elif', 'Kaya');
};

/** The organization of `pnpm dev`: forty endpoints of the farm in every state, added and checked for real. */
export const seedDemo = async (system: SystemContext, farm: DemoFarm): Promise<SignIn> => {
  const organization = await makeOrganization(system, 'Harborline', demoSignIn.email, ['Production', 'Staging']);
  const ctx = await actAs(system, organization, demoSignIn.email);
  const { set } = await addAnchorSet(ctx, { name: PRIVATE_AUTHORITY, pem: farm.privateRoot });
  await assignAnchors(ctx, { anchors: set.id });
  const unreachable: CertificateId[] = [];
  for (const endpoint of demoEndpoints) {
    const id = await addEndpoint(ctx, organization, farm, endpoint);
    if (endpoint.fault === 'unreachable') unreachable.push(id);
  }
  farm.refuseUnreachable();
  for (const id of unreachable) await checkCertificate(ctx, { id });
  // Alerts are on, by mails that go only to the outbox.
  await saveChannel(ctx, { type: 'email', enabled: true, settings: { email: demoSignIn.email } });
  await seedTeam(ctx);
  return demoSignIn;
};

/** An organization of `count` generated certificates that no worker checks, to look at sizes. */
export const seedSize = async (system: SystemContext, count: number): Promise<SignIn> => {
  const email = `size-${count}@${DEMO_ZONE}`;
  const { orgId, environmentIds } = await makeOrganization(system, `Harborline ${count.toLocaleString('en')}`, email, [
    'production',
    'staging',
    'development',
  ]);
  await seedBulkCertificates(system.db, { orgId, count, now: system.clock.now(), environmentIds: [...environmentIds.values()] });
  return { email, password: DEMO_PASSWORD };
};
