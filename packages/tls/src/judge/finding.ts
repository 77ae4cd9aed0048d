import type { VerdictReason } from '@notafter/domain';
import type { Certificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import { readDistinguishedName } from '../x509/names.ts';
import type { Path } from './path.ts';

/** One fault of one certificate of a path. */
export interface Finding {
  readonly reason: VerdictReason;
  /** Position in the path: 0 is the leaf. */
  readonly depth: number;
  /** A sentence for users. */
  readonly detail: string;
}

/** Reports a fault of the certificate at `depth`; `text` follows the certificate's name, e.g. `expired on 2026-01-02`. */
export type Report = (reason: VerdictReason, depth: number, text: string) => void;

const shortName = (certificate: Certificate): string => {
  try {
    const { commonName, organization, text } = readDistinguishedName(certificate.subject, 0, certificate.subject.length);
    return (commonName ?? organization ?? text).slice(0, 80);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return '';
  }
};

/** `The certificate`, `The intermediate "R12"`, `The root "ISRG Root X1"`. */
export const describeCertificate = ({ certificates, end }: Pick<Path, 'certificates' | 'end'>, depth: number): string => {
  const certificate = certificates[depth];
  if (depth === 0 || certificate === undefined) return 'The certificate';
  const part = depth === certificates.length - 1 && end !== 'open' ? 'root' : 'intermediate';
  return `The ${part} "${shortName(certificate)}"`;
};
