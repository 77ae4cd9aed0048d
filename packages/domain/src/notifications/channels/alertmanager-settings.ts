import type { FieldProblem } from '../../errors/domain-error.ts';
import type { ChannelSettings } from './channel.ts';

const LABELS_MAX = 10;
const LABEL_VALUE_MAX_LENGTH = 200;
/** Prometheus' data model; names that begin with two underscores are for internal use. */
const labelName = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;
/** The labels that every alert has. They identify it, so extra labels must not replace them. */
const ownLabels = new Set(['alertname', 'severity', 'domain', 'organization', 'certificate_id', 'rule', 'threshold']);

export type ExtraLabels = Readonly<Record<string, string>>;

/** Reads `team=web, region=eu`. Returns the problem if it is not such a list. */
export const readExtraLabels = (text: string): { readonly labels: ExtraLabels } | { readonly problem: string } => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > LABELS_MAX) return { problem: `has at most ${LABELS_MAX} labels` };
  const labels = new Map<string, string>();
  for (const part of parts) {
    const cut = part.indexOf('=');
    const [name, value] = [part.slice(0, cut).trim(), part.slice(cut + 1).trim()];
    if (cut < 1 || value === '') return { problem: 'Enter labels as name=value, separated by commas.' };
    if (!labelName.test(name))
      return { problem: 'A label name has letters, digits and underscores, and does not begin with a digit or "__".' };
    if (ownLabels.has(name)) return { problem: `Every alert already has the label ${name}.` };
    if (labels.has(name)) return { problem: `The label ${name} is there twice.` };
    if (value.length > LABEL_VALUE_MAX_LENGTH) return { problem: `A label value has at most ${LABEL_VALUE_MAX_LENGTH} characters.` };
    labels.set(name, value);
  }
  return { labels: Object.fromEntries(labels) };
};

/** RFC 6750's characters, and the others that a header may carry. */
export const isBearerToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The problem of one field that is filled in; null if it has none. */
export const alertmanagerProblem = (name: string, value: string): string | null => {
  switch (name) {
    case 'url':
      return URL.parse(value)?.username === '' && URL.parse(value)?.password === '' ? null : 'Enter the user name and password below.';
    case 'username':
      // RFC 7617: the first colon ends the user name.
      return value.includes(':') ? 'must not contain a colon' : null;
    case 'token':
      return isBearerToken(value) ? null : 'contains characters that are not allowed';
    case 'labels': {
      const read = readExtraLabels(value);
      return 'problem' in read ? read.problem : null;
    }
    default:
      return null;
  }
};

/** Problems of the fields together. */
export const alertmanagerProblems = (settings: ChannelSettings): readonly FieldProblem[] => {
  const has = (name: string): boolean => (settings[name] ?? '') !== '';
  if (has('token') && (has('username') || has('password')))
    return [{ path: 'settings.token', message: 'Enter a bearer token, or a user name and password.' }];
  if (has('username') && !has('password')) return [{ path: 'settings.password', message: 'Enter the password of this user.' }];
  return has('password') && !has('username') ? [{ path: 'settings.username', message: 'Enter the user name of this password.' }] : [];
};
