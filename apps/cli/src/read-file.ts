import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { UsageError } from '@notafter/command-line';
import type { CommandName } from './command-names.ts';

/** Larger than any chain, bundle or CRL: Mozilla's whole store has a quarter of a megabyte. */
const MAX_BYTES = 256_000_000;

const faults = new Map([
  ['ENOENT', 'no such file or directory'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a directory'],
]);

const readAll = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw new UsageError('stdin is larger than 256 MB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** Reads a file that the user named, or stdin for `-`. Throws UsageError if it cannot be read. */
export const readNamedFile = async (file: string, what: string, command: CommandName, stdin?: Readable): Promise<Buffer> => {
  if (file === '-' && stdin !== undefined) return readAll(stdin);
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${what} '${file}' cannot be read: ${faults.get(code) ?? code}.`, command, { cause: error });
  }
};
