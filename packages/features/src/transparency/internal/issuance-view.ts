import { alerts, certificates, type Executor, issuances, transparencyLogs, watchedDomains } from '@notafter/db';
import {
  type CertificateId,
  certificatePem,
  cleanLine,
  DomainError,
  type FoundAt,
  type IssuanceId,
  type IssuanceState,
  type IssuanceVerdict,
  type LoggingState,
  type LogTable,
  type OrganizationId,
  problemReportAddress,
  problemReportText,
  type UnknownReason,
  unknownSentence,
  type WatchedDomainId,
} from '@notafter/domain';
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { loadScts, type SctView } from '../../certificates/sct-view.ts';
import { isHostOf } from '../../notifications/ledger/serves-certificate.ts';
import { textArray } from '../../text-array.ts';

export interface IssuanceView {
  readonly id: IssuanceId;
  readonly domainId: WatchedDomainId;
  /** The watched domain. */
  readonly domain: string;
  readonly names: readonly string[];
  readonly issuer: string;
  readonly issuerOrganization: string | null;
  readonly serialNumber: string;
  /** Null, as the end is, if it could not be read. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly state: IssuanceState;
  readonly unknownReason: UnknownReason | null;
  /** Why nobody may have ordered it; null unless it is unknown. */
  readonly explanation: string | null;
  /** It was found in its domain's learning phase, and woke nobody. */
  readonly learned: boolean;
  readonly verdict: IssuanceVerdict | null;
  readonly verdictBy: string | null;
  readonly verdictAt: Date | null;
  /** Only its precertificate was found so far. */
  readonly isPrecertificate: boolean;
  readonly foundAt: Date;
}

/** A place where it was found. */
export interface IssuancePlace {
  readonly source: FoundAt['source'];
  /** The log's description, or the service's name. */
  readonly name: string;
  readonly operator: string | null;
  readonly logState: LoggingState | null;
  /** The entry in the log, or the service's own name for it. */
  readonly reference: string;
  readonly at: Date | null;
}

export interface IssuanceDetail extends IssuanceView {
  readonly tbsSha256: string;
  readonly spkiSha256: string;
  /** The certificate, or its precertificate; null if no source had it. */
  readonly pem: string | null;
  readonly places: readonly IssuancePlace[];
  /** Monitored endpoints with one of its names. */
  readonly endpoints: readonly { readonly id: CertificateId; readonly domain: string; readonly serves: boolean }[];
  /** The timestamps in the certificate; null as long as only its precertificate is known, which has none. */
  readonly scts: readonly SctView[] | null;
  /** For its CA, if nobody ordered it: where the CA takes reports, null if that has to be looked up, and a text that asks to revoke it. */
  readonly report: { readonly address: string | null; readonly text: string };
  /** An alert about it is open. */
  readonly isAlerted: boolean;
  /** An address, or the way in which the open alert was acknowledged; null if nobody did. */
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: Date | null;
}

export const selectIssuances = (db: Executor, condition: SQL | undefined) =>
  db
    .select({ issuance: issuances, domain: watchedDomains.domain })
    .from(issuances)
    .innerJoin(watchedDomains, eq(watchedDomains.id, issuances.domainId))
    .where(condition)
    .orderBy(desc(issuances.foundAt), desc(issuances.id));

type Row = Awaited<ReturnType<typeof selectIssuances>>[number];

/** Names and issuer are untrusted, and are copied into reports. */
const NAME_MAX = 255;
export const ISSUER_MAX = 500;

export const issuanceViewOf = ({ issuance, domain }: Row): IssuanceView => ({
  id: issuance.id,
  domainId: issuance.domainId,
  domain,
  names: issuance.names.map((name) => cleanLine(name, NAME_MAX)),
  issuer: cleanLine(issuance.issuer, ISSUER_MAX),
  issuerOrganization: issuance.issuerOrganization === null ? null : cleanLine(issuance.issuerOrganization, ISSUER_MAX),
  serialNumber: issuance.serialNumber,
  notBefore: issuance.notBefore,
  notAfter: issuance.notAfter,
  state: issuance.state,
  unknownReason: issuance.unknownReason,
  explanation: issuance.unknownReason === null ? null : `${unknownSentence(issuance, issuance.unknownReason)}.`,
  learned: issuance.learned,
  verdict: issuance.verdict,
  verdictBy: issuance.verdictBy,
  verdictAt: issuance.verdictAt,
  isPrecertificate: issuance.isPrecertificate,
  foundAt: issuance.foundAt,
});

