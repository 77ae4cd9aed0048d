import { type Crl, readCrl, readPemCrls } from '@notafter/tls';
import { UsageError } from '../usage-error.ts';

/** Parses a `--crl` file: PEM with any number of CRLs, or one in DER. Throws UsageError if one cannot be parsed. */
export const readCrls = (bytes: Buffer, file: string): Crl[] => {
  const isPem = bytes.includes('-----BEGIN ');
  const lists = isPem ? readPemCrls(bytes.toString('latin1')) : [bytes];
  if (lists.length === 0) throw new UsageError(`The --crl file '${file}' contains no X509 CRL.`, 'verify');
  return lists.map((der, place) => {
    try {
      return readCrl(der);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UsageError(`CRL ${place + 1} in the --crl file '${file}' cannot be read: ${why}`, 'verify', { cause: error });
    }
  });
};
