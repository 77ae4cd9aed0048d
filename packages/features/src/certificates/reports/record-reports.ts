import { type CertificateId, type Observation, parseTarget, type ReportedAddress } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { loadAnchors } from '../anchors/internal/probe-anchors.ts';
import { storeObservations } from '../checks/internal/store-observations.ts';

/** A collector's finding about an endpoint. */
export interface EndpointReport {
  readonly id: CertificateId;
  /** As `formatTarget` writes it. */
  readonly domain: string;
  readonly seen: readonly ReportedAddress[];
}

export interface JudgedReport {
  readonly id: CertificateId;
  readonly observation: Observation;
  readonly judgedBy: string | null;
}

/** Judges reports by the anchors of their endpoints, as checks of this server are judged. May fetch CRLs. */
export const judgeReports = async (ctx: SystemContext, reports: readonly EndpointReport[]): Promise<JudgedReport[]> => {
  const anchors = await loadAnchors(
    ctx.db,
    reports.map(({ id }) => id),
  );
  return Promise.all(
    reports.map(async ({ id, domain, seen }) => {
      const { anchors: trusted, digest } = anchors.of(id);
      const observation = await ctx.gateways.prober.probe(parseTarget(domain), { reported: seen, anchors: trusted });
      return { id, observation, judgedBy: digest };
    }),
  );
};

/** Stores judged reports as checks that were made at `at`. */
export const storeReports = async (tx: TransactionContext<SystemContext>, judged: readonly JudgedReport[], at: Date): Promise<void> => {
  await storeObservations({ ...tx, clock: { now: () => at } }, judged, { askedByPerson: false });
};
