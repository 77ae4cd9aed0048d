import {
  certificateDeployments,
  certificateRenewals,
  certificates,
  checkSchedule,
  collectors,
  type Executor,
  environments,
  preparedOnce,
  renewalInfoCas,
  renewalInfos,
  x509Certificates,
} from '@notafter/db';
import {
  type CertificateFacts,
  type CertificateId,
  type CertificateSource,
  type CertificateStatus,
  type ClientId,
  type ClientRules,
  type CollectorAbout,
  type CollectorId,
  type CollectorState,
  type DeploymentState,
  DomainError,
  daysLeft,
  type EnvironmentId,
  hasExpired,
  isRefusedSoon,
  type MissingIssuer,
  planRenewal,
  presentReasons,
  type RenewalPlan,
  type RenewalState,
  type RenewalWindow,
  type RevocationFact,
  renewalStateAt,
  reportedRowState,
  statusOf,
  type UnreachableKind,
  type VerdictReason,
  type VerdictWarning,
} from '@notafter/domain';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';
import { type AddressView, addressViews, loadAddressRows } from '../addresses/internal/address-view.ts';
import { type CertificateAnchors, loadCertificateAnchors } from '../anchors/internal/certificate-anchors.ts';
import { loadScts, type SctView } from '../sct-view.ts';
import { factsOf } from '../stored-certificate.ts';
import { type ClientsView, clientsView } from './client-view.ts';
import { type KeyView, loadKeyView } from './key-view.ts';
import { plainArray } from './sql-arrays.ts';

/** A certificate as lists and screens show it, judged at one instant. */
export interface CertificateView {
  readonly id: CertificateId;
  readonly source: CertificateSource;
  /** Of an endpoint; the name that people gave it otherwise, with an empty host and port 0. */
  readonly domain: string;
  readonly host: string;
  readonly port: number;
  readonly issuer: string | null;
  /** The issuer's full distinguished name. */
  readonly issuerName: string | null;
  /** Dates of the certificate that expires first among the name's addresses; everything else is of the first address. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** Whole days, below 0 when expired; null if it was never reached. */
  readonly daysLeft: number | null;
  readonly status: CertificateStatus | null;
  /** Why it fails at any of the name's addresses, most important first. Expiry is only in `status`. */
  readonly reasons: readonly VerdictReason[];
  readonly warnings: readonly VerdictWarning[];
  readonly unreachable: { readonly reason: UnreachableKind; readonly detail: string; readonly since: Date } | null;
  /** The first of the clients that refuse the certificate now or within 30 days; null if none does. */
  readonly refusal: { readonly client: ClientId; readonly from: Date; readonly hasBegun: boolean } | null;
  /** Null if it was never reached or has expired. */
  readonly renewalState: RenewalState | null;
  readonly lastCheckedAt: Date | null;
  readonly createdAt: Date;
  /** When the certificate, its verdict, reachability, tags or environment last changed. */
  readonly updatedAt: Date;
  readonly san: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly version: number;
  readonly environmentId: EnvironmentId | null;
  readonly environmentName: string | null;
  readonly fingerprint: string | null;
  readonly fingerprint256: string | null;
  readonly serialNumber: string | null;
  readonly protocol: string | null;
  readonly cipher: string | null;
  readonly keyType: string | null;
  readonly keyBits: number | null;
  readonly address: string | null;
  /** How the served certificate differs from what files, uploads and other servers have; null if nothing does. */
  readonly deploymentState: DeploymentState | null;
  /** The collector that checks it, or reads its file; null if neither. */
  readonly collector: CertificateCollector | null;
}

/** Where a row of a collector comes from, and how old it is. */
export interface CertificateCollector {
  readonly id: CollectorId;
  readonly name: string;
  /** Whether the row is current: `silent` if the collector, or the row in its reports, is missing for three intervals. */
  readonly state: CollectorState;
  /** When the collector reported last. */
  readonly lastReportAt: Date | null;
  /** When it last saw what this row shows; null before. */
  readonly seenAt: Date | null;
}

/** Renewal information of the CA about the endpoint's own certificate (RFC 9773). */
export interface RenewalInfoView {
  readonly ca: string;
  /** Null before the first answer. */
  readonly window: RenewalWindow | null;
  readonly explanationUrl: string | null;
  /** The window was moved to the past: the CA asks to renew at once. */
  readonly asksNow: boolean;
  /** When the window was last read. */
  readonly readAt: Date | null;
  readonly nextAskAt: Date;
  /** Why it could not be read when it was last asked, or not in full; a sentence. */
  readonly problem: string | null;
}

