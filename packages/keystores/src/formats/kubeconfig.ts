import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { arrange, contentsOf, failed, type NamedCertificate } from '../arrange.ts';
import { MaskedText } from '../masked-text.ts';
import { withFile } from '../reader/open-file.ts';
import { type Contents, FileFault, type FileProblem } from '../reading.ts';
import { type PemBlocks, readPemBlocks } from './pem.ts';

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
const text = z.string().nullish();

/** The parts of a kubeconfig that lead to certificates and to the API (kubernetes.io/docs/reference/config-api/kubeconfig.v1). */
const kubeconfigSchema = z.object({
  'current-context': text,
  contexts: listOf(z.object({ name: z.string(), context: z.object({ cluster: text, user: text }) })),
  clusters: listOf(
    z.object({
      name: z.string(),
      cluster: z.object({
        server: text,
        'certificate-authority': text,
        'certificate-authority-data': text,
        'insecure-skip-tls-verify': z.boolean().nullish(),
        'tls-server-name': text,
        'proxy-url': text,
      }),
    }),
  ),
  users: listOf(
    z.object({
      name: z.string(),
      user: z
        .object({
          'client-certificate': text,
          'client-certificate-data': text,
          'client-key': text,
          'client-key-data': text,
          token: text,
          tokenFile: text,
          exec: z.unknown().optional(),
        })
        .nullish(),
    }),
  ),
});

/** A parsed kubeconfig. Its longer values are masked: see `MaskedText`. */
export interface Kubeconfig {
  readonly masked: MaskedText;
  readonly config: z.output<typeof kubeconfigSchema>;
}

/** Whether the bytes look like a kubeconfig, in YAML or JSON. */
export const isKubeconfig = (bytes: Buffer): boolean => ['clusters', 'users', 'contexts'].every((word) => bytes.includes(word));

/** Parses a kubeconfig without making strings of its keys. Throws FileFault. */
export const parseKubeconfig = (bytes: Buffer): Kubeconfig => {
  const masked = new MaskedText(bytes);
  try {
    return { masked, config: kubeconfigSchema.parse(parse(masked.text, { logLevel: 'silent' })) };
  } catch {
    // The parsers' messages quote the file.
    throw new FileFault('broken', 'The file is not a valid kubeconfig.');
  }
};

/** Calls `use` with the bytes behind a value: its data, or else the file that it names, relative to the kubeconfig. */
export const withValue = async <T>(
  { masked }: Kubeconfig,
  path: string,
  { data, file }: { readonly data: string | null | undefined; readonly file: string | null | undefined },
  use: (bytes: Buffer) => T,
): Promise<T | null> => {
  if (typeof data === 'string' && data !== '') {
    const bytes = masked.decode(data);
    if (bytes === null) throw new FileFault('broken', 'A value of the kubeconfig is not base64.');
    try {
      return use(bytes);
    } finally {
      bytes.fill(0);
    }
  }
  if (typeof file !== 'string' || file === '') return null;
  return withFile(resolve(dirname(path), masked.reveal(file)), use);
};

const named = (blocks: PemBlocks, alias: string, hasKey: boolean): NamedCertificate[] =>
  blocks.certificates.map((certificate, index) => ({ certificate, alias, hasKey: hasKey && index === 0, isTrusted: false }));

const readEntries = async (kubeconfig: Kubeconfig, path: string): Promise<Contents> => {
  const { masked, config } = kubeconfig;
  let problem: FileProblem | null = null;
  let unreadable = 0;
  const entryOf = async (alias: string, hasKey: boolean, where: Parameters<typeof withValue>[2]): Promise<NamedCertificate[]> => {
    try {
      const blocks = await withValue(kubeconfig, path, where, readPemBlocks);
      unreadable += blocks?.unreadable ?? 0;
      return blocks === null ? [] : named(blocks, alias, hasKey);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      problem ??= { code: error.code, message: `A certificate of the kubeconfig can't be read: ${error.message}` };
      return [];
    }
  };
  const found: ReturnType<typeof arrange> = [];
  for (const { name, user } of config.users) {
    const where = { data: user?.['client-certificate-data'], file: user?.['client-certificate'] };
    const hasKey = Boolean(user?.['client-key-data'] ?? user?.['client-key']);
    found.push(...arrange(await entryOf(`user ${masked.reveal(name)}`, hasKey, where)));
  }
  for (const { name, cluster } of config.clusters) {
    const where = { data: cluster['certificate-authority-data'], file: cluster['certificate-authority'] };
    const authorities = await entryOf(`cluster ${masked.reveal(name)}`, false, where);
    found.push(...arrange(authorities.map((each) => ({ ...each, isTrusted: true }))));
  }
  const contents = contentsOf('kubeconfig', found, unreadable);
  return { ...contents, problem: problem ?? contents.problem };
};

/** Reads the client certificates of users and the authorities of clusters. */
export const readKubeconfig = async (bytes: Buffer, path: string): Promise<Contents> => {
  try {
    return await readEntries(parseKubeconfig(bytes), path);
  } catch (error) {
    if (error instanceof FileFault) return failed('kubeconfig', error);
    throw error;
  }
};
