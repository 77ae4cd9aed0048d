import { createTestContext, type MemberContext, makeOrganization, makeUser, openAs, type TestContext } from '@notafter/testing';

export const OPERATOR = 'operator@platform.example';

/** A context in which this address administers the platform. */
export const createAdminTest = (): Promise<TestContext> => createTestContext({ config: { platformAdminEmails: [OPERATOR] } });

/** The platform administrator, who is a viewer in a separate organization. */
export const openOperator = async ({ ctx }: TestContext): Promise<MemberContext> => {
  const orgId = await makeOrganization(ctx, { name: 'Operators' });
  return openAs(ctx, await makeUser(ctx, orgId, { email: OPERATOR, role: 'viewer', proven: true }));
};
