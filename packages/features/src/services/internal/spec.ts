import {
  type CloudDriver,
  type EngineAccess,
  type ProbeTarget,
  ProviderError,
  type ServicePlanName,
  type ServiceSpec,
  type ServiceTag,
  servicePlan,
  solutions,
} from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { authorityCertificate, authorityFile } from './authority.ts';
import { driverOfAccount, getAccount } from './cloud-account.ts';
import { installationId } from './installation.ts';
import type { ServiceRow } from './service-row.ts';
import { openServiceSecret } from './service-secrets.ts';

/** Throws `ProviderError` for a cloud that the operator has since switched off. */
export const driverOf = async (ctx: SystemContext, { cloud, accountId }: Pick<ServiceRow, 'cloud' | 'accountId'>): Promise<CloudDriver> => {
  if (accountId !== null) return driverOfAccount(ctx, await getAccount(ctx.db, accountId));
  const driver = ctx.gateways.services.drivers[cloud];
  if (driver === undefined) throw new ProviderError('auth', 'This cloud is not enabled on this installation.');
  return driver;
};

export const tagOf = async (ctx: Pick<SystemContext, 'db'>, { id }: Pick<ServiceRow, 'id'>): Promise<ServiceTag> => ({
  installation: await installationId(ctx.db),
  service: id,
});

/** Stored before the instance is created, so that a second try asks for the same. */
const certificateOf = async (ctx: SystemContext, row: ServiceRow): Promise<ServiceSpec['certificate']> => {
  const { authorityId, certificate } = row;
  if (authorityId === null) throw new Error('This service was not prepared.');
  const authority = await authorityCertificate(ctx, authorityId);
  if (row.cloud !== 'local') {
    return { url: `${ctx.config.publicUrl}/v1/machines/${row.resourceId}`, token: ctx.auth.signMachine(row.id), authority };
  }
  if (certificate === null) throw new Error('This service has no certificate yet.');
  return { certificate, key: openServiceSecret(ctx.auth, row.id, 'certificate_key', row.certificateKeySealed), authority };
};

/** The service as its driver is asked for it, in its own plan or in another one. */
export const specOf = async (ctx: SystemContext, row: ServiceRow, plan: ServicePlanName = row.plan): Promise<ServiceSpec> => {
  const { memoryMib, cpus, diskGib, machineTypes } = servicePlan(plan);
  return {
    tag: await tagOf(ctx, row),
    solution: row.solution,
    region: row.region,
    size: { memoryMib, cpus, diskGib },
    machineType: machineTypes[row.cloud],
    ports: row.ports,
    credentials: { user: row.user, password: openServiceSecret(ctx.auth, row.id, 'password', row.passwordSealed) },
    certificate: await certificateOf(ctx, row),
    allowlist: row.allowlist,
  };
};

/** The endpoint that is monitored: the first port of the solution, in its protocol. */
export const monitoredTarget = ({ solution }: ServiceRow, { host, ports }: Reachable): ProbeTarget => {
  const [{ name, port, protocol }] = solutions[solution].ports;
  return { host, port: ports.find((one) => one.name === name)?.port ?? port, protocol };
};

type Reachable = Pick<EngineAccess, 'host' | 'ports'>;

/** How to sign in to the engine with this CA file, with the password in force unless another is given. */
export const accessWith = (
  { auth }: Pick<SystemContext, 'auth'>,
  row: ServiceRow,
  authority: string,
  { host, ports }: Reachable,
  sealedPassword: string | null = row.passwordSealed,
): EngineAccess => ({
  solution: row.solution,
  host,
  ports,
  servername: host,
  authority,
  user: row.user,
  password: openServiceSecret(auth, row.id, 'password', sealedPassword),
});

/** The same with the CA file of now: right after a new CA began to sign, the engine may serve either's certificate. */
export const accessOf = async (
  ctx: SystemContext,
  row: ServiceRow,
  reachable: Reachable,
  sealedPassword?: string | null,
): Promise<EngineAccess> => accessWith(ctx, row, await authorityFile(ctx), reachable, sealedPassword);
