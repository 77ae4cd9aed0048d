import type { CertificateFacts, LintFinding, VerdictReason, VerdictWarning } from '@notafter/domain';
import {
  type Crl,
  certificateFacts,
  checkAgainstCrls,
  clientFactsOfChain,
  createChainJudge,
  createTrustStore,
  readPemCertificates,
  withRevocation,
} from '@notafter/tls';
import { createStrictRules, lintPath, withStrictRevocation } from '@notafter/tls/lint';
import type { VerifyCommand } from '../commands.ts';
import { type ClientReport, clientReport } from '../verdict/client-lines.ts';
import { reasonStatements } from '../verdict/reason-statements.ts';
import type { Statement } from '../verdict/statement.ts';
import { withoutCertificate } from './without-certificate.ts';

export interface JudgeRequest extends Pick<VerifyCommand, 'profile' | 'purpose' | 'maxDepth'> {
  readonly chainFile: Buffer;
  readonly host: string | null;
  /** PEM with the only trust anchors; null for Mozilla's roots. */
  readonly anchorsPem: string | null;
  /** Without any, revocation is not reported. */
  readonly crls: readonly Crl[];
  readonly at: Date;
}

export interface Judgement {
  readonly host: string | null;
  readonly at: Date;
  readonly reasons: readonly Statement<VerdictReason>[];
  readonly warnings: readonly Statement<VerdictWarning>[];
  /** The rules that certificates of the path break and clients forgive. */
  readonly findings: readonly LintFinding[];
  /** Leaf first; empty if the file has no parsable certificate. */
  readonly path: readonly CertificateFacts[];
  /** Whether the path ends at an anchor. */
  readonly isAnchored: boolean;
  readonly clients: ClientReport;
}

const noClients: ClientReport = { clients: [], successors: [] };

/** Verifies the chain in a file. Throws RangeError for unreadable anchors only; chain problems are reasons. */
export const judgeFile = ({ chainFile, host, anchorsPem, crls, at, profile, purpose, maxDepth }: JudgeRequest): Judgement => {
  const isStrict = profile === 'strict';
  const store = createTrustStore(anchorsPem === null ? {} : { anchorsPem });
  const judge = createChainJudge(store, {
    purpose,
    ...(isStrict ? { furtherRules: createStrictRules({ maxIntermediates: maxDepth }) } : {}),
  });
  const fromPem = readPemCertificates(chainFile.toString('latin1'));
  const nothing = fromPem.length > 0 ? null : withoutCertificate(chainFile);
  if (nothing !== null)
    return { host, at, reasons: [nothing], warnings: [], findings: [], path: [], isAnchored: false, clients: noClients };
  // Without PEM, the file is one certificate in DER.
  const chain = judge.readChain(fromPem.length > 0 ? fromPem : [chainFile]);
  if (chain === undefined) throw new Error('The chain has no certificate.');
  const onPath = judge.verifyChain({ chain, host, now: at });
  const revoking = isStrict ? withStrictRevocation(onPath, crls, at) : withRevocation(onPath, checkAgainstCrls(onPath, crls, at));
  const verdict = crls.length === 0 ? onPath : revoking;
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
    findings: lintPath({ path: verdict.path, isPublic: verdict.root !== null && store.isPublic(verdict.root) }),
    path: leaf === undefined ? [] : [leaf, ...issuers],
    isAnchored: verdict.root !== null,
    clients: leaf === undefined ? noClients : clientReport({ ...leaf, facts: clientFactsOfChain(onPath), missingIssuer: null }, at),
  };
};
