import { type BulkCertificate, bulkCertificate } from './bulk-certificates.ts';
import type { LocalLog } from './local-log.ts';

/** Appends certificates of unique serial numbers to a log. */
export const createFiller = (log: LocalLog) => {
  let serial = 0;
  const bulk = (...names: readonly string[]): BulkCertificate => bulkCertificate({ serial: serial++, names });
  return {
    bulk,
    /** Entries that no test watches; every third is a certificate. */
    fill(count: number): void {
      for (let index = 0; index < count; index += 1) {
        const of = bulk(`host-${index}.other.test`, 'www.other.example');
        log.append({ kind: index % 3 === 0 ? 'certificate' : 'precertificate', of });
      }
    },
    add(...names: readonly string[]): void {
      log.append({ kind: 'certificate', of: bulk(...names) });
    },
  };
};