export interface CertificateDetail extends CertificateView {
  /** Leaf first, as sent. */
  readonly chain: readonly CertificateFacts[];
  /** The trusted root that ends the path, if the server did not send it. */
  readonly root: CertificateFacts | null;
  readonly nextCheckAt: Date | null;
  /** The group that the server prefers among those of current browsers, such as X25519MLKEM768; null if not asked yet. */
  readonly keyExchange: string | null;
  /** Every address of the name, the endpoint's own included, once for each key type that it serves. */
  readonly addresses: readonly AddressView[];
  /** The certificate that the server omits, if its chain is incomplete and the issuer is known. */
  readonly missingIssuer: MissingIssuer | null;
  /** Null if it was not checked since it was first reached. */
  readonly revocation: RevocationFact | null;
  /** Null if the rules of clients do not apply, as below a private CA, and before the first check. */
  readonly clients: ClientsView | null;
  /** Timestamps of transparency logs, those in the certificate first; empty below a private CA, and before the first check. */
  readonly scts: readonly SctView[];
  /** When its renewal is due and late; null if it was never reached or has expired. */
  readonly renewal: (RenewalPlan & { readonly state: RenewalState }) | null;
  /** Null if its CA publishes none, or before it is asked. */
  readonly renewalInfo: RenewalInfoView | null;
  readonly anchors: CertificateAnchors;
  /** Null for a date, and if the key can't be read. */
  readonly key: KeyView | null;
  /** `get-deployment` has the rest. Null: no file has its certificate, and nothing differs. */
  readonly deployment: { readonly state: DeploymentState | null } | null;
}

const columns = {
  id: certificates.id,
  source: certificates.source,
  domain: certificates.domain,
  host: certificates.host,
  port: certificates.port,
  issuer: certificates.issuer,
  issuerName: sql<string | null>`${x509Certificates.facts}->>'issuer'`,
  notBefore: certificates.notBefore,
  notAfter: certificates.notAfter,
  reasons: certificates.reasons,
  warnings: certificates.warnings,
  unreachableReason: certificates.unreachableReason,
  unreachableDetail: certificates.unreachableDetail,
  unreachableSince: certificates.unreachableSince,
  refusal: sql<{ client: ClientId; from: string } | null>`(
    select json_build_object('client', refusal.client, 'from', refusal.refused_from) from certificate_refusals as refusal
    where refusal.certificate_id = ${certificates.id} order by refusal.refused_from, refusal.client limit 1)`,
  dueAt: certificateRenewals.dueAt,
  lateAt: certificateRenewals.lateAt,
  lastCheckedAt: checkSchedule.lastCheckedAt,
  createdAt: certificates.createdAt,
  updatedAt: certificates.updatedAt,
  san: certificates.san,
  tags: certificates.tags,
  version: certificates.version,
  environmentId: certificates.environmentId,
  environmentName: environments.name,
  fingerprint: certificates.fingerprint,
  fingerprint256: certificates.fingerprint256,
  serialNumber: certificates.serialNumber,
  protocol: certificates.protocol,
  cipher: certificates.cipher,
  keyType: certificates.keyType,
  keyBits: certificates.keyBits,
  address: certificates.address,
  deploymentState: certificateDeployments.state,
  collector: {
    id: collectors.id,
    name: collectors.name,
    enrolledAt: collectors.enrolledAt,
    revokedAt: collectors.revokedAt,
    forkedAt: collectors.forkedAt,
    lastReportAt: collectors.lastReportAt,
    carriedEverySeconds: collectors.carriedEverySeconds,
    mode: sql<CollectorAbout['mode'] | null>`${collectors.about}->>'mode'`,
    intervalSeconds: sql<number | null>`(${collectors.about}->>'intervalSeconds')::int`,
  },
};

/** The columns that lists show: a page is fifty rows. */
const selectListed = (db: Executor) =>
  db
    .select(columns)
    .from(certificates)
    .leftJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .leftJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .leftJoin(collectors, eq(collectors.id, certificates.collectorId))
    .leftJoin(certificateDeployments, eq(certificateDeployments.certificateId, certificates.id))
    .leftJoin(environments, eq(environments.id, certificates.environmentId))
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256));

const listed = preparedOnce((db) =>
  selectListed(db)
    .where(and(eq(certificates.orgId, sql.placeholder('orgId')), sql`${certificates.id} = any(${sql.placeholder('ids')}::uuid[])`))
    .prepare('certificate-views'),
);

