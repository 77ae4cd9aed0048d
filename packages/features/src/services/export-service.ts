import { DomainError, type ExportFile, ProviderError, servicePlan } from '@notafter/domain';
import { serviceRefInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getServiceForOrg } from './internal/service-row.ts';
import { specOf } from './internal/spec.ts';

/**
 * Returns the files with which a service goes on without Notafter: Compose, cloud-init, its settings, its password and its key, unless
 * that is on a machine of a cloud. Its data is in its backups. Throws `service_not_found`, `service_not_running` or `export_unsupported`.
 */
export const exportService = useCase({
  name: 'services/export-service',
  access: 'admin',
  input: serviceRefInput,
  audit: 'Exported a data service',
  reveals: true,
})(async (ctx, ref): Promise<{ readonly resourceId: string; readonly files: readonly ExportFile[]; readonly archive: Uint8Array }> => {
  const row = await getServiceForOrg(ctx.db, ctx.org.id, ref);
  const { host, runningSince, resourceId } = row;
  if (host === null || runningSince === null) throw new DomainError('service_not_running');
  const { solution, ports, credentials, certificate } = await specOf(ctx, row);
  const { memoryMib, cpus, diskGib } = row.size ?? servicePlan(row.plan);
  const service = {
    ...{ solution, name: resourceId, size: { memoryMib, cpus, diskGib }, ports, host },
    credentials,
    certificate: 'token' in certificate ? null : certificate,
  };
  try {
    const exported = ctx.gateways.services.exports.write(service);
    return await withTransaction(ctx, async (_tx, audit) => {
      audit({ subjectId: row.id, detail: { resourceId } });
      return { resourceId, ...exported };
    });
  } catch (error) {
    if (error instanceof ProviderError) throw new DomainError('export_unsupported', { message: error.message });
    throw error;
  }
});
