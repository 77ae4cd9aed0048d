import { certificates, checkSchedule, newId } from '@notafter/db';
import {
  type CertificateId,
  type EndpointProtocol,
  type EnvironmentId,
  formatTarget,
  nextCheckAt,
  type OrganizationId,
  protocolPorts,
  shardOf,
  type UnreachableKind,
} from '@notafter/domain';
import type { SystemContext } from '@notafter/features';

interface CertificateOverrides {
  /** Decides when it is checked, and in which shard. */
  readonly id?: CertificateId;
  readonly host?: string;
  readonly port?: number;
  readonly protocol?: EndpointProtocol;
  readonly issuer?: string | null;
  /** Null: never seen. */
  readonly notAfter?: Date | null;
  readonly unreachable?: UnreachableKind;
  readonly lastCheckedAt?: Date;
  readonly tags?: Record<string, string>;
  readonly environmentId?: EnvironmentId;
}

let made = 0;

/** Inserts rows as monitoring writes them, without a chain; returns their IDs in the given order. */
export const makeCertificates = async (
  ctx: SystemContext,
  orgId: OrganizationId,
  overrides: readonly CertificateOverrides[],
): Promise<CertificateId[]> => {
  if (overrides.length === 0) return [];
  const now = ctx.clock.now();
  const rows = overrides.map(
    ({
      id = newId<'certificate'>(),
      host,
      protocol = 'tls',
      port = protocolPorts[protocol],
      issuer = "Let's Encrypt",
      notAfter = null,
      unreachable,
      lastCheckedAt,
      tags = {},
      environmentId = null,
    }) => {
      made += 1;
      const target = { host: host ?? `host-${made}.example`, port, protocol };
      return {
        id,
        target,
        issuer,
        notAfter,
        unreachable,
        lastCheckedAt: lastCheckedAt ?? null,
        tags,
        environmentId,
      };
    },
  );
  await ctx.db.insert(certificates).values(
    rows.map(({ id, target, issuer, notAfter, unreachable, tags, environmentId }) => ({
      id,
      orgId,
      tags,
      environmentId,
      host: target.host,
      port: target.port,
      domain: formatTarget(target),
      createdAt: now,
      updatedAt: now,
      issuer,
      notAfter,
      ...(unreachable === undefined
        ? {}
        : { unreachableReason: unreachable, unreachableDetail: `No answer: ${unreachable}.`, unreachableSince: now }),
    })),
  );
  await ctx.db.insert(checkSchedule).values(
    rows.map(({ id, lastCheckedAt }) => ({
      certificateId: id,
      shard: shardOf(id),
      nextCheckAt: nextCheckAt(id, now, 0, ctx.config),
      lastCheckedAt,
    })),
  );
  return rows.map(({ id }) => id);
};
