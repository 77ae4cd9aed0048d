import type { CaaRecord } from './dns-facts.ts';
import { type IssueValue, readIssueValue } from './issue-value.ts';

/** Properties that CAs process (RFC 8659, RFC 9495, Baseline Requirements appendix A). */
const knownTags = new Set(['issue', 'issuewild', 'issuemail', 'iodef', 'contactemail', 'contactphone']);

/** The meaning of a CAA record set for one name and one CA. */
export type CaaVerdict =
  | { readonly kind: 'allowed'; readonly account: string | null; readonly methods: readonly string[] | null }
  /** An unknown property is critical: no CA may issue. */
  | { readonly kind: 'critical'; readonly tag: string }
  /** `tag`: the property that decides. `malformed`: a value that cannot be read. `nobody`: no CA is named at all. */
  | { readonly kind: 'forbidden'; readonly tag: 'issue' | 'issuewild'; readonly malformed: string | null; readonly nobody: boolean };

const methodsOf = ({ parameters }: IssueValue): string[] | null =>
  parameters
    .get('validationmethods')
    ?.split(',')
    .map((method) => method.trim().toLowerCase())
    .filter((method) => method !== '') ?? null;

interface CaaQuestion {
  readonly identifiers: readonly string[];
  readonly wildcard: boolean;
}

/** Decides by the relevant record set, the first that a climb from the name finds (RFC 8659 section 4.3, RFC 8657). */
export const judgeCaa = (records: readonly CaaRecord[], { identifiers, wildcard }: CaaQuestion): CaaVerdict => {
  const critical = records.find(({ critical: isCritical, tag }) => isCritical && !knownTags.has(tag));
  if (critical !== undefined) return { kind: 'critical', tag: critical.tag };
  const tag = wildcard && records.some((record) => record.tag === 'issuewild') ? 'issuewild' : 'issue';
  const properties = records.filter((record) => record.tag === tag);
  if (properties.length === 0) return { kind: 'allowed', account: null, methods: null };
  const values = properties.map(({ value }) => ({ text: value, read: readIssueValue(value) }));
  const matching = values.flatMap(({ read }) => (read !== null && identifiers.includes(read.issuer) ? [read] : []));
  if (matching.length === 0) {
    return {
      kind: 'forbidden',
      tag,
      malformed: values.find(({ read }) => read === null)?.text ?? null,
      nobody: values.every(({ read }) => read === null || read.issuer === ''),
    };
  }
  const accounts = matching.map(({ parameters }) => parameters.get('accounturi') ?? null);
  const methods = matching.map(methodsOf);
  return {
    kind: 'allowed',
    account: accounts.includes(null) ? null : (accounts[0] ?? null),
    methods: methods.includes(null) ? null : [...new Set(methods.flatMap((each) => each ?? []))],
  };
};
