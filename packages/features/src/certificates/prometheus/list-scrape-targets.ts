import { type CertificateId, type EndpointProtocol, targetOfStored } from '@notafter/domain';
import { scrapeTargetsInput } from '@notafter/domain/inputs';
import { and } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { isEndpoint } from '../reports/collector-endpoints.ts';
import { type EndpointRow, matchesPrometheusFilter, type PageEnd, readEndpoints } from './internal/read-endpoints.ts';

const PAGE_SIZE = 1000;

/** An endpoint as another program probes it. */
export interface ScrapeTarget {
  readonly id: CertificateId;
  readonly domain: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: EndpointProtocol;
  /** The name to ask for, if it differs from the host. */
  readonly servername: string | null;
  /** The address to connect to, if the endpoint names one. */
  readonly address: string | null;
  readonly environment: string | null;
  /** The collector that reaches it, by name; null for this server. */
  readonly collector: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

export interface ScrapeTargetPage {
  readonly targets: readonly ScrapeTarget[];
  /** Null on the last page. */
  readonly nextAfter: PageEnd | null;
}

const targetOf = (row: EndpointRow): ScrapeTarget => {
  const { id, domain, environment, collector, tags } = row;
  const { host, port, protocol = 'tls', servername, address } = targetOfStored(row);
  return { id, domain, host, port, protocol, servername: servername ?? null, address: address ?? null, environment, collector, tags };
};

/** Returns one page of the caller's endpoints, by domain. */
export const listScrapeTargets = useCase({
  name: 'certificates/list-scrape-targets',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: scrapeTargetsInput,
})(async (ctx, { after, ...filter }): Promise<ScrapeTargetPage> => {
  const rows = await readEndpoints(ctx, and(await matchesPrometheusFilter(ctx, filter), isEndpoint), after ?? null, PAGE_SIZE);
  const last = rows.length < PAGE_SIZE ? undefined : rows.at(-1);
  return { targets: rows.map(targetOf), nextAfter: last === undefined ? null : { domain: last.domain, id: last.id } };
});
