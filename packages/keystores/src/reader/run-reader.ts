import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { readContents } from '../formats/read-contents.ts';
import { readCluster } from '../kubernetes/read-cluster.ts';
import { MAX_CERTIFICATES, MAX_FILES, MAX_TOTAL_BYTES } from '../limits.ts';
import { FileFault, type FileReading, type FileSource } from '../reading.ts';
import { findFiles } from './find-files.ts';
import { withFile } from './open-file.ts';
import { passwordOf } from './password.ts';
import { type ReaderMessage, readRequest, writeMessage } from './protocol.ts';

const send = (message: ReaderMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(writeMessage(message), (error) => (error ? reject(error) : resolve()));
  });

/** A crash must not write keys to disk (core(5)). Other systems don't have this file. */
const leaveMemoryOutOfCoreDumps = (): void => {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Keys are overwritten as soon as a file is read; this only covers a crash in between.
  }
};

const failedReading = (path: string, error: unknown): FileReading => {
  const fault =
    error instanceof FileFault ? error : new FileFault('broken', 'The file is damaged in a way that the reader does not expect.');
  return { path, format: null, certificates: [], problem: fault.problem };
};

/** Sends readings until a limit of the whole run is reached. */
class Readings {
  readonly #seen: Set<string>;
  #files = 0;
  #certificates = 0;
  #bytes = 0;

  constructor(skip: readonly string[]) {
    this.#seen = new Set(skip);
  }

  /** Reads and sends what `path` contains, unless it was read before. Returns whether it has certificates. */
  async add(path: string, read: () => Promise<FileReading>, isNamed: boolean): Promise<boolean> {
    if (this.#seen.has(path)) return true;
    await send({ at: path });
    const reading = await this.#read(path, read);
    const hasNone = reading.problem?.code === 'no_certificate' || reading.problem?.code === 'unknown_format';
    if (hasNone && !isNamed) return false;
    this.#seen.add(path);
    await send({ reading: this.#limited(reading) });
    return true;
  }

  async #read(path: string, read: () => Promise<FileReading>): Promise<FileReading> {
    this.#files += 1;
    try {
      if (this.#files > MAX_FILES) throw new FileFault('too_many', `More than ${MAX_FILES} files. This one was not read.`);
      return await read();
    } catch (error) {
      return failedReading(path, error);
    }
  }

  #limited(reading: FileReading): FileReading {
    const all = reading.certificates.flatMap(({ der, chain }) => [der, ...chain]);
    this.#certificates += reading.certificates.length;
    this.#bytes += all.reduce((sum, { length }) => sum + length, 0);
    if (this.#certificates <= MAX_CERTIFICATES && this.#bytes <= MAX_TOTAL_BYTES) return reading;
    const message = `More than ${MAX_CERTIFICATES} certificates in all. Those of this file were left out.`;
    return { ...reading, certificates: [], problem: { code: 'too_many', message } };
  }
}

const readSource = async (source: FileSource, readings: Readings): Promise<void> => {
  const { pattern, password } = source;
  try {
    const { paths, isNamed } = await findFiles(pattern);
    let hasAny = false;
    for (const path of paths) {
      const read = async (): Promise<FileReading> => {
        const contents = await withFile(path, (bytes) => readContents(bytes, { path, readPassword: () => passwordOf(password) }));
        return { path, ...contents };
      };
      if (await readings.add(path, read, isNamed)) hasAny = true;
    }
    if (!hasAny) throw new FileFault('no_certificate', 'No file with a certificate matches.');
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await readings.add(pattern, () => Promise.reject(error), true);
  }
};

/**
 * Is the reader's process: reads a request from stdin, writes its messages to stdout and returns. Nothing else of a process that
 * calls it should run. A program that is bundled into one file calls it for a hidden argument, see `readFiles`.
 */
export const runReader = async (): Promise<void> => {
  leaveMemoryOutOfCoreDumps();
  // Without a caller there is nothing to do.
  process.stdout.on('error', () => process.exit(1));
  const request = readRequest(await text(process.stdin));
  const readings = new Readings(request.skip);
  for (const source of request.files) await readSource(source, readings);
  for (const source of request.kubernetes) {
    const path = `kubernetes:${source.kubeconfig}`;
    await readings.add(path, async () => ({ path, ...(await readCluster(source)) }), true);
  }
  await send({ done: true });
};
