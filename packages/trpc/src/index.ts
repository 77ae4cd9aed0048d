import { accountsRouter } from './routers/accounts.ts';
import { analyticsRouter } from './routers/analytics.ts';
import { auditRouter } from './routers/audit.ts';
import { billingRouter } from './routers/billing.ts';
import { certificatesRouter } from './routers/certificates.ts';
import { discoveryRouter } from './routers/discovery.ts';
import { environmentsRouter } from './routers/environments.ts';
import { identitiesRouter } from './routers/identities.ts';
import { longWorkRouter } from './routers/long-work.ts';
import { notificationsRouter } from './routers/notifications.ts';
import { profileRouter } from './routers/profile.ts';
import { settingsRouter } from './routers/settings.ts';
import { signInRouter } from './routers/sign-in.ts';
import { teamRouter } from './routers/team.ts';
import { createCallerFactory, router } from './trpc.ts';

export const appRouter = router({
  signIn: signInRouter,
  accounts: accountsRouter,
  audit: auditRouter,
  analytics: analyticsRouter,
  billing: billingRouter,
  certificates: certificatesRouter,
  discovery: discoveryRouter,
  environments: environmentsRouter,
  identities: identitiesRouter,
  jobs: longWorkRouter,
  notifications: notificationsRouter,
  profile: profileRouter,
  settings: settingsRouter,
  team: teamRouter,
});
export type AppRouter = typeof appRouter;

/** In-process calls for Remix loaders: `caller(context).certificates.list(...)`. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

export type { TrpcContext, TrpcErrorData } from './trpc.ts';
