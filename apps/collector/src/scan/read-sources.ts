import type { FiledCertificate, FileFinding, Log } from '@notafter/domain';
import type { FileProblem, FileReading, FoundCertificate } from '@notafter/keystores';
import type { CollectorConfig } from '../config/config.ts';
import type { ReadFiles } from '../files/read-files.ts';
import { CERTIFICATE_MAX_BYTES, type Certificates, digestOf, type Found, instantText, lineOf, sha256Of } from './watched-item.ts';

const TIMEOUT_MS = 120_000;
const MAX_ENTRIES = 500;
const MAX_CHAIN = 100;
const MAX_ALIAS = 1_000;
const MAX_PATH = 4_096;

const chainOf = ({ der, chain }: FoundCertificate): readonly Buffer[] =>
  [der, ...chain.filter((each) => !each.equals(der))].slice(0, MAX_CHAIN);

const problemOf = ({ certificates, problem }: FileReading): FileFinding['problem'] => {
  if (problem !== null) return { code: lineOf(problem.code, 40), message: lineOf(problem.message, 1_000) };
  if (certificates.length > MAX_ENTRIES)
    return { code: 'too_many_entries', message: `The file has more than ${MAX_ENTRIES} certificates; the first ${MAX_ENTRIES} are shown.` };
  if (certificates.some((found) => chainOf(found).some((der) => der.length > CERTIFICATE_MAX_BYTES)))
    return { code: 'too_large', message: 'A certificate of the file is too large and is not shown.' };
  return null;
};

const foundIn = (reading: FileReading, at: Date): Found => {
  const certificates = new Map<string, Buffer>();
  const entries = reading.certificates.slice(0, MAX_ENTRIES).flatMap((found): FiledCertificate[] => {
    const chain = chainOf(found);
    if (chain.some((der) => der.length > CERTIFICATE_MAX_BYTES)) return [];
    for (const der of chain) certificates.set(sha256Of(der), der);
    const { alias, role, hasKey } = found;
    return [{ alias: alias === null ? null : lineOf(alias, MAX_ALIAS), role, chain: chain.map(sha256Of), hasKey }];
  });
  const finding = {
    path: lineOf(reading.path, MAX_PATH),
    at: instantText(at),
    format: reading.format,
    problem: problemOf(reading),
    certificates: entries,
  };
  const { format, problem } = finding;
  return { kind: 'file', finding, digest: digestOf({ format, problem, entries }), certificates };
};

/** A file that was there at the last scan. It is reported once. */
const vanished = (path: string, at: Date): Found => ({
  kind: 'file',
  finding: {
    path,
    at: instantText(at),
    format: null,
    problem: { code: 'not_found', message: 'The file is no longer there.' },
    certificates: [],
  },
  digest: '',
  certificates: new Map() satisfies Certificates,
});

/** A cluster is one reading: each of its Secrets becomes a finding, and the cluster itself another, which has its problem. */
const byFile = (reading: FileReading): readonly FileReading[] => {
  if (reading.format !== 'kubernetes') return [reading];
  const secrets = Map.groupBy(reading.certificates, ({ alias }) => alias ?? '');
  return [
    { ...reading, certificates: [] },
    ...[...secrets].map(([name, certificates]) => ({ ...reading, path: `${reading.path}/${name}`, certificates, problem: null })),
  ];
};

/** Codes of a pattern or cluster that was not looked through: nothing can be said about what is below it. */
const unseen = new Set<FileProblem['code']>(['permission_denied', 'too_many', 'unreachable', 'broken']);

/** The beginning of all paths that a pattern or cluster can bring up. */
const baseOf = (path: string): string => (path.startsWith('kubernetes:') ? `${path}/` : path.replace(/(?<=\/)[^/]*[*?[{].*$/, ''));

export interface ReadSources {
  readonly found: readonly Found[];
  /** Paths that need not be remembered. */
  readonly gone: readonly string[];
}

interface ReadOptions {
  readonly known: ReadonlyMap<string, string>;
  readonly log: Log;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** The process that reads them crashed, or took too long, as with a network file system that hangs. */
const NOT_READ: FileProblem = { code: 'unreachable', message: 'Files could not be read: the log of the collector says why.' };

/** Reads the files and Secrets of a collector. If they can't be read as a whole, each source has that problem, and no file counts as gone. */
export const readSources = async (
  readFiles: ReadFiles,
  { files, kubernetes }: CollectorConfig,
  { known, log, now, signal }: ReadOptions,
): Promise<ReadSources> => {
  try {
    const readings =
      files.length + kubernetes.length === 0 ? [] : await readFiles({ files, kubernetes }, { signal, timeoutMs: TIMEOUT_MS });
    const at = now();
    const found = new Map(readings.flatMap(byFile).map((reading) => [lineOf(reading.path, MAX_PATH), foundIn(reading, at)]));
    const unseenBases = readings
      .filter(({ certificates, problem }) => certificates.length === 0 && problem !== null && unseen.has(problem.code))
      .map(({ path }) => baseOf(path));
    const gone = [...known.keys()].filter((path) => !found.has(path) && !unseenBases.some((base) => path.startsWith(base)));
    return { found: [...found.values(), ...gone.map((path) => vanished(path, at))], gone };
  } catch (error) {
    if (signal.aborted) return { found: [], gone: [] };
    log.error({ cause: error instanceof Error ? error.message : String(error) }, 'files could not be read');
    const at = now();
    const sources = [...files.map(({ pattern }) => pattern), ...kubernetes.map(({ kubeconfig }) => `kubernetes:${kubeconfig}`)];
    return { found: sources.map((path) => foundIn({ path, format: null, certificates: [], problem: NOT_READ }, at)), gone: [] };
  }
};
