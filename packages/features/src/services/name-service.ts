import { type Executor, services } from '@notafter/db';
import { DomainError, isWithin, type OrganizationId } from '@notafter/domain';
import { nameServiceInput } from '@notafter/domain/inputs';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { isDueForRenewal } from './internal/issue-certificate.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';
import { renewalProcess } from './operations/renewal.ts';

/** Every organization's clients trust the same CA: a name belongs to one of them. */
const refuseNamesOfOthers = async (db: Executor, orgId: OrganizationId, names: readonly string[]): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('service_names'))`);
  for (const [index, name] of names.entries()) {
    const isOfOthers = and(ne(services.orgId, orgId), isNull(services.deletedAt), sql`${services.extraNames} ? ${name}`);
    if ((await db.$count(services, isOfOthers)) === 0) continue;
    const { message } = new DomainError('service_name_taken');
    throw new DomainError('service_name_taken', { details: [{ path: `names.${index}`, message: `${name}: ${message}` }] });
  }
};

/**
 * Replaces the further names in the certificate of a service. One that runs gets a new certificate now, or after its operation.
 * Throws `service_not_found`, `service_name_taken`, and `invalid_input` for a name below the installation's own domain.
 */
export const nameService = useCase({
  name: 'services/name-service',
  access: 'admin',
  input: nameServiceInput,
  audit: 'Changed the names of a data service',
})(async (ctx, { resourceId, names: wanted }): Promise<void> => {
  const names = [...new Set(wanted)];
  const { servicesDomain } = ctx.config;
  const own = servicesDomain === null ? -1 : names.findIndex((name) => isWithin(name, servicesDomain));
  if (own >= 0) {
    const message = `Names below ${servicesDomain} are given by this installation.`;
    throw new DomainError('invalid_input', { details: [{ path: `names.${own}`, message }] });
  }
  await withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, { resourceId });
    await refuseNamesOfOthers(tx.db, tx.org.id, names);
    const named = { ...row, extraNames: names };
    await tx.db.update(services).set({ extraNames: names, renewalTriedAt: null }).where(eq(services.id, row.id));
    await recordServiceEvent(tx, row.id, names.length === 0 ? 'Further names were removed.' : `Further names: ${names.join(', ')}.`);
    audit({ subjectId: row.id, detail: { resourceId, names } });
    // A machine asks for its certificate itself, at the latest a day later.
    const isFree = row.cloud === 'local' && row.operationId === null && row.deletionWantedAt === null && row.runningSince !== null;
    if (isFree && isDueForRenewal(tx, named)) await beginOperation(tx, renewalProcess, row, { startedBy: personBehind(tx.actor) });
  });
});
