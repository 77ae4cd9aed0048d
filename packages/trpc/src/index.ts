import type * as features from '@notafter/features';
import { z } from 'zod';
import { accountsRouter } from './routers/accounts/accounts.ts';
import { identitiesRouter } from './routers/accounts/identities.ts';
import { signInRouter } from './routers/accounts/sign-in.ts';
import { adminRouter } from './routers/admin.ts';
import { analyticsRouter } from './routers/analytics.ts';
import { anchorsRouter } from './routers/anchors.ts';
import { auditRouter } from './routers/audit.ts';
import { billingRouter } from './routers/billing.ts';
import { certificatesRouter } from './routers/certificates.ts';
import { collectorsRouter } from './routers/collectors.ts';
import { discoveryRouter } from './routers/discovery.ts';
import { environmentsRouter } from './routers/environments.ts';
import { longWorkRouter } from './routers/long-work.ts';
import { notificationsRouter } from './routers/notifications.ts';
import { publicStatusRouter } from './routers/public-status.ts';
import { reportsRouter } from './routers/reports.ts';
import { servicesRouter } from './routers/services.ts';
import { profileRouter } from './routers/settings/profile.ts';
import { settingsRouter } from './routers/settings/settings.ts';
import { teamRouter } from './routers/team.ts';
import { transparencyRouter } from './routers/transparency.ts';
import { createCallerFactory, router } from './trpc.ts';

export const appRouter = router({
  signIn: signInRouter,
  accounts: accountsRouter,
  admin: adminRouter,
  audit: auditRouter,
  analytics: analyticsRouter,
  anchors: anchorsRouter,
  billing: billingRouter,
  certificates: certificatesRouter,
  discovery: discoveryRouter,
  environments: environmentsRouter,
  identities: identitiesRouter,
  jobs: longWorkRouter,
  notifications: notificationsRouter,
  profile: profileRouter,
  publicStatus: publicStatusRouter,
  collectors: collectorsRouter,
  transparency: transparencyRouter,
  reports: reportsRouter,
  services: servicesRouter,
  settings: settingsRouter,
  team: teamRouter,
});
export type AppRouter = typeof appRouter;

const procedureModel = z.object({ type: z.enum(['query', 'mutation']), meta: z.object({ useCase: z.string() }) });

/** Every procedure by its path, with the use case that it runs. */
export const procedures = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { type, meta } = procedureModel.parse(Reflect.get(procedure, '_def'));
  return { path, type, useCase: meta.useCase };
});

/** In-process calls for Remix loaders: `caller(context).certificates.list(...)`. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

type UseCases = typeof features;

/** The use cases that only admins may call. Screens gate by these names: one that opens to viewers no longer compiles there. */
export type AdminUseCase = {
  [Name in keyof UseCases]: UseCases[Name] extends { declaration: { access: 'admin'; name: infer UseCase } } ? UseCase : never;
}[keyof UseCases];

export type { TrpcContext, TrpcErrorData } from './trpc.ts';
