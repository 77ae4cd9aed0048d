/** The value of a CAA issue property (RFC 8659 section 4.2), also used by `_validation-persist` records. */
export interface IssueValue {
  /** In lower case, without a trailing dot; empty if no CA is named. */
  readonly issuer: string;
  /** Tags in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const issuerName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)?$/;
const parameter = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)[ \t]*=[ \t]*([\x21-\x3a\x3c-\x7e]*)$/i;

/** Null for a malformed value: CAs treat it as one that names no CA. */
export const readIssueValue = (text: string): IssueValue | null => {
  const [first = '', ...rest] = text.split(';').map((part) => part.trim());
  const issuer = first.toLowerCase().replace(/\.$/, '');
  if (!issuerName.test(issuer)) return null;
  const parameters = new Map<string, string>();
  // A trailing semicolon is a list without parameters.
  for (const part of rest.length === 1 && rest[0] === '' ? [] : rest) {
    const [, tag, value] = parameter.exec(part) ?? [];
    if (tag === undefined || value === undefined) return null;
    parameters.set(tag.toLowerCase(), value);
  }
  return { issuer, parameters };
};
