import { serviceBackups, services } from '@notafter/db';
import {
  DAY_MS,
  driftOf,
  HOUR_MS,
  type InstallationId,
  MINUTE_MS,
  ProviderError,
  SECOND_MS,
  type SignIn,
  serviceProblemOf,
} from '@notafter/domain';
import { and, eq, isNotNull, isNull, lt, notInArray } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { authorityFile } from './internal/authority.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { compareWithClouds } from './internal/compare-with-clouds.ts';
import { installationId } from './internal/installation.ts';
import { isDueForRenewal, isFresh } from './internal/issue-certificate.ts';
import { recordServiceEvent, type ServiceRow } from './internal/service-row.ts';
import { accessWith, driverOf } from './internal/spec.ts';
import { renewalProcess } from './operations/renewal.ts';

const AT_ONCE = 8;
const LOOK_MS = 20 * SECOND_MS;
const CLOUD_ASKED_MS = 10 * MINUTE_MS;
/** As long as a cloud may bring to light what belonged to a deleted service. */
const KEPT_DAYS = 30;
/** After a renewal that failed. */
const RENEWAL_PAUSE_MS = 6 * HOUR_MS;

interface Found {
  readonly problem: string | null;
  readonly restarts: number;
  /** Of the certificate that the engine served; null if nobody could see it. */
  readonly served: string | null;
  /** The cloud's answer about a machine; absent if it was not asked or did not answer. */
  readonly cloud?: { readonly drift: string | null };
}

/** Read once for all services of a round. */
interface Round {
  readonly installation: InstallationId;
  readonly authority: string;
}

const lookAt = async (
  ctx: SystemContext,
  row: ServiceRow,
  { installation, authority }: Round,
  stopping: AbortSignal,
): Promise<Found | null> => {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LOOK_MS)]);
  try {
    const instance = await (await driverOf(ctx, row)).observe({ installation, service: row.id }, signal);
    const host = instance?.state === 'running' ? instance.host : null;
    const signIn: SignIn | null =
      instance === null || host === null
        ? null
        : await ctx.gateways.services.engines.signIn(accessWith(ctx, row, authority, { host, ports: instance.ports }), signal);
    const { solution, certificateFingerprint256: issuedFingerprint256, restarts: restartsBefore } = row;
    return {
      restarts: instance?.restarts ?? restartsBefore,
      problem: serviceProblemOf({ solution, instance, signIn, issuedFingerprint256, restartsBefore }),
      served: signIn?.result === 'signed_in' ? signIn.fingerprint256 : null,
    };
  } catch (error) {
    if (stopping.aborted) return null;
    const { restarts } = row;
    if (error instanceof ProviderError) return { restarts, problem: error.message, served: null };
    if (signal.aborted) return { restarts, problem: 'The cloud did not answer within 20 seconds.', served: null };
    throw error;
  }
};

/** The engine is asked at each look, its cloud, which limits its calls, a few times an hour or when the engine does not answer. */
const lookAtMachine = async (
  ctx: SystemContext,
  row: ServiceRow,
  { installation, authority }: Round,
  stopping: AbortSignal,
): Promise<Found | null> => {
  const { solution, host, ports, restarts, cloudSeenAt } = row;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LOOK_MS)]);
  try {
    const access = host === null ? null : accessWith(ctx, row, authority, { host, ports });
    const signIn = access === null ? null : await ctx.gateways.services.engines.signIn(access, signal);
    const isWell = signIn?.result === 'signed_in';
    const isAskedNow = !isWell || cloudSeenAt === null || ctx.clock.now().getTime() - cloudSeenAt.getTime() > CLOUD_ASKED_MS;
    const said = isAskedNow ? await askCloud(ctx, row, installation, signal) : {};
    const issuedFingerprint256 = isFresh(ctx, row) ? null : row.certificateFingerprint256;
    const instance = { state: 'running', problem: null, restarts, outOfMemory: false, diskFreeMib: null } as const;
    const problem = serviceProblemOf({ solution, instance, signIn, issuedFingerprint256, restartsBefore: restarts });
    return {
      restarts,
      // A change that somebody made on the cloud says why the engine does not answer.
      problem: isWell || problem === null ? problem : (said.cloud?.drift ?? said.refusal ?? problem),
      served: isWell ? signIn.fingerprint256 : null,
      ...(said.cloud === undefined ? {} : { cloud: said.cloud }),
    };
  } catch (error) {
    if (stopping.aborted) return null;
    throw error;
  }
};

