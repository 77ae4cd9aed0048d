import type { SessionView } from '@notafter/domain';
import { useCase } from '../../use-case.ts';
import { sessionUserOf } from './internal/session-user.ts';

/** Returns the signed-in person, their organization, and the entitlements of its plan. */
export const getSession = useCase({
  name: 'accounts/get-session',
  access: 'member',
})(async (ctx): Promise<SessionView> => {
  const person = ctx.actor;
  const { org, entitlements } = ctx;
  return {
    orgId: org.id,
    orgName: org.name,
    plan: org.plan,
    entitlements,
    user: sessionUserOf(person),
    platformAdmin: ctx.isPlatformAdmin,
  };
});
