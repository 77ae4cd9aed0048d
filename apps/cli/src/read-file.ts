import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { CommandName } from './command-names.ts';
import { UsageError } from './usage-error.ts';

/** More is no chain and no bundle: Mozilla's whole store has a quarter of a megabyte. CRLs are larger. */
const MAX_BYTES = 256_000_000;

const faults = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'it may not be read by you'],
  ['EISDIR', 'it is a folder'],
]);

const readAll = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw new UsageError('stdin holds more than 256 MB, which is no certificate file.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** The bytes of a file the user named, or of stdin for `-`. Throws UsageError where it cannot be read. */
export const readNamedFile = async (file: string, what: string, command: CommandName, stdin?: Readable): Promise<Buffer> => {
  if (file === '-' && stdin !== undefined) return readAll(stdin);
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${what} '${file}' cannot be read: ${faults.get(code) ?? code}.`, command, { cause: error });
  }
};
