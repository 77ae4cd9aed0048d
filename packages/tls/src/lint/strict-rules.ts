import { plural } from '@notafter/domain';
import type { Finding } from '../judge/finding.ts';
import { describeCertificate } from '../judge/finding.ts';
import type { Path } from '../judge/path.ts';
import type { Certificate } from '../x509/certificate.ts';
import { brokenBy, subjectsOf } from './lint-path.ts';
import { lintRules } from './lint-rules.ts';
import { appliesTo, type LintRule } from './rule.ts';

export interface StrictOptions {
  /** Intermediates allowed between the leaf and the anchor; self-issued ones do not count. Null for no limit. */
  readonly maxIntermediates?: number | null;
}

type Broken = readonly { readonly rule: LintRule; readonly text: string }[];

const refusing = lintRules.filter(({ refusal }) => refusal !== null);

/**
 * Returns the further rules of the strict profile: every rule of the table with a refusal, for any day of issue and below any
 * root, as a verifier knows neither. They add reasons to a verdict and never remove one.
 */
export const createStrictRules = ({ maxIntermediates = null }: StrictOptions = {}): ((path: Path) => Finding[]) => {
  // The paths of a chain share certificates, and some rules compute with large numbers.
  const known = new WeakMap<Certificate, Map<string, Broken>>();
  const brokenOf = (subject: ReturnType<typeof subjectsOf>[number]['subject']): Broken => {
    const { certificate, part, issuer } = subject;
    const all = known.get(certificate) ?? new Map<string, Broken>();
    known.set(certificate, all);
    const key = `${part} ${issuer?.sha256 ?? ''}`;
    const broken =
      all.get(key) ??
      refusing
        .filter((rule) => appliesTo(rule, part))
        .flatMap((rule) => {
          const text = brokenBy(rule, subject);
          return text === null ? [] : [{ rule, text }];
        });
    all.set(key, broken);
    return broken;
  };
  return (path) => {
    const findings = subjectsOf(path.certificates).flatMap(({ place, subject }) =>
      brokenOf(subject).flatMap(({ rule: { refusal }, text }): Finding[] =>
        refusal === null ? [] : [{ reason: refusal, depth: place, detail: `${describeCertificate(path, place)}: ${text}` }],
      ),
    );
    const intermediates = path.certificates.slice(1, -1).filter(({ isSelfIssued }) => !isSelfIssued).length;
    if (maxIntermediates !== null && intermediates > maxIntermediates) {
      const detail = `The chain has ${plural(intermediates, 'intermediate')}, more than the ${maxIntermediates} allowed.`;
      findings.push({ reason: 'constraint_violation', depth: 0, detail });
    }
    return findings;
  };
};
