import type { CertificateFacts, VerdictReason, VerdictWarning } from '@notafter/domain';
import {
  type Crl,
  certificateFacts,
  checkAgainstCrls,
  createChainJudge,
  createTrustStore,
  readPemCertificates,
  withRevocation,
} from '@notafter/tls';
import { reasonFixes, reasonText } from '../verdict/reason-text.ts';
import type { Statement } from '../verdict/statement.ts';

export interface JudgeRequest {
  readonly chainFile: Buffer;
  readonly host: string | null;
  /** PEM whose certificates are the only anchors; null for Mozilla's roots. */
  readonly anchorsPem: string | null;
  /** Empty where none were given: then nothing is said of revocation. */
  readonly crls: readonly Crl[];
  readonly at: Date;
}

export interface Judgement {
  readonly host: string | null;
  readonly at: Date;
  readonly reasons: readonly Statement<VerdictReason>[];
  readonly warnings: readonly Statement<VerdictWarning>[];
  /** Leaf first; empty where the file holds nothing that can be read. */
  readonly path: readonly CertificateFacts[];
  /** Whether the last one of the path is an anchor. */
  readonly isAnchored: boolean;
}

const DER_SEQUENCE = 0x30;

/** A file is PEM, or one certificate in DER. */
const readCertificates = (file: Buffer): readonly Buffer[] => {
  const pem = readPemCertificates(file.toString('latin1'));
  return pem.length === 0 && file[0] === DER_SEQUENCE ? [file] : pem;
};

/** One statement a reason: what was found for it, in words, and what to do. */
const statementsOf = <Code extends VerdictReason | VerdictWarning>(
  codes: readonly Code[],
  textOf: (code: Code) => string,
  fixOf: (code: Code) => string | null,
): Statement<Code>[] => codes.map((code) => ({ code, text: textOf(code), fix: fixOf(code) }));

/** Judges the chain of a file. Throws RangeError for anchors that cannot be read, and for nothing in the chain. */
export const judgeFile = ({ chainFile, host, anchorsPem, crls, at }: JudgeRequest): Judgement => {
  const judge = createChainJudge(createTrustStore(anchorsPem === null ? {} : { anchorsPem }));
  const chain = judge.readChain(readCertificates(chainFile));
  if (chain === undefined) {
    const nothing: Statement<VerdictReason> = {
      code: 'malformed',
      text: 'The file holds no certificate.',
      fix: 'Give a PEM file with -----BEGIN CERTIFICATE----- blocks, or one certificate in DER.',
    };
    return { host, at, reasons: [nothing], warnings: [], path: [], isAnchored: false };
  }
  const onPath = judge.verifyChain({ chain, host, now: at });
  const verdict = crls.length === 0 ? onPath : withRevocation(onPath, checkAgainstCrls(onPath, crls, at));
  const [leaf, ...issuers] = verdict.path.map(certificateFacts);
  const reasonDetail = (reason: VerdictReason): string => {
    // The judge knows which certificate it is; the names are better told with the names it does have.
    const found = verdict.findings.filter((finding) => finding.reason === reason).map(({ detail }) => detail);
    if (leaf === undefined || (found.length > 0 && reason !== 'hostname_mismatch')) return [...new Set(found)].join(' ');
    return reasonText(reason, { host, chain: [leaf, ...issuers], now: at });
  };
  const warningDetail = (warning: VerdictWarning): string =>
    verdict.notes
      .filter((note) => note.warning === warning)
      .map(({ detail }) => detail)
      .join(' ');
  return {
    host,
    at,
    reasons: statementsOf(verdict.reasons, reasonDetail, (reason) => reasonFixes[reason]),
    warnings: statementsOf(verdict.warnings, warningDetail, () => null),
    path: leaf === undefined ? [] : [leaf, ...issuers],
    isAnchored: verdict.root !== null,
  };
};
