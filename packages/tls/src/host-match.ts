import { isIP } from 'node:net';
import type { AlternativeName } from './alternative-names.ts';

const sameIp = (a: string, b: string): boolean => {
  const canonical = (address: string): string => (isIP(address) === 6 ? (URL.parse(`http://[${address}]/`)?.hostname ?? address) : address);
  return canonical(a) === canonical(b);
};

/** A wildcard is the whole left-most label, stands for exactly one label, and never for a top-level domain's children. */
const matchesName = (pattern: string, host: string): boolean => {
  const name = pattern.toLowerCase().replace(/\.$/, '');
  if (!name.startsWith('*.')) return name === host && !name.includes('*');
  const parent = name.slice(2);
  if (parent.includes('*') || !parent.includes('.')) return false;
  const firstDot = host.indexOf('.');
  return firstDot > 0 && host.slice(firstDot + 1) === parent;
};

/**
 * Whether a certificate with these alternative names is for `host` (A-label name or IP literal). The subject's common
 * name never counts, nor do partial wildcards such as `ba*.example` (RFC 9525 sections 6.3 and 6.5).
 */
export const matchesHost = (names: readonly AlternativeName[], host: string): boolean => {
  if (isIP(host) !== 0) return names.some((name) => name.kind === 'ip' && sameIp(name.value, host));
  const wanted = host.toLowerCase().replace(/\.$/, '');
  return names.some((name) => name.kind === 'dns' && matchesName(name.value, wanted));
};
