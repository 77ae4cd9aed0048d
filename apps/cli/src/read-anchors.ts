import type { CommandName } from './command-names.ts';
import { readNamedFile } from './read-file.ts';
import { UsageError } from './usage-error.ts';

export interface Anchors {
  /** Hands on the PEM text, null for Mozilla's roots; what cannot be read of it becomes a usage error that names the file. */
  use<Made>(make: (anchorsPem: string | null) => Made): Made;
}

/** The certificates of `--ca`, which are then the only ones trusted. Throws UsageError where there are none. */
export const readAnchors = async (caFile: string | null, command: CommandName): Promise<Anchors> => {
  if (caFile === null) return { use: (make) => make(null) };
  const pem = (await readNamedFile(caFile, 'The --ca file', command)).toString('latin1');
  if (!/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/.test(pem))
    throw new UsageError(`The --ca file '${caFile}' holds no certificate in PEM form.`, command);
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
