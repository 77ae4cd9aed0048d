/** `error`: violates a MUST. `warning`: violates a SHOULD, or often breaks clients. `notice`: not recommended. */
export type LintSeverity = 'error' | 'warning' | 'notice';

/** A rule that one certificate of a chain breaks. Clients forgive it: it never changes a verdict or a score. */
export interface LintFinding {
  /** Its id in the table of rules, e.g. `aki_missing`; docs/lint.md lists all. */
  readonly rule: string;
  readonly severity: LintSeverity;
  /** Where the rule is written, e.g. `RFC 5280 4.2.1.1` or `BR 7.1.2.7.6`. */
  readonly section: string;
  /** A sentence for users. */
  readonly text: string;
  /** Position in the path to the root: 0 is the leaf. */
  readonly certificate: number;
  /** The subject of that certificate, e.g. `CN=R12, O=Let's Encrypt, C=US`; empty if it has none. */
  readonly subject: string;
}
