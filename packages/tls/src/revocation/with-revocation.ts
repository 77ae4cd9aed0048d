import { type VerdictWarning, verdictReasons, verdictWarnings } from '@notafter/domain';
import { describeCertificate } from '../judge/finding.ts';
import type { ChainVerdict } from '../judge/verify-chain.ts';
import type { WarningNote } from '../judge/warnings.ts';
import type { Crl } from './crl.ts';
import { judgeByCrls } from './judge-crl.ts';
import type { RevocationOutcome } from './outcome.ts';

/** The answers of CRLs about the certificate at `depth` of a path. */
export interface RevocationFinding {
  readonly depth: number;
  readonly outcome: RevocationOutcome;
}

const warningFor = ({ outcome }: RevocationFinding): VerdictWarning | null => {
  if (outcome.status === 'stale') return 'stale_crl';
  return outcome.status === 'unknown' ? 'revocation_unknown' : null;
};

/** Adds the revocation status to a verdict: revoked is a reason, stale and unknown are warnings. */
export const withRevocation = (verdict: ChainVerdict, found: readonly RevocationFinding[]): ChainVerdict => {
  const end = verdict.root === null ? 'open' : 'root';
  const name = (depth: number): string => describeCertificate({ certificates: verdict.path, end }, depth);
  const findings = [...verdict.findings];
  const notes: WarningNote[] = [...verdict.notes];
  for (const finding of found) {
    const { depth, outcome } = finding;
    if (outcome.status === 'revoked') findings.push({ reason: 'revoked', depth, detail: `${name(depth)}: ${outcome.detail}` });
    const warning = warningFor(finding);
    if (warning !== null) notes.push({ warning, detail: `${name(depth)}: ${outcome.detail}` });
  }
  const reasons = new Set(findings.map(({ reason }) => reason));
  const warnings = new Set(notes.map(({ warning }) => warning));
  return {
    ...verdict,
    findings,
    notes,
    reasons: verdictReasons.filter((reason) => reasons.has(reason)),
    warnings: verdictWarnings.filter((warning) => warnings.has(warning)),
  };
};

/**
 * Checks a path against given CRLs. Looks up every certificate below the end of the path; skips an issuer that no CRL covers,
 * while a leaf that none covers is unknown.
 */
export const checkAgainstCrls = ({ path }: ChainVerdict, crls: readonly Crl[], now: Date): RevocationFinding[] =>
  path.slice(0, -1).flatMap((certificate, depth): RevocationFinding[] => {
    const issuer = path[depth + 1];
    if (issuer === undefined) return [];
    const outcome = judgeByCrls(certificate, issuer, crls, now);
    return depth > 0 && outcome.status === 'unknown' ? [] : [{ depth, outcome }];
  });
