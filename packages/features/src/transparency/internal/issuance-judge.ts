import { type DecidedIssuance, type JudgedIssuance, judgeIssuance, type Precedent } from '@notafter/domain';
import type { ConcernedIssuance, OrganizationEvidence } from './issuance-evidence.ts';

interface Judging {
  /** The lists that apply to its names. */
  readonly allowedIssuers: readonly (readonly string[])[];
  readonly learned: boolean;
}

/** Creates a judge of certificates in order: one that is known or learned is a precedent for those after it. */
export const createIssuanceJudge = (evidence: OrganizationEvidence) => {
  const precedents: Precedent[] = [...evidence.precedents];
  return (issuance: ConcernedIssuance & JudgedIssuance, { allowedIssuers, learned }: Judging): DecidedIssuance => {
    const decided = judgeIssuance(issuance, {
      isServed: evidence.isServed(issuance),
      hasKnownKey: evidence.hasKey(issuance),
      allowedIssuers,
      precedents,
    });
    const { notBefore, notAfter } = issuance;
    if ((decided.state !== 'unknown' || learned) && notBefore !== null && notAfter !== null)
      precedents.push({ ...issuance, notBefore, notAfter });
    return decided;
  };
};
