import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Answer, type Client, createClient, NotafterError } from '@notafter/client';
import { type ExitCode, exitCodes, printable, type Terminal, UsageError } from '@notafter/command-line';
import type { ImportCommand } from '../command-line.ts';
import { codeOf } from '../spool/open-spool.ts';
import { BUNDLE_EXTENSION, writeWhole } from './export-bundles.ts';

const TIMEOUT_MS = 120_000;
/** The server takes 500 bundles and 32 MB at once; names and quotes are added to these bytes. */
const MAX_BUNDLES = 500;
const MAX_BYTES = 24 * 1024 * 1024;

interface BundleFile {
  readonly name: string;
  readonly content: string;
}

type Imported = Answer<'post', '/v1/collectors/import'>;

/** The files themselves, and the bundles in folders. Names end with the number, so their order is that of the bundles. */
const filesOf = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => {
    try {
      if (!statSync(path).isDirectory()) return [path];
      const names = readdirSync(path).filter((name) => name.endsWith(BUNDLE_EXTENSION));
      return names.sort().map((name) => join(path, name));
    } catch (error) {
      throw new UsageError(`'${path}' cannot be read: ${codeOf(error)}.`, 'import', { cause: error });
    }
  });

/** Reads as many files at a time as one request takes. */
function* batchesOf(paths: readonly string[]): Generator<readonly BundleFile[]> {
  let batch: BundleFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const content = readFileSync(path, 'latin1');
    if (batch.length > 0 && (batch.length >= MAX_BUNDLES || bytes + content.length > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ name: basename(path), content });
    bytes += content.length;
  }
  if (batch.length > 0) yield batch;
}

const clientFrom = ({ NOTAFTER_URL: url = '', NOTAFTER_TOKEN: token = '' }: Terminal['env']): Client => {
  if (url === '') throw new UsageError('Set NOTAFTER_URL to the address of the server, such as https://notafter.example.com.', 'import');
  if (token === '') throw new UsageError('Set NOTAFTER_TOKEN to a token of an admin. Create one in the settings, under Tokens.', 'import');
  try {
    return createClient({ url, token, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.replace(/^url/, 'NOTAFTER_URL'), 'import', { cause: error });
  }
};

type Outcome = Imported['bundles'][number]['outcome'];

const words: ReadonlyMap<Outcome, string> = new Map([
  ['stored', 'stored'],
  ['replay', 'imported before'],
  ['superseded', 'replaced by a later complete bundle'],
]);
const isFine = (outcome: Outcome): boolean => words.has(outcome);

/** Imports bundle files on the server, for the collectors that wrote them, and writes the receipts beside them. */
export const runImport = async ({ paths, receipts }: ImportCommand, { stdout, stderr, env, stop }: Terminal): Promise<ExitCode> => {
  const client = clientFrom(env);
  const files = filesOf(paths);
  const [first] = files;
  if (first === undefined) throw new UsageError(`No file that ends with ${BUNDLE_EXTENSION} was found.`, 'import');
  let isRefused = false;
  try {
    for (const bundles of batchesOf(files)) {
      const answer = await client.post('/v1/collectors/import', { body: { bundles: [...bundles] }, signal: stop.signal });
      for (const { name, outcome, message } of answer.bundles) {
        const line = `${name}: ${words.get(outcome) ?? outcome}${message === null || isFine(outcome) ? '' : `. ${message}`}`;
        (isFine(outcome) ? stdout : stderr).write(`${printable(line)}\n`);
        isRefused ||= !isFine(outcome);
      }
      for (const { collector_id, receipt } of answer.receipts) {
        const path = join(receipts ?? dirname(first), `${collector_id}.receipt`);
        writeWhole(path, Buffer.from(`${receipt}\n`));
        stdout.write(`Receipt: ${printable(path)}\n`);
      }
    }
  } catch (error) {
    if (error instanceof NotafterError && error.status !== 0) {
      stderr.write(`notafter: ${printable(error.message)}\n`);
      return exitCodes.critical;
    }
    if (error instanceof NotafterError || codeOf(error) !== '')
      throw new UsageError(error instanceof Error ? error.message : '', 'import', { cause: error });
    throw error;
  }
  return isRefused ? exitCodes.critical : exitCodes.ok;
};
