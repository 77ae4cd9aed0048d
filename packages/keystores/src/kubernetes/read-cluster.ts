import { z } from 'zod';
import { arrange, problemOf } from '../arrange.ts';
import { readPemBlocks } from '../formats/pem.ts';
import { MAX_CERTIFICATES, SECRETS_PER_PAGE } from '../limits.ts';
import { MaskedText } from '../masked-text.ts';
import { type Contents, FileFault, type FoundCertificate, type KubernetesSource } from '../reading.ts';
import { accessOf } from './access.ts';
import { type ClusterConnection, connectCluster } from './get-page.ts';

/** A server that never ends its list must not keep the reader. */
const MAX_PAGES = 1_000;
/** A list expires after some minutes (410 Gone) and then starts again. */
const MAX_RESTARTS = 3;

const listSchema = z.object({
  metadata: z.object({ continue: z.string().nullish() }).nullish(),
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), namespace: z.string() }),
      data: z.record(z.string(), z.string()).nullish(),
    }),
  ),
});

interface Page {
  readonly certificates: readonly FoundCertificate[];
  readonly unreadable: number;
  readonly next: string | null;
}

/** Reads `tls.crt` of each Secret. Keys in the body, also in annotations, never become strings. */
const readPage = (body: Buffer): Page => {
  const masked = new MaskedText(body);
  let list: z.output<typeof listSchema>;
  try {
    list = listSchema.parse(JSON.parse(masked.text));
  } catch {
    throw new FileFault('broken', 'The cluster responds with something that is not a list of Secrets.');
  }
  const certificates: FoundCertificate[] = [];
  let unreadable = 0;
  for (const { metadata, data } of list.items) {
    const pem = masked.decode(data?.['tls.crt'] ?? '');
    const blocks = pem === null ? null : readPemBlocks(pem);
    pem?.fill(0);
    unreadable += blocks?.unreadable ?? 1;
    const alias = `${masked.reveal(metadata.namespace)}/${masked.reveal(metadata.name)}`;
    const hasKey = data !== null && data !== undefined && 'tls.key' in data;
    const named = (blocks?.certificates ?? []).map((certificate, index) => ({
      certificate,
      alias,
      hasKey: hasKey && index === 0,
      isTrusted: false,
    }));
    certificates.push(...arrange(named));
  }
  const next = list.metadata?.continue;
  return { certificates, unreadable, next: next === undefined || next === null || next === '' ? null : masked.reveal(next) };
};

const pathOf = (namespace: string | null, labelSelector: string | undefined, next: string | null): string => {
  const query = new URLSearchParams({ fieldSelector: 'type=kubernetes.io/tls', limit: String(SECRETS_PER_PAGE) });
  if (labelSelector !== undefined) query.set('labelSelector', labelSelector);
  if (next !== null) query.set('continue', next);
  return `/api/v1/${namespace === null ? '' : `namespaces/${encodeURIComponent(namespace)}/`}secrets?${query}`;
};

const readNamespace = async (connection: ClusterConnection, namespace: string | null, labelSelector: string | undefined): Promise<Page> => {
  let certificates: FoundCertificate[] = [];
  let unreadable = 0;
  let next: string | null = null;
  let restarts = 0;
  for (let pages = 0; pages < MAX_PAGES && certificates.length <= MAX_CERTIFICATES; pages += 1) {
    const page: Page | null = await connection.get(pathOf(namespace, labelSelector, next), readPage);
    if (page === null) {
      restarts += 1;
      if (restarts > MAX_RESTARTS) throw new FileFault('unreachable', 'The list of Secrets expired several times while it was read.');
      certificates = [];
      unreadable = 0;
      next = null;
      continue;
    }
    certificates.push(...page.certificates);
    unreadable += page.unreadable;
    next = page.next;
    if (next === null) return { certificates, unreadable, next };
  }
  throw new FileFault('too_many', 'The cluster has too many Secrets. Name namespaces or a label selector.');
};

/** Reads the certificates of a cluster's TLS Secrets, named `namespace/name`. Throws FileFault if a namespace can't be read. */
export const readCluster = async (source: KubernetesSource, serviceAccount?: string): Promise<Contents> => {
  const connection = connectCluster(await accessOf(source, serviceAccount));
  try {
    const certificates: FoundCertificate[] = [];
    let unreadable = 0;
    for (const namespace of source.namespaces === 'all' ? [null] : source.namespaces) {
      const page = await readNamespace(connection, namespace, source.labelSelector);
      certificates.push(...page.certificates);
      unreadable += page.unreadable;
    }
    // The limit of a file is not that of a cluster.
    return { format: 'kubernetes', certificates, problem: problemOf(certificates.slice(0, 1), unreadable) };
  } finally {
    connection.close();
  }
};
