import type { SessionView } from '@notafter/domain';
import { type OrgContext, requirePerson } from '../../context.ts';
import { sessionUserOf } from './internal/session-user.ts';

/** Who is signed in, for which organisation, and what its plan allows. */
export const getSession = async (ctx: OrgContext): Promise<SessionView> => {
  const person = requirePerson(ctx, 'accounts/get-session');
  const { org, entitlements } = ctx;
  return { orgId: org.id, orgName: org.name, plan: org.plan, entitlements, user: sessionUserOf(person) };
};
