import type { SessionView } from '@notafter/domain';
import { type OrgContext, requirePerson } from '../../context.ts';
import { sessionUserOf } from './internal/session-user.ts';

/** Returns the signed-in person, their organization, and the entitlements of its plan. */
export const getSession = async (ctx: OrgContext): Promise<SessionView> => {
  const person = requirePerson(ctx, 'accounts/get-session');
  const { org, entitlements } = ctx;
  return { orgId: org.id, orgName: org.name, plan: org.plan, entitlements, user: sessionUserOf(person) };
};
