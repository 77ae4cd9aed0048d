import { collectorBundles, collectorEndpoints, collectors } from '@notafter/db';
import {
  type CertificateId,
  type CollectorId,
  DomainError,
  type EndpointFinding,
  formatTarget,
  isHandshake,
  type OrganizationId,
  type ProbeTarget,
  parseTarget,
  type ReportedAddress,
  type SeenAddress,
} from '@notafter/domain';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { remainingCapacity } from '../../certificates/certificate-limit.ts';
import { ensureCollectorEndpoints } from '../../certificates/reports/collector-endpoints.ts';
import { type EndpointReport, judgeReports, storeReports } from '../../certificates/reports/record-reports.ts';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { askForComplete } from './ask-for-complete.ts';
import { fingerprintOf, sha256sIn, storedDers } from './bundle-certificates.ts';

type Tx = TransactionContext<SystemContext>;
type Ders = ReadonlyMap<string, Uint8Array>;

/** A bundle that is being recorded. */
export interface RecordingBundle {
  readonly orgId: OrganizationId;
  /** The organization's limit of certificates. */
  readonly limit: number | null;
  readonly collectorId: CollectorId;
  readonly sequence: number;
  /** When its findings were made. */
  readonly at: Date;
}

interface Finding {
  readonly target: ProbeTarget;
  readonly domain: string;
  readonly seen: EndpointFinding['seen'];
}

/** Leaves out what is not an endpoint: the collector is of another version, or not ours. */
const readFindings = (findings: readonly EndpointFinding[]): Finding[] =>
  findings.flatMap(({ target: text, seen }) => {
    try {
      const target = parseTarget(text);
      return [{ target, domain: formatTarget(target), seen }];
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  });

const bytesOf = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text, 'base64'));

/** Leaves out an address whose certificate never came. */
const reportedOf = (seen: readonly SeenAddress[], ders: Ders): ReportedAddress[] =>
  seen.flatMap((each): ReportedAddress[] => {
    if (!isHandshake(each)) return [{ kind: 'unreachable', ...each }];
    const [leaf, ...rest] = each.chain.map((sha256) => ders.get(sha256));
    if (leaf === undefined) return [];
    const chain = [leaf, ...rest.filter((der) => der !== undefined)] as const;
    return [{ ...each, kind: 'served', chain, ocspStaple: bytesOf(each.ocspStaple), signedTimestamps: bytesOf(each.signedTimestamps) }];
  });

/** Adds the endpoints that the collector reports for the first time, and all of. Null if the collector was deleted. */
const endpointsOf = (ctx: SystemContext, bundle: RecordingBundle, findings: readonly Finding[]) =>
  withTransaction(ctx, async (tx) => {
    const isPresent = eq(collectors.id, bundle.collectorId);
    const [present] = await tx.db.select({ id: collectors.id }).from(collectors).where(isPresent).for('key share');
    if (present === undefined) return null;
    return ensureCollectorEndpoints(
      tx,
      bundle,
      findings.map(({ target }) => target),
      new Set(findings.flatMap(({ domain, seen }) => (seen === 'unchanged' ? domain : []))),
    );
  });

/** The last findings about the endpoints that did not change. */
const lastSeen = async (ctx: SystemContext, ids: readonly CertificateId[]) => {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(collectorEndpoints)
          .where(inArray(collectorEndpoints.certificateId, [...ids]));
  return new Map(rows.map(({ certificateId, seen }) => [certificateId, seen ?? []]));
};

interface Reported extends EndpointReport {
  /** Stored for later bundles; null if it is stored already. */
  readonly changed: readonly SeenAddress[] | null;
}

/**
 * Whether findings say `unchanged` of endpoints without a stored finding, as after a person deleted one that the collector's own file names.
 * Those beyond the limit don't count.
 */
const lacksFindings = async (
  tx: Tx,
  { orgId, limit }: RecordingBundle,
  unchanged: readonly (CertificateId | undefined)[],
  reports: readonly Reported[],
): Promise<boolean> => {
  const reported = new Set(reports.map(({ id }) => id));
  const isAbsent = unchanged.includes(undefined) && (limit === null || (await remainingCapacity(tx.db, orgId, limit)) > 0);
  return isAbsent || unchanged.some((id) => id !== undefined && !reported.has(id));
};

const reportsOf = async (
  ctx: SystemContext,
  findings: readonly Finding[],
  ids: ReadonlyMap<string, CertificateId>,
  ders: Ders,
): Promise<Reported[]> => {
  const known = findings.flatMap((finding) => {
    const id = ids.get(finding.domain);
    return id === undefined ? [] : [{ ...finding, id }];
  });
  const before = await lastSeen(
    ctx,
    known.flatMap(({ id, seen }) => (seen === 'unchanged' ? [id] : [])),
  );
  const all = new Map([...(await storedDers(ctx.db, sha256sIn([...before.values()].flat()))), ...ders]);
  return known.flatMap(({ id, domain, seen }) => {
    const full = seen === 'unchanged' ? (before.get(id) ?? []) : seen;
    const reported = reportedOf(full, all);
    return reported.length === 0 ? [] : [{ id, domain, seen: reported, changed: seen === 'unchanged' ? null : full }];
  });
};

const remember = async ({ db }: Tx, { collectorId }: RecordingBundle, reports: readonly Reported[]): Promise<void> => {
  const rows = reports.flatMap(({ id, changed }) =>
    changed === null ? [] : [{ id, seen: changed, chain: sha256sIn(changed).map(fingerprintOf) }],
  );
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into collector_endpoints (certificate_id, collector_id, is_asked, seen, chain)
    select certificates.id, ${collectorId}, false, found.seen, found.chain
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (id uuid, seen jsonb, chain text[])
    join certificates on certificates.id = found.id
    order by certificates.id
    on conflict (certificate_id) do update set seen = excluded.seen, chain = excluded.chain`);
};

/** Moves a bundle on; false if another worker moved it meanwhile, or it is gone. */
export const movePosition = async ({ db }: Tx, { collectorId, sequence }: RecordingBundle, from: number, to: number): Promise<boolean> => {
  const { position } = collectorBundles;
  const isHere = and(eq(collectorBundles.collectorId, collectorId), eq(collectorBundles.sequence, sequence), eq(position, from));
  const moved = await db.update(collectorBundles).set({ position: to }).where(isHere).returning({ position });
  return moved.length > 0;
};

/**
 * Records endpoints as checks, from `position` on, in one transaction with the new position: each finding counts once, whatever dies.
 * False if the bundle is another worker's by now.
 */
export const recordEndpoints = async (
  ctx: SystemContext,
  bundle: RecordingBundle,
  { findings, position, ders }: { readonly findings: readonly EndpointFinding[]; readonly position: number; readonly ders: Ders },
): Promise<boolean> => {
  const read = readFindings(findings);
  const ids = await endpointsOf(ctx, bundle, read);
  if (ids === null) return false;
  const reports = await reportsOf(ctx, read, ids, ders);
  const judged = await judgeReports(ctx, reports);
  return withTransaction(ctx, async (tx) => {
    if (!(await movePosition(tx, bundle, position, position + findings.length))) return false;
    await storeReports(tx, judged, bundle.at);
    await remember(tx, bundle, reports);
    const unchanged = read.flatMap(({ domain, seen }) => (seen === 'unchanged' ? [ids.get(domain)] : []));
    if (await lacksFindings(tx, bundle, unchanged, reports)) await askForComplete(tx.db, bundle.collectorId);
    return true;
  });
};
