import { failed } from '../arrange.ts';
import { type Contents, FileFault } from '../reading.ts';
import { readDer } from './der.ts';
import { isJks, readJks } from './jks.ts';
import { isKubeconfig, readKubeconfig } from './kubeconfig.ts';
import { isPem, readPem } from './pem.ts';
import { readPkcs12 } from './pkcs12/read-pkcs12.ts';

export interface FileContext {
  readonly path: string;
  /** Returns the password of keystores, or null if the source names none. Throws FileFault if it can't be read. */
  readonly readPassword: () => Promise<string | null>;
}

/** A SEQUENCE of more than 127 bytes. Text can start with 0x30 too, which is the digit 0, but goes on in ASCII. */
const isLongSequence = (bytes: Buffer): boolean => bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80;

/**
 * Reads the certificates of a file of any supported format, recognized by its contents. `bytes` stay the caller's: the result
 * shares no memory with them. Damaged files are a problem, never an exception.
 */
export const readContents = async (bytes: Buffer, context: FileContext): Promise<Contents> => {
  if (isLongSequence(bytes)) {
    const contents = readDer(bytes) ?? (await readPkcs12(bytes, context.readPassword));
    if (contents !== null) return contents;
  }
  if (isJks(bytes)) return readJks(bytes, context.readPassword);
  if (isPem(bytes)) return readPem(bytes);
  if (isKubeconfig(bytes)) return readKubeconfig(bytes, context.path);
  return failed(null, new FileFault('unknown_format', 'The file has none of the supported formats.'));
};
