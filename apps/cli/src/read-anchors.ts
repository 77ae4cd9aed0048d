import { UsageError } from '@notafter/command-line';
import type { CommandName } from './command-names.ts';
import { readNamedFile } from './read-file.ts';

export interface Anchors {
  /** Calls `make` with the PEM text, or null for Mozilla's roots; a RangeError becomes a usage error that names the file. */
  use<Made>(make: (anchorsPem: string | null) => Made): Made;
}

/** Reads the certificates of `--ca`, which replace all other trust anchors. Throws UsageError if the file has none. */
export const readAnchors = async (caFile: string | null, command: CommandName): Promise<Anchors> => {
  if (caFile === null) return { use: (make) => make(null) };
  const pem = (await readNamedFile(caFile, 'The --ca file', command)).toString('latin1');
  if (!/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/.test(pem))
    throw new UsageError(`The --ca file '${caFile}' contains no PEM certificate.`, command);
  return {
    use(make) {
      try {
        return make(pem);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new UsageError(`The --ca file '${caFile}' cannot be used: ${error.message}`, command, { cause: error });
      }
    },
  };
};