const selectDetails = (db: Executor) =>
  db
    .select({
      ...columns,
      nextCheckAt: checkSchedule.nextCheckAt,
      keyExchange: certificates.keyExchange,
      chain: certificates.chain,
      root: certificates.rootFingerprint256,
      anchorFingerprint256: certificates.anchorFingerprint256,
      missingIssuer: certificates.missingIssuer,
      revocation: certificates.revocation,
      clientFacts: certificates.clientFacts,
      basis: certificateRenewals.basis,
      isOnDisk: sql<boolean>`exists (
        select from collector_files as file join collectors as holder on holder.id = file.collector_id and holder.org_id = ${certificates.orgId}
        where file.chain[1] = ${certificates.fingerprint256})`,
      info: renewalInfos,
      infoCa: renewalInfoCas,
    })
    .from(certificates)
    .leftJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .leftJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .leftJoin(collectors, eq(collectors.id, certificates.collectorId))
    .leftJoin(certificateDeployments, eq(certificateDeployments.certificateId, certificates.id))
    .leftJoin(renewalInfos, eq(renewalInfos.fingerprint256, certificates.fingerprint256))
    .leftJoin(renewalInfoCas, eq(renewalInfoCas.directory, renewalInfos.directory))
    .leftJoin(environments, eq(environments.id, certificates.environmentId))
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256));

type ViewRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];
type DetailRow = Awaited<ReturnType<typeof selectDetails>>[number];

const unreachableOf = (row: ViewRow): CertificateView['unreachable'] => {
  const { unreachableReason: reason, unreachableDetail, unreachableSince, lastCheckedAt, createdAt } = row;
  return reason === null ? null : { reason, detail: unreachableDetail ?? '', since: unreachableSince ?? lastCheckedAt ?? createdAt };
};

const refusalOf = ({ refusal }: ViewRow, now: Date): CertificateView['refusal'] => {
  if (refusal === null) return null;
  const from = new Date(refusal.from);
  return isRefusedSoon(from, now) ? { client: refusal.client, from, hasBegun: from <= now } : null;
};

const renewalStateOf = ({ notAfter, dueAt, lateAt }: ViewRow, now: Date): RenewalState | null =>
  notAfter === null || dueAt === null || lateAt === null || hasExpired(notAfter, now) ? null : renewalStateAt({ dueAt, lateAt }, now);

const collectorOf = ({ collector, source, lastCheckedAt }: ViewRow, now: Date): CertificateCollector | null => {
  if (collector === null) return null;
  const { id, name, lastReportAt, mode, intervalSeconds } = collector;
  const about = mode === null || intervalSeconds === null ? null : { mode, intervalSeconds };
  // Files are read again with each report.
  const seenAt = source === 'file' ? lastReportAt : lastCheckedAt;
  return { id, name, state: reportedRowState({ ...collector, about }, seenAt, now), lastReportAt, seenAt };
};

/** Field by field: spreading the row costs several times as much, fifty times a page. */
const viewOf = (row: ViewRow, now: Date): CertificateView => ({
  id: row.id,
  source: row.source,
  domain: row.domain,
  host: row.host,
  port: row.port,
  issuer: row.issuer,
  issuerName: row.issuerName,
  notBefore: row.notBefore,
  notAfter: row.notAfter,
  daysLeft: row.notAfter === null ? null : daysLeft(row.notAfter, now),
  status: row.notAfter === null ? null : statusOf(row.notAfter, now),
  reasons: presentReasons(row.reasons, row.notBefore, now),
  warnings: row.warnings,
  unreachable: unreachableOf(row),
  refusal: refusalOf(row, now),
  renewalState: renewalStateOf(row, now),
  lastCheckedAt: row.lastCheckedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  san: row.san,
  tags: row.tags,
  version: row.version,
  environmentId: row.environmentId,
  environmentName: row.environmentName,
  fingerprint: row.fingerprint,
  fingerprint256: row.fingerprint256,
  serialNumber: row.serialNumber,
  protocol: row.protocol,
  cipher: row.cipher,
  keyType: row.keyType,
  keyBits: row.keyBits,
  address: row.address,
  deploymentState: row.deploymentState,
  collector: collectorOf(row, now),
});

/** Returns the certificates of these ids, in their order, without deleted ones and those outside the caller's scope. */
export const loadViewsForOrg = async (
  db: Executor,
  reach: CertificateReach,
  ids: readonly CertificateId[],
  now: Date,
): Promise<CertificateView[]> => {
  if (ids.length === 0) return [];
  const rows =
    reach.scope === null
      ? await listed(db).execute({ orgId: reach.orgId, ids: plainArray(ids) })
      : await selectListed(db).where(and(withinReach(reach), inArray(certificates.id, [...ids])));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [viewOf(row, now)];
  });
};