const placesOf = async (db: Executor, found: readonly FoundAt[]): Promise<IssuancePlace[]> => {
  const ids = [...new Set(found.flatMap((at) => (at.source === 'log' ? [at.log] : [])))];
  const logs = ids.length === 0 ? [] : await db.select().from(transparencyLogs).where(inArray(transparencyLogs.id, ids));
  const byId = new Map(logs.map(({ id, log }) => [id, log]));
  return found.map((at): IssuancePlace => {
    if (at.source === 'search')
      return { source: 'search', name: at.service, operator: null, logState: null, reference: at.reference, at: null };
    const log = byId.get(at.log);
    return {
      source: 'log',
      name: log?.description ?? at.log,
      operator: log?.operator ?? null,
      logState: log?.state ?? null,
      reference: String(at.index),
      at: at.loggedAt === null ? null : new Date(at.loggedAt),
    };
  });
};

const ENDPOINTS_MAX = 50;

/** Condition on `x509`: the certificate of an issuance. */
const isCertificateOf = ({ spkiSha256, serialNumber }: Row['issuance']): SQL =>
  sql`x509.key256 = decode(${spkiSha256}, 'hex') and x509.facts ->> 'serialNumber' = ${serialNumber}`;

interface DetailTerms {
  readonly logs: LogTable;
  readonly now: Date;
}

/** Of the certificate that an endpoint serves, whose timestamps were verified, or else of the one that a log or service had. */
const sctsOf = async (db: Executor, { issuance }: Row, { logs, now }: DetailTerms): Promise<readonly SctView[] | null> => {
  const [served] = await db
    .select({ clientFacts: certificates.clientFacts, fingerprint256: certificates.fingerprint256 })
    .from(certificates)
    .where(
      and(
        eq(certificates.orgId, issuance.orgId),
        eq(certificates.source, 'endpoint'),
        sql`jsonb_array_length(${certificates.clientFacts} -> 'scts') > 0`,
        sql`${certificates.fingerprint256} in (select x509.fingerprint256 from x509_certificates as x509 where ${isCertificateOf(issuance)})`,
      ),
    )
    .limit(1);
  const embedded = (served?.clientFacts?.scts ?? []).filter(({ by }) => by === 'embedded');
  if (served !== undefined && embedded.length > 0)
    return loadScts(db, { scts: embedded, fingerprint256: served.fingerprint256 }, logs, now);
  return issuance.scts === null ? null : loadScts(db, { scts: issuance.scts, fingerprint256: null }, logs, now);
};

/** Throws `issuance_not_found`. */
export const getIssuanceForOrg = async (
  db: Executor,
  orgId: OrganizationId,
  id: IssuanceId,
  terms: DetailTerms,
): Promise<IssuanceDetail> => {
  const [row] = await selectIssuances(db, and(eq(issuances.orgId, orgId), eq(issuances.id, id)));
  if (row === undefined) throw new DomainError('issuance_not_found');
  const { issuance } = row;
  const endpoints = await db
    .select({
      id: certificates.id,
      domain: certificates.domain,
      // Nested, so that Drizzle keeps the table before its columns: it drops it in a select from one table.
      serves: sql<boolean>`${sql`exists (
        select from x509_certificates as x509 where ${isCertificateOf(issuance)}
          and (x509.fingerprint256 = ${certificates.fingerprint256} or exists (
            select from certificate_addresses as place where place.certificate_id = ${certificates.id} and place.fingerprint256 = x509.fingerprint256)))`}`,
    })
    .from(certificates)
    .where(
      and(
        eq(certificates.orgId, orgId),
        eq(certificates.source, 'endpoint'),
        isHostOf(sql`${certificates.host}`, textArray(issuance.names)),
      ),
    )
    .orderBy(certificates.domain)
    .limit(ENDPOINTS_MAX);
  const [open] = await db
    .select({ acknowledgedBy: alerts.acknowledgedBy, acknowledgedAt: alerts.acknowledgedAt })
    .from(alerts)
    .where(and(eq(alerts.orgId, orgId), sql`${alerts.certificateId} = ${id}`, isNull(alerts.resolvedAt)))
    .orderBy(sql`${alerts.acknowledgedAt} desc nulls first`)
    .limit(1);
  const detail = {
    ...issuanceViewOf(row),
    tbsSha256: issuance.tbsSha256,
    spkiSha256: issuance.spkiSha256,
    pem: issuance.der === null ? null : certificatePem(issuance.der.toString('base64')),
    places: await placesOf(db, issuance.found),
    endpoints,
    scts: await sctsOf(db, row, terms),
    isAlerted: open !== undefined,
    acknowledgedBy: open?.acknowledgedBy ?? null,
    acknowledgedAt: open?.acknowledgedAt ?? null,
  };
  return { ...detail, report: { address: problemReportAddress(detail.issuerOrganization), text: problemReportText(detail) } };
};
