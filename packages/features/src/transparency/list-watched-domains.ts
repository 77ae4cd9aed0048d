import { certificates, type Executor, issuances } from '@notafter/db';
import { cleanLine, internalEndOf, type OrganizationId } from '@notafter/domain';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { registrableDomainOf } from '../certificates/registrable-domain.ts';
import { useCase } from '../use-case.ts';
import { isPrecedentIssuance, listDomainsOfOrg, type WatchedDomainView } from './internal/domain-view.ts';
import { ISSUER_MAX } from './internal/issuance-view.ts';

const SUGGESTIONS_MAX = 20;

/** Issuers of certificates that count as earlier ones. An attacker's must not be offered. */
const listIssuers = async (db: Executor, orgId: OrganizationId): Promise<string[]> => {
  const rows = await db
    .select({ issuer: issuances.issuerOrganization })
    .from(issuances)
    .where(and(eq(issuances.orgId, orgId), isNotNull(issuances.issuerOrganization), isPrecedentIssuance))
    .groupBy(issuances.issuerOrganization)
    .orderBy(desc(sql`count(*)`), asc(issuances.issuerOrganization))
    .limit(SUGGESTIONS_MAX);
  return rows.flatMap(({ issuer }) => (issuer === null ? [] : [cleanLine(issuer, ISSUER_MAX)]));
};

export interface WatchedDomains {
  /** By name. */
  readonly domains: readonly WatchedDomainView[];
  /** Registrable domains of monitored endpoints that no watched domain covers, those with most endpoints first. */
  readonly suggestions: readonly { readonly domain: string; readonly endpoints: number }[];
  /** Organizations of the issuers of certificates that were found and are not suspicious, the most frequent first. */
  readonly issuers: readonly string[];
}

/** Lists the watched domains, and those that could be watched with one click. */
export const listWatchedDomains = useCase({
  name: 'transparency/list-watched-domains',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<WatchedDomains> => {
  const domains = await listDomainsOfOrg(ctx.db, ctx.org.id, ctx.clock.now());
  const hosts = await ctx.db
    .select({ host: certificates.host, count: sql<number>`count(*)::int` })
    .from(certificates)
    .where(and(eq(certificates.orgId, ctx.org.id), eq(certificates.source, 'endpoint'), isNotNull(certificates.fingerprint256)))
    .groupBy(certificates.host);
  const watched = new Set(domains.map(({ domain }) => domain));
  const counts = new Map<string, number>();
  for (const { host, count } of hosts) {
    const domain = registrableDomainOf(host);
    // Public logs have none of a private end.
    if (domain !== null && internalEndOf(domain) === null && !watched.has(domain)) counts.set(domain, (counts.get(domain) ?? 0) + count);
  }
  const suggestions = [...counts]
    .map(([domain, endpoints]) => ({ domain, endpoints }))
    .toSorted((one, other) => other.endpoints - one.endpoints || (one.domain < other.domain ? -1 : 1));
  return { domains, suggestions: suggestions.slice(0, SUGGESTIONS_MAX), issuers: await listIssuers(ctx.db, ctx.org.id) };
});
