import { services, users } from '@notafter/db';
import { type ServiceId, solutions } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { openServiceSecret } from './internal/service-secrets.ts';

/** Job: mails the access to a service to the person who deployed it. Sends nothing if they have left or the service is gone. */
export const sendServiceReady = useCase({
  name: 'services/send-service-ready',
  access: 'system',
})(async (ctx: SystemContext, { id }: { readonly id: ServiceId }): Promise<void> => {
  const [row] = await ctx.db
    .select({ service: services, email: users.email, firstName: users.firstName })
    .from(services)
    .innerJoin(users, eq(users.id, services.createdBy))
    .where(eq(services.id, id));
  if (row === undefined || row.service.deletedAt !== null || row.service.host === null) return;
  const { solution, resourceId, host, ports, user, passwordSealed } = row.service;
  await ctx.gateways.mailer.send(
    {
      kind: 'service-ready',
      to: row.email,
      firstName: row.firstName,
      solution: solutions[solution].name,
      resourceId,
      host,
      port: ports[0]?.port ?? solutions[solution].ports[0].port,
      user,
      password: openServiceSecret(ctx.auth, id, 'password', passwordSealed),
      link: `${ctx.config.publicUrl.replace(/\/$/, '')}/services/${resourceId}`,
    },
    `service-ready-${id}`,
  );
});
