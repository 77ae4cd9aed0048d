import type { BulkCertificate } from './bulk-certificates.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';

/** A certificate that a search service knows; its ID is its place in the list, from 1. */
export interface ServiceEntry {
  readonly of: Pick<BulkCertificate, 'certificate' | 'precertificate' | 'names' | 'tbsSha256'>;
  readonly isPrecertificate: boolean;
  readonly notBefore: Date;
}

export interface SearchService extends FaultyServer {
  readonly entries: ServiceEntry[];
}

const derOf = ({ of, isPrecertificate }: ServiceEntry): Buffer => (isPrecertificate ? of.precertificate : of.certificate);
const isOf = ({ of }: ServiceEntry, domain: string): boolean => of.names.some((name) => name === domain || name.endsWith(`.${domain}`));
const json = (value: object) => ({ body: Buffer.from(JSON.stringify(value)) });

/** Cert Spotter's API: issuances after an ID, in pages until an empty one. */
export const startCertspotterService = async ({ pageSize = 100 } = {}): Promise<SearchService> => {
  const entries: ServiceEntry[] = [];
  const server = await startFaultyServer((path) => {
    const { pathname, searchParams } = new URL(path, 'http://service.test');
    if (pathname !== '/v1/issuances') return null;
    const after = Number(searchParams.get('after') ?? 0);
    const numbered = entries.map((entry, index) => ({ entry, id: index + 1 }));
    const page = numbered.filter(({ entry, id }) => id > after && isOf(entry, searchParams.get('domain') ?? '')).slice(0, pageSize);
    const expandsCert = searchParams.getAll('expand').includes('cert');
    return json(
      page.map(({ entry, id }) => ({
        id: String(id),
        tbs_sha256: entry.of.tbsSha256,
        ...(expandsCert ? { cert: { type: entry.isPrecertificate ? 'precert' : 'cert', data: derOf(entry).toString('base64') } } : {}),
      })),
    );
  });
  return { ...server, entries };
};

/** crt.sh's JSON output with its hidden limit, and its download of one certificate as PEM. */
export const startCrtshService = async ({ limit = 10_000 } = {}): Promise<SearchService> => {
  const entries: ServiceEntry[] = [];
  const server = await startFaultyServer((path) => {
    const { searchParams } = new URL(path, 'http://service.test');
    const id = searchParams.get('d');
    if (id !== null) {
      const entry = entries[Number(id) - 1];
      if (entry === undefined) return null;
      const pem = `-----BEGIN CERTIFICATE-----\n${derOf(entry).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
      return { body: Buffer.from(pem) };
    }
    const since = searchParams.get('minNotBefore') ?? '';
    const rows = entries
      .map((entry, index) => ({ entry, id: index + 1, not_before: entry.notBefore.toISOString().slice(0, 19) }))
      .filter(({ entry, not_before }) => isOf(entry, searchParams.get('q') ?? '') && not_before >= since)
      .slice(0, limit);
    // The limit is lower in tests; counts are as high as if it were not.
    return json(rows.map(({ id: rowId, not_before }) => ({ id: rowId, not_before, result_count: Math.ceil(10_000 / limit) })));
  });
  return { ...server, entries };
};
