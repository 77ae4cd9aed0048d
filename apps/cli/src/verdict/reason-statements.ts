import { type ReasonContext, reasonFixes, reasonText, type VerdictReason } from '@notafter/domain';
import type { Statement } from './statement.ts';

/** A finding of the verification for one reason. */
export interface Found {
  readonly reason: VerdictReason;
  /** Position in the path of the certificate it concerns; 0 is the leaf. */
  readonly depth: number;
  /** A sentence for people. */
  readonly detail: string;
}

/** Reasons about the leaf's dates and names, with more detail here than in the findings: the days, and the listed names. */
const hasOwnText: ReadonlySet<VerdictReason> = new Set(['expired', 'not_yet_valid', 'hostname_mismatch']);

const fixes = reasonFixes('trust its PEM file with --ca');

/** Returns one statement per reason, from the findings if there are any, otherwise from the certificates. */
export const reasonStatements = (
  reasons: readonly VerdictReason[],
  findings: readonly Found[],
  context: ReasonContext,
): Statement<VerdictReason>[] =>
  reasons.map((code) => {
    const found = findings.filter(({ reason }) => reason === code);
    const isOwn = hasOwnText.has(code) && found.every(({ depth }) => depth === 0);
    const text = found.length === 0 || isOwn ? reasonText(code, context) : [...new Set(found.map(({ detail }) => detail))].join(' ');
    return { code, text, fix: fixes[code] };
  });
