import { type Crl, readCrl, readPemCrls } from '@notafter/tls';
import { UsageError } from '../usage-error.ts';

/** The lists of a `--crl` file, PEM with any number of them or one in DER. Throws UsageError where one cannot be read. */
export const readCrls = (bytes: Buffer, file: string): Crl[] => {
  const isPem = bytes.includes('-----BEGIN ');
  const lists = isPem ? readPemCrls(bytes.toString('latin1')) : [bytes];
  if (lists.length === 0) throw new UsageError(`The --crl file '${file}' holds no X509 CRL.`, 'verify');
  return lists.map((der, place) => {
    try {
      return readCrl(der);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UsageError(`List ${place + 1} of the --crl file '${file}' cannot be read: ${why}`, 'verify', { cause: error });
    }
  });
};
