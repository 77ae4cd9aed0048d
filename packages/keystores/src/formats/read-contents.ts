import { failed } from '../arrange.ts';
import { type Contents, FileFault } from '../reading.ts';
import { readDer } from './der.ts';
import { isPem, readPem } from './pem.ts';

export interface FileContext {
  readonly path: string;
  /** Returns the password of keystores, or null if the source names none. Throws FileFault if it can't be read. */
  readonly readPassword: () => Promise<string | null>;
}

const SEQUENCE = 0x30;

/**
 * Reads the certificates of a file of any supported format, recognized by its contents. `bytes` stay the caller's: the result
 * shares no memory with them. Damaged files are a problem, never an exception.
 */
export const readContents = async (bytes: Buffer, _context: FileContext): Promise<Contents> => {
  if (bytes[0] === SEQUENCE) {
    const contents = readDer(bytes);
    if (contents !== null) return contents;
  }
  if (isPem(bytes)) return readPem(bytes);
  return failed(null, new FileFault('unknown_format', 'The file has none of the supported formats.'));
};
