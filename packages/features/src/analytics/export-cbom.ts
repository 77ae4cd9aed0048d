import { randomUUID } from 'node:crypto';
import { certificates, x509Certificates } from '@notafter/db';
import {
  type CbomCertificate,
  type CbomEndpoint,
  type CertificateId,
  cbomAlgorithms,
  cbomCertificate,
  cbomDependency,
  cbomService,
  DomainError,
  isUuid,
} from '@notafter/domain';
import { exportCbomInput } from '@notafter/domain/inputs';
import { sql } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { type CryptographyRow, countCryptography, cryptographyColumns, withCertificate } from './internal/cryptography.ts';

/** A stretch of a document's text. */
export interface CbomPage {
  readonly text: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Rows of a page. Each page of certificates looks through the fingerprints of every endpoint. */
const ENDPOINTS = 1000;
const CERTIFICATES = 5000;
const FORMAT = { bomFormat: 'CycloneDX', specVersion: '1.7', version: 1 } as const;

/** The arrays of the document, in their order. Each is read by its pages. */
const passes = ['certificates', 'services', 'dependencies'] as const;
type Pass = (typeof passes)[number];

interface Position {
  readonly pass: Pass;
  /** The last row of the page before; empty at the beginning. */
  readonly after: string;
}

const positionOf = (cursor: string): Position => {
  const [name, after = ''] = cursor.split(' ');
  const pass = passes.find((one) => one === name);
  const isPlace = pass === 'certificates' ? /^[0-9A-F:]*$/.test(after) : after === '' || isUuid(after);
  if (pass === undefined || !isPlace) {
    throw new DomainError('invalid_input', { details: [{ path: 'cursor', message: 'is not of this export' }] });
  }
  return { pass, after };
};

interface Found {
  readonly parts: readonly object[];
  readonly last: string | null;
}

const endpointsAfter = async ({ db, reach }: OrgContext, after: string): Promise<readonly CbomEndpoint[]> => {
  const rows = await db.execute<CryptographyRow & { id: CertificateId; domain: string; url: string; fingerprint256: string | null }>(sql`
    select ${certificates.id} as id, ${certificates.domain} as domain, ${certificates.fingerprint256} as fingerprint256,
           'tls://' || case when ${certificates.host} like '%:%' then '[' || ${certificates.host} || ']' else ${certificates.host} end || ':' || ${certificates.port} as url,
           ${cryptographyColumns}
    from ${withCertificate}
    where ${withinReach(reach)} and ${certificates.notAfter} is not null and ${after === '' ? sql`true` : sql`${certificates.id} > ${after}::uuid`}
    order by ${certificates.id} limit ${ENDPOINTS}`);
  return rows;
};

const certificatesAfter = ({ db, reach }: OrgContext, after: string): Promise<CbomCertificate[]> =>
  db.execute<CbomCertificate & Record<string, unknown>>(sql`
    select ${x509Certificates.fingerprint256} as fingerprint256, facts ->> 'subject' as subject, facts ->> 'issuer' as issuer,
           facts ->> 'serialNumber' as "serialNumber", facts ->> 'notBefore' as "notBefore", facts ->> 'notAfter' as "notAfter",
           facts ->> 'keyType' as "keyType", (facts ->> 'keyBits')::int as "keyBits", facts ->> 'signatureAlgorithm' as signature
    from (
      select distinct fingerprint256 from ${certificates} join ${x509Certificates} using (fingerprint256)
      where ${withinReach(reach)} and fingerprint256 > ${after} order by fingerprint256 limit ${CERTIFICATES}
    ) as served join ${x509Certificates} using (fingerprint256) order by 1`);

/** A page that is not full is the last. */
const found = (parts: readonly object[], last: string | undefined, full: number): Found => ({
  parts,
  last: parts.length < full ? null : (last ?? null),
});

const byEndpoint =
  (write: (endpoint: CbomEndpoint) => object) =>
  async (ctx: OrgContext, after: string): Promise<Found> => {
    const rows = await endpointsAfter(ctx, after);
    return found(rows.map(write), rows.at(-1)?.id, ENDPOINTS);
  };

const read: Readonly<Record<Pass, (ctx: OrgContext, after: string) => Promise<Found>>> = {
  certificates: async (ctx, after) => {
    const now = ctx.clock.now();
    const rows = await certificatesAfter(ctx, after);
    return found(
      rows.map((row) => cbomCertificate(row, now)),
      rows.at(-1)?.fingerprint256,
      CERTIFICATES,
    );
  },
  services: byEndpoint(cbomService),
  dependencies: byEndpoint(cbomDependency),
};

const textOf = (parts: readonly object[]): string => parts.map((part) => JSON.stringify(part)).join(',\n');

/** Sorts before every fingerprint: the array has parts already. */
const BEGUN = '0';

/** Everything before the certificates: the document's head, and the algorithms and protocols. */
const headOf = async ({ db, reach, org, clock }: OrgContext): Promise<CbomPage> => {
  const metadata = {
    timestamp: clock.now().toISOString(),
    tools: { components: [{ type: 'application', name: 'Notafter' }] },
    component: { type: 'application', 'bom-ref': 'organization', name: org.name },
  };
  const head = JSON.stringify({ ...FORMAT, serialNumber: `urn:uuid:${randomUUID()}`, metadata });
  const algorithms = cbomAlgorithms(await countCryptography(db, reach));
  const text = `${head.slice(0, -1)},\n"components":[\n${textOf(algorithms)}`;
  return { text, nextCursor: algorithms.length === 0 ? 'certificates' : `certificates ${BEGUN}` };
};

/**
 * Returns one stretch of the organization's cryptography bill of materials, CycloneDX 1.7 in JSON: algorithms, protocols and certificates as
 * components, endpoints as services. Throws `invalid_input` for a cursor of another export.
 */
export const exportCbom = useCase({
  name: 'analytics/export-cbom',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: exportCbomInput,
})(async (ctx, { cursor }): Promise<CbomPage> => {
  if (cursor === undefined) return headOf(ctx);
  const { pass, after } = positionOf(cursor);
  const { parts, last } = await read[pass](ctx, after);
  const text = `${after !== '' && parts.length > 0 ? ',\n' : ''}${textOf(parts)}`;
  if (last !== null) return { text, nextCursor: `${pass} ${last}` };
  const next = passes[passes.indexOf(pass) + 1];
  return next === undefined ? { text: `${text}\n]}\n`, nextCursor: null } : { text: `${text}\n],\n"${next}":[\n`, nextCursor: next };
});
