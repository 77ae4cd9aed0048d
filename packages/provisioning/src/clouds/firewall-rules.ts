import { isIPv6 } from 'node:net';
import type { FirewallRules } from './machine-cloud.ts';

/** As every cloud takes it: an address is a range of one. */
export const cidrOf = (source: string): string => {
  if (source.includes('/')) return source;
  return `${source}/${isIPv6(source) ? 128 : 32}`;
};

/** The ranges that a cloud is given: it knows no word for "any". */
export const anyAddress: readonly string[] = ['0.0.0.0/0', '::/0'];
export const rangesOf = ({ sources }: FirewallRules): readonly string[] =>
  sources.length === 0 ? anyAddress : [...new Set(sources.map(cidrOf))];

const textOf = (rules: FirewallRules): string => JSON.stringify([[...rules.ports].sort((a, b) => a - b), [...rangesOf(rules)].sort()]);

export const isSameRules = (one: FirewallRules, other: FirewallRules): boolean => textOf(one) === textOf(other);

/** The rules as a machine without an IPv6 address can meet them; null if no client is left. */
export const ipv4Only = ({ ports, sources }: FirewallRules): FirewallRules | null => {
  const reachable = rangesOf({ ports, sources }).filter((range) => !range.includes(':'));
  return reachable.length === 0 ? null : { ports, sources: reachable };
};
