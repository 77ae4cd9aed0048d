import { verdictReasons } from '@notafter/domain';
import type { Finding } from '../judge/finding.ts';
import type { ChainVerdict } from '../judge/verify-chain.ts';
import type { Crl } from '../revocation/crl.ts';
import { checkAgainstCrls, withRevocation } from '../revocation/with-revocation.ts';

/**
 * Adds the revocation status to a verdict as `withRevocation` does, and refuses what browsers forgive: a leaf that the given CRLs
 * do not prove good, and a CRL of the chain without its number (RFC 5280 sections 5.2.3 and 6.3.3).
 */
export const withStrictRevocation = (verdict: ChainVerdict, crls: readonly Crl[], now: Date): ChainVerdict => {
  const found = checkAgainstCrls(verdict, crls, now);
  const judged = withRevocation(verdict, found);
  const undetermined = found
    .filter(({ outcome }) => outcome.status === 'unknown' || outcome.status === 'stale')
    .map(({ depth, outcome }): Finding => ({ reason: 'constraint_violation', depth, detail: `The CRLs prove nothing: ${outcome.detail}` }));
  const unnumbered = verdict.path
    .slice(1)
    .flatMap((issuer, place) => crls.filter((crl) => !crl.hasNumber && crl.isSignedBy(issuer)).map(() => place))
    .map((depth): Finding => ({ reason: 'malformed', depth, detail: 'A CRL has no CRL number.' }));
  const findings = [...judged.findings, ...undetermined, ...unnumbered];
  const reasons = new Set(findings.map(({ reason }) => reason));
  return { ...judged, findings, reasons: verdictReasons.filter((reason) => reasons.has(reason)) };
};
