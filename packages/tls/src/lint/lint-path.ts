import type { DatedLimit, LintFinding, LintSeverity } from '@notafter/domain';
import type { Certificate } from '../x509/certificate.ts';
import { factsOf } from '../x509/certificate-facts.ts';
import { DerError } from '../x509/der.ts';
import { lintRules } from './lint-rules.ts';
import { appliesTo, type LintRule } from './rule.ts';
import { LintSubject, type Part } from './subject.ts';

/** A root signed itself; another certificate at the end of a path is an intermediate, even as an anchor. */
const partOf = (path: readonly Certificate[], place: number): Part => {
  const certificate = path[place];
  if (place === 0) return 'leaf';
  return place === path.length - 1 && certificate?.isSignedBy(certificate) === true ? 'root' : 'intermediate';
};

/** Returns the certificates of a path as the rules see them; unreadable ones are left out, which every verdict refuses. */
export const subjectsOf = (
  path: readonly Certificate[],
  lifetimes?: readonly DatedLimit[],
): { readonly place: number; readonly subject: LintSubject }[] =>
  path.flatMap((certificate, place) =>
    certificate.unreadable === null
      ? [{ place, subject: new LintSubject(certificate, partOf(path, place), path[place + 1] ?? null, lifetimes) }]
      : [],
  );

/** Returns the sentence of a rule for a certificate that breaks it; null if the certificate keeps it or the part is unreadable. */
export const brokenBy = ({ finds, sentence }: LintRule, subject: LintSubject): string | null => {
  try {
    const found = finds(subject);
    if (found === false || found === undefined) return null;
    return found === true ? sentence : `${sentence}: ${found.replace(/\.$/, '')}.`;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return null;
  }
};

const rank: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, notice: 2 };

export interface LintQuestion {
  /** Leaf first. */
  readonly path: readonly Certificate[];
  /** Whether the path ends at a root that browsers ship, whose CAs follow the Baseline Requirements. */
  readonly isPublic: boolean;
  /** Maximum validity by issue date, ascending; of the built-in table by default. */
  readonly lifetimes?: readonly DatedLimit[] | undefined;
}

/** Returns every rule that a certificate of the path breaks, by certificate and severity. Never throws; changes no verdict. */
export const lintPath = ({ path, isPublic, lifetimes }: LintQuestion): LintFinding[] =>
  subjectsOf(path, lifetimes).flatMap(({ place, subject }) => {
    const { notBefore } = subject.certificate;
    const { subject: subjectText } = factsOf(subject.certificate);
    return lintRules
      .filter((rule) => appliesTo(rule, subject.part) && (isPublic || !rule.isPublicOnly) && (rule.from === null || notBefore >= rule.from))
      .flatMap((rule): LintFinding[] => {
        const text = brokenBy(rule, subject);
        const { id, severity, section } = rule;
        return text === null ? [] : [{ rule: id, severity, section, text, certificate: place, subject: subjectText }];
      })
      .toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  });
