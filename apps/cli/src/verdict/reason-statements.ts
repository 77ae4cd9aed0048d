import type { VerdictReason } from '@notafter/domain';
import { type ReasonContext, reasonFixes, reasonText } from './reason-text.ts';
import type { Statement } from './statement.ts';

/** What the judge found for a reason. */
export interface Found {
  readonly reason: VerdictReason;
  /** Which certificate of the path it is about; 0 is the leaf. */
  readonly depth: number;
  /** A sentence for people. */
  readonly detail: string;
}

/** Of the leaf's dates and names more can be told than the judge does: how many days, and which names instead. */
const toldBetter: ReadonlySet<VerdictReason> = new Set(['expired', 'not_yet_valid', 'hostname_mismatch']);

/** One statement a reason, from what the judge found for it; where that is not known, from the certificates. */
export const reasonStatements = (
  reasons: readonly VerdictReason[],
  findings: readonly Found[],
  context: ReasonContext,
): Statement<VerdictReason>[] =>
  reasons.map((code) => {
    const found = findings.filter(({ reason }) => reason === code);
    const isOwn = toldBetter.has(code) && found.every(({ depth }) => depth === 0);
    const text = found.length === 0 || isOwn ? reasonText(code, context) : [...new Set(found.map(({ detail }) => detail))].join(' ');
    return { code, text, fix: reasonFixes[code] };
  });
