import type { HstsFacts } from '@notafter/domain';

const LONGEST_SECONDS = Number.MAX_SAFE_INTEGER;

/** The first header counts and the others do not (RFC 6797 section 8.1); an unreadable header counts as absent. */
export const readHsts = (answer: string): HstsFacts => {
  const [head = ''] = answer.split('\r\n\r\n', 1);
  if (!/^HTTP\/\d/.test(head)) return { kind: 'not_http' };
  const header = /^strict-transport-security:[ \t]*(.*?)[ \t]*\r?$/im.exec(head)?.[1];
  if (header === undefined) return { kind: 'absent' };
  const directives = new Map<string, string>();
  for (const part of header.split(';')) {
    const [name = '', value = ''] = part.split(/=(.*)/s).map((text) => text.trim());
    // A duplicate directive makes the header invalid (RFC 6797 section 6.1).
    if (name !== '' && directives.has(name.toLowerCase())) return { kind: 'absent' };
    directives.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  const maxAge = directives.get('max-age') ?? '';
  if (!/^\d+$/.test(maxAge)) return { kind: 'absent' };
  return {
    kind: 'present',
    maxAgeSeconds: Math.min(Number(maxAge), LONGEST_SECONDS),
    includesSubdomains: directives.has('includesubdomains'),
    isPreload: directives.has('preload'),
  };
};
