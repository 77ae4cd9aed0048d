import { services } from '@notafter/db';
import { DomainError, ProviderError, SECOND_MS } from '@notafter/domain';
import { signMachineCertificateInput } from '@notafter/domain/inputs';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { isDueForRenewal, issueForMachine } from './internal/issue-certificate.ts';
import { getMachine } from './internal/machine-row.ts';
import { recordServiceEvent, type ServiceRow } from './internal/service-row.ts';
import { driverOf, tagOf } from './internal/spec.ts';

const ASK_MS = 15 * SECOND_MS;

/** As the cloud knows it now. Throws `machine_starting` while it does not say it. */
const addressOf = async (ctx: SystemContext, service: ServiceRow): Promise<string> => {
  try {
    const instance = await (await driverOf(ctx, service)).observe(await tagOf(ctx, service), AbortSignal.timeout(ASK_MS));
    if (instance?.host != null) return instance.host;
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof DOMException)) throw error;
  }
  throw new DomainError('machine_starting');
};

/**
 * Signs the key of a service's machine. The first key needs the token of the machine, and its address as the cloud knows it; after
 * that only the same key gets a certificate, and the one in force until it is due or lacks a name. Throws `credential_invalid`,
 * `invalid_input` for a request without a good signature of a P-256 key, `machine_key_differs`, `machine_address`, or
 * `machine_starting` while the cloud does not say the address.
 */
export const signMachineCertificate = useCase({
  name: 'services/sign-machine-certificate',
  access: 'anyone',
  input: signMachineCertificateInput,
})(async (ctx, { resourceId, token, request }): Promise<string> => {
  const row = await getMachine(ctx.db, resourceId);
  const isToken = row !== null && token !== null && ctx.auth.readMachine(token) === row.id;
  // A stranger learns nothing about which services exist.
  if (row === null || (row.machineKey === null && !isToken)) throw new DomainError('credential_invalid');
  const key = await ctx.gateways.services.issuer.readRequest(request);
  if (key === null) {
    throw new DomainError('invalid_input', {
      details: [{ path: 'request', message: 'must be a request in PEM, signed with its P-256 key' }],
    });
  }
  if (row.machineKey !== null && row.machineKey !== key) throw new DomainError(isToken ? 'machine_key_differs' : 'credential_invalid');
  if (row.machineKey === key && row.certificate !== null && !isDueForRenewal(ctx, row)) return row.certificate;
  const address = row.machineKey === key && row.host !== null ? row.host : await addressOf(ctx, row);
  if (row.machineKey === null && address !== ctx.origin.ip) throw new DomainError('machine_address');
  const issued = await issueForMachine(ctx, row, address, key);
  return withTransaction(ctx, async (tx) => {
    // Of two calls at once, one stores its certificate; the other's is dropped, and its machine asks again.
    const isMine = or(isNull(services.machineKey), eq(services.machineKey, key));
    const isSame = row.certificate === null ? isNull(services.certificate) : eq(services.certificate, row.certificate);
    const stored = await tx.db
      .update(services)
      .set(issued)
      .where(and(eq(services.id, row.id), isNull(services.deletedAt), isMine, isSame))
      .returning({ id: services.id });
    if (stored.length === 0) throw new DomainError('conflict');
    await recordServiceEvent(
      tx,
      row.id,
      row.certificate === null ? 'The machine has its certificate.' : 'The machine has a new certificate.',
    );
    return issued.certificate;
  });
});