interface CloudAnswer {
  readonly cloud?: { readonly drift: string | null };
  /** Why it can't say anything, if that does not pass by itself. */
  readonly refusal?: string;
}

const askCloud = async (ctx: SystemContext, row: ServiceRow, installation: InstallationId, signal: AbortSignal): Promise<CloudAnswer> => {
  try {
    const instance = await (await driverOf(ctx, row)).observe({ installation, service: row.id }, signal);
    return { cloud: { drift: driftOf(row, instance) } };
  } catch (error) {
    if (error instanceof ProviderError) return error.fault === 'throttled' ? {} : { refusal: error.message };
    if (signal.aborted) return {};
    throw error;
  }
};

const shouldRenew = (ctx: SystemContext, row: ServiceRow, served: string | null): boolean => {
  // A machine asks for its certificate itself.
  if (served === null || row.deletionWantedAt !== null || row.cloud !== 'local') return false;
  const isTooSoon = row.renewalTriedAt !== null && ctx.clock.now().getTime() - row.renewalTriedAt.getTime() < RENEWAL_PAUSE_MS;
  return !isTooSoon && (isDueForRenewal(ctx, row) || served !== row.certificateFingerprint256);
};

const store = async (ctx: SystemContext, row: ServiceRow, { problem, restarts, served, cloud }: Found): Promise<void> => {
  const now = ctx.clock.now();
  // An operation knows better than a look that began before it.
  const isIdle = and(eq(services.id, row.id), isNull(services.operationId), isNull(services.deletedAt));
  const renews = shouldRenew(ctx, row, served);
  const isUnchanged =
    problem === row.problem && restarts === row.restarts && (served ?? row.servedFingerprint256) === row.servedFingerprint256;
  const seen = cloud === undefined ? {} : { cloudSeenAt: now, drift: cloud.drift };
  const hasDrifted = cloud !== undefined && cloud.drift !== row.drift;
  if (isUnchanged && !renews && !hasDrifted) {
    await ctx.db
      .update(services)
      .set({ observedAt: now, ...seen })
      .where(isIdle);
    return;
  }
  await withTransaction(ctx, async (tx) => {
    const problemSince = problem === null ? null : (row.problemSince ?? now);
    const stored = await tx.db
      .update(services)
      .set({ problem, problemSince, restarts, observedAt: now, ...seen, ...(served === null ? {} : { servedFingerprint256: served }) })
      .where(isIdle)
      .returning({ id: services.id });
    if (stored.length === 0) return;
    if (problem !== row.problem) await recordServiceEvent(tx, row.id, problem ?? 'The service is well again.');
    else if (hasDrifted) await recordServiceEvent(tx, row.id, cloud.drift ?? 'The cloud has again what was asked for.');
    if (!renews) return;
    await beginOperation(tx, renewalProcess, row, { startedBy: null });
    await tx.db.update(services).set({ renewalTriedAt: now }).where(eq(services.id, row.id));
    await recordServiceEvent(tx, row.id, 'The certificate is renewed.');
  });
};

/**
 * Job: looks at every service that should run, signs in to its engine, stores what is wrong, and renews certificates that are due or
 * that the engine does not serve. Then lists what the clouds have: what belonged to a deleted service is removed again, what no row knows is listed for the operator.
 */
export const lookAtServices = useCase({
  name: 'services/look-at-services',
  access: 'system',
})(async (ctx: SystemContext, { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  const rows = await ctx.db
    .select()
    .from(services)
    .where(and(isNull(services.operationId), isNotNull(services.runningSince), isNull(services.deletedAt)))
    .orderBy(services.observedAt);
  const round = { installation: await installationId(ctx.db), authority: await authorityFile(ctx) };
  const next = rows.values();
  const work = async (): Promise<void> => {
    for (const row of next) {
      if (signal.aborted) return;
      const look = row.cloud === 'local' ? lookAt : lookAtMachine;
      const found = await look(ctx, row, round, signal);
      if (found !== null) await store(ctx, row, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (signal.aborted) return;
  await compareWithClouds(ctx, signal);
  const kept = ctx.db.select({ id: serviceBackups.serviceId }).from(serviceBackups);
  const isOld = lt(services.deletedAt, new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS));
  // The sweep of backups removes those first.
  await ctx.db.delete(services).where(and(isOld, notInArray(services.id, kept)));
});
