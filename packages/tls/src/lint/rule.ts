import type { LintSeverity, VerdictReason } from '@notafter/domain';
import type { LintSubject, Part } from './subject.ts';

/** Which certificates of a chain a rule applies to; `issued` are all but the root, `authority` all but the leaf. */
export type LintTarget = 'all' | 'leaf' | 'intermediate' | 'root' | 'issued' | 'authority';

/** Returns whether the certificate breaks the rule, or the part of it that does, for the text. Throws only DerError. */
type Finds = (subject: LintSubject) => boolean | string | undefined;

interface Extent {
  /** Applies to certificates whose notBefore is this day or later, e.g. `2023-09-15`; without it, to all. */
  readonly from?: string;
  /** The reason for which `--profile strict` refuses the chain; without it, the rule never changes a verdict. */
  readonly refusal?: VerdictReason;
}

/** One row of the table of rules; its key is the rule's id. The sentence is completed by what `finds` returns. */
export type LintRow = readonly [
  severity: LintSeverity,
  section: string,
  target: LintTarget,
  sentence: string,
  finds: Finds,
  extent?: Extent,
];

export interface LintRule {
  readonly id: string;
  readonly severity: LintSeverity;
  readonly section: string;
  readonly target: LintTarget;
  /** Whether it applies only below a root that browsers ship: the Baseline Requirements bind no private CA. */
  readonly isPublicOnly: boolean;
  readonly sentence: string;
  readonly finds: Finds;
  /** Milliseconds since 1970. */
  readonly from: number | null;
  readonly refusal: VerdictReason | null;
}

const targets: Readonly<Record<LintTarget, readonly Part[]>> = {
  all: ['leaf', 'intermediate', 'root'],
  leaf: ['leaf'],
  intermediate: ['intermediate'],
  root: ['root'],
  issued: ['leaf', 'intermediate'],
  authority: ['intermediate', 'root'],
};

/** Returns the first value that occurs a second time. In linear time: a hostile certificate has thousands. */
export const firstRepeated = (values: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return values.find((value) => seen.size === seen.add(value).size);
};

export const appliesTo = ({ target }: LintRule, part: Part): boolean => targets[target].includes(part);

export const readRows = (rows: Readonly<Record<string, LintRow>>): LintRule[] =>
  Object.entries(rows).map(([id, [severity, section, target, sentence, finds, { from, refusal } = {}]]) => ({
    id,
    severity,
    section,
    target,
    isPublicOnly: section.startsWith('BR '),
    sentence,
    finds,
    from: from === undefined ? null : Date.parse(from),
    refusal: refusal ?? null,
  }));
