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
import { reasonStatements } from '../verdict/reason-statements.ts';
import type { Statement } from '../verdict/statement.ts';
import { withoutCertificate } from './without-certificate.ts';

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

/** Judges the chain of a file. Throws RangeError for anchors that cannot be read, and for nothing in the chain. */
export const judgeFile = ({ chainFile, host, anchorsPem, crls, at }: JudgeRequest): Judgement => {
  const judge = createChainJudge(createTrustStore(anchorsPem === null ? {} : { anchorsPem }));
  const fromPem = readPemCertificates(chainFile.toString('latin1'));
  const nothing = fromPem.length > 0 ? null : withoutCertificate(chainFile);
  if (nothing !== null) return { host, at, reasons: [nothing], warnings: [], path: [], isAnchored: false };
  // Without PEM it is one certificate in DER.
  const chain = judge.readChain(fromPem.length > 0 ? fromPem : [chainFile]);
  if (chain === undefined) throw new Error('A chain of at least one certificate is read.');
  const onPath = judge.verifyChain({ chain, host, now: at });
  const verdict = crls.length === 0 ? onPath : withRevocation(onPath, checkAgainstCrls(onPath, crls, at));
  const [leaf, ...issuers] = verdict.path.map(certificateFacts);
  const warningDetail = (warning: VerdictWarning): string =>
    verdict.notes
      .filter((note) => note.warning === warning)
      .map(({ detail }) => detail)
      .join(' ');
  return {
    host,
    at,
    reasons: leaf === undefined ? [] : reasonStatements(verdict.reasons, verdict.findings, { host, chain: [leaf, ...issuers], now: at }),
    warnings: verdict.warnings.map((code) => ({ code, text: warningDetail(code), fix: null })),
    path: leaf === undefined ? [] : [leaf, ...issuers],
    isAnchored: verdict.root !== null,
  };
};