/** Throws `certificate_not_found`, also for another organization's id. */
export const getViewForOrg = async (db: Executor, reach: CertificateReach, id: CertificateId, now: Date): Promise<CertificateView> => {
  const [view] = await loadViewsForOrg(db, reach, [id], now);
  if (view === undefined) throw new DomainError('certificate_not_found');
  return view;
};

/**
 * A check without changes writes nothing, so the stored result is as recent as the last check that reached the endpoint. A
 * revocation keeps its own instant: it outlasts checks that learn nothing.
 */
const revocationOf = ({ revocation, unreachableReason, lastCheckedAt }: DetailRow): RevocationFact | null => {
  if (revocation === null || revocation.checkedAt === null || unreachableReason !== null) return revocation;
  return revocation.status === 'revoked' ? revocation : { ...revocation, checkedAt: lastCheckedAt ?? revocation.checkedAt };
};

const renewalOf = ({ notBefore, notAfter, dueAt, lateAt, basis }: DetailRow, now: Date): CertificateDetail['renewal'] => {
  if (notBefore === null || notAfter === null || hasExpired(notAfter, now)) return null;
  const plan =
    dueAt === null || lateAt === null || basis === null
      ? planRenewal({ notBefore, notAfter, window: null, periods: [] })
      : { dueAt, lateAt, basis };
  return { ...plan, state: renewalStateAt(plan, now) };
};

const renewalInfoOf = ({ info, infoCa, notAfter }: DetailRow, rules: ClientRules, now: Date): RenewalInfoView | null => {
  const ca = rules.renewalInfo.find(({ directory }) => directory === info?.directory);
  if (info === null || ca === undefined || notAfter === null || hasExpired(notAfter, now)) return null;
  const { windowStart: start, windowEnd: end, explanationUrl, asksNowSince, readAt, nextAskAt, problem } = info;
  const pausedUntil = infoCa?.pausedUntil ?? null;
  return {
    ca: ca.name,
    window: start === null || end === null ? null : { start, end },
    explanationUrl,
    asksNow: asksNowSince !== null,
    readAt,
    // While the CA fails, it is asked about no certificate.
    nextAskAt: pausedUntil !== null && pausedUntil > nextAskAt ? pausedUntil : nextAskAt,
    problem: infoCa?.problem ?? problem,
  };
};

const hasNoDeployment = ({ source, deploymentState, isOnDisk }: DetailRow): boolean =>
  (source !== 'endpoint' && source !== 'file') || (deploymentState === null && !isOnDisk);

interface DetailTerms {
  readonly rules: ClientRules;
  readonly now: Date;
}

/**
 * With the chain, every address, the verdicts of clients and the next check. Throws `certificate_not_found`, also for another
 * organization's id.
 */
export const getDetailForOrg = async (
  db: Executor,
  reach: CertificateReach,
  id: CertificateId,
  { rules, now }: DetailTerms,
): Promise<CertificateDetail> => {
  const [row] = await selectDetails(db).where(and(withinReach(reach), eq(certificates.id, id)));
  if (row === undefined) throw new DomainError('certificate_not_found');
  const addresses = await loadAddressRows(db, id);
  const served = addresses.flatMap(({ fingerprint256 }) => fingerprint256 ?? []);
  const wanted = [...new Set([...row.chain, ...(row.root === null ? [] : [row.root]), ...served])];
  const stored =
    wanted.length === 0 ? [] : await db.select().from(x509Certificates).where(inArray(x509Certificates.fingerprint256, wanted));
  const facts = new Map(stored.map((x509) => [x509.fingerprint256, factsOf(x509.facts)]));
  const chain = row.chain.flatMap((fingerprint) => facts.get(fingerprint) ?? []);
  return {
    ...viewOf(row, now),
    chain,
    root: row.root === null ? null : (facts.get(row.root) ?? null),
    nextCheckAt: row.nextCheckAt,
    keyExchange: row.keyExchange,
    addresses: addressViews(addresses, { ...row, seenAt: row.lastCheckedAt ?? row.createdAt }, facts, now),
    missingIssuer: row.missingIssuer,
    revocation: revocationOf(row),
    clients: clientsView({ ...row, leaf: chain[0] }, rules, now),
    scts: await loadScts(db, { scts: row.clientFacts?.scts ?? [], fingerprint256: row.fingerprint256 }, rules.ctLogs, now),
    renewal: renewalOf(row, now),
    renewalInfo: renewalInfoOf(row, rules, now),
    anchors: await loadCertificateAnchors(db, row),
    key: await loadKeyView(db, reach, row),
    deployment: hasNoDeployment(row) ? null : { state: row.deploymentState },
  };
};
