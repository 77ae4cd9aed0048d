import { safeText } from './safe-text.ts';

export interface AlternativeName {
  readonly kind: 'dns' | 'ip';
  /** As the certificate has it; may hold anything. */
  readonly value: string;
}

const MAX_NAMES = 10_000;
const prefixes = [
  ['DNS:', 'dns'],
  ['IP Address:', 'ip'],
] as const;

/** Splits at `, ` outside of JSON quotes: Node quotes an entry whose value could be mistaken for a separator. */
const splitEntries = (text: string): string[] => {
  const entries: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === ',' && text[at + 1] === ' ') {
      entries.push(text.slice(start, at));
      start = at + 2;
    }
  }
  entries.push(text.slice(start));
  return entries;
};

const unquote = (value: string): string => {
  if (!value.startsWith('"')) return value;
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'string' ? parsed : value;
};

/** `2001:DB8:0:0:0:0:0:1` as people write it; anything unreadable stays as it is. */
const canonicalIp = (address: string): string => {
  if (!address.includes(':')) return address;
  return URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address;
};

/**
 * The dNSName and iPAddress entries of `X509Certificate.subjectAltName`. The text is Node's, and a hostile name may
 * hold commas, quotes or `DNS:`, which is why it is not simply split (CVE-2021-44532).
 */
export const parseAlternativeNames = (text: string | undefined): AlternativeName[] => {
  if (text === undefined) return [];
  const names: AlternativeName[] = [];
  for (const entry of splitEntries(text)) {
    const [prefix, kind] = prefixes.find(([known]) => entry.startsWith(known)) ?? [];
    if (prefix === undefined || kind === undefined) continue;
    const value = unquote(entry.slice(prefix.length));
    names.push({ kind, value: kind === 'ip' ? canonicalIp(value) : value });
    if (names.length === MAX_NAMES) break;
  }
  return names;
};

/** The same as safe texts, for showing and storing. */
export const shownAlternativeNames = (names: readonly AlternativeName[]): string[] => names.map(({ value }) => safeText(value, 255));
