import type { OrganizationId, Role } from '@notafter/domain';
import { actorOf, makeOrganization, makeRequestContext, makeUser, type TestContext, type TestUser } from '@notafter/testing';
import { type Caller, createCaller } from '../index.ts';

const session = { set: () => undefined, clear: () => undefined };

interface SignedIn {
  readonly orgId: OrganizationId;
  readonly user: TestUser;
  readonly caller: Caller;
}

/** A person in a new organization, with the procedures as they call them. */
export const signedIn = async ({ ctx }: TestContext, role: Role = 'admin'): Promise<SignedIn> => {
  const orgId = await makeOrganization(ctx);
  const user = await makeUser(ctx, orgId, { role });
  return { orgId, user, caller: createCaller({ request: makeRequestContext(ctx, { actor: actorOf(user) }), session }) };
};

/** The procedures as somebody without a session may call them. */
export const signedOut = ({ ctx }: TestContext): Caller => createCaller({ request: makeRequestContext(ctx), session });

/** The error formatter is tested over HTTP; here the documented error is the cause. */
export const failing = (code: string, status: number) => ({ cause: { code, status } });
