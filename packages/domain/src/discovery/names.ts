import type { EndpointProtocol, ProbeTarget } from '../certificates/checks/observation.ts';

const MAX_HOST_LENGTH = 253;
/** Underscores name services and proofs, never hosts that serve TLS. */
const hostLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const plain = /^[a-z0-9.*-]+$/;
const numericEnd = /\.\d+$/;

/** A name found below the searched domain: an A-label host, or for a wildcard the host below its `*.`. */
export interface FoundHost {
  readonly host: string;
  readonly isWildcard: boolean;
}

const toAscii = (name: string): string | null => {
  if (plain.test(name)) return name;
  // Anything but letters of other alphabets would be read as part of a URL.
  if (!/^[\p{L}\p{M}\p{N}.*-]+$/u.test(name)) return null;
  const stars = name.startsWith('*.') ? '*.' : '';
  const url = URL.parse(`http://${name.slice(stars.length)}/`);
  return url === null ? null : stars + url.hostname;
};

const isHostName = (host: string): boolean =>
  host.length <= MAX_HOST_LENGTH && host.includes('.') && !numericEnd.test(host) && host.split('.').every((label) => hostLabel.test(label));

/** Whether a host is the domain itself or below it; both as A-labels. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/**
 * Suffixes that the public DNS does not have, so no public CA may issue for them and no log names any: RFC 6761, RFC 6762 with
 * its appendix G, RFC 8375, ICANN resolution 2024.07.29.06.
 */
const internalEnds = ['corp', 'home', 'home.arpa', 'internal', 'intranet', 'lan', 'local', 'localdomain', 'localhost', 'private'] as const;

/** Returns the suffix that makes a domain internal; null if the domain may be public. */
export const internalEndOf = (domain: string): string | null => internalEnds.find((end) => isWithin(domain, end)) ?? null;

/**
 * Parses an untrusted name (of a log, a DNS answer, a certificate): lower case, A-labels, no trailing dot. Null for anything but a
 * host name and for names outside the domain.
 */
export const readFoundName = (text: string, domain: string): FoundHost | null => {
  if (text.length > 2 * MAX_HOST_LENGTH) return null;
  const trimmed = text.trim().toLowerCase();
  const name = toAscii(trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed);
  if (name === null) return null;
  const isWildcard = name.startsWith('*.');
  const host = isWildcard ? name.slice(2) : name;
  return isHostName(host) && isWithin(host, domain) ? { host, isWildcard } : null;
};

/** Returns typed text trimmed, without a leading `http://` or `https://`, up to the first slash. */
export const typedDiscoveryDomain = (input: string): string => {
  const [typed = ''] = input
    .trim()
    .replace(/^https?:\/\//i, '')
    .split('/');
  return typed.trim();
};

/**
 * Parses a typed domain: trimmed, without a leading `http://` or `https://`, up to the first slash, without a port or a leading
 * `*.`. Null if no domain with a dot remains; does not check public suffixes.
 */
export const readDiscoveryDomain = (input: string): string | null => {
  const bare = typedDiscoveryDomain(input)
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/^\*\./, '')
    .replace(/\.$/, '');
  const host = toAscii(bare);
  return host !== null && isHostName(host) ? host : null;
};

/** Ports that usually speak TLS from the first byte or after STARTTLS, the web first. */
export const USUAL_TLS_PORTS = [443, 8443, 465, 587, 993, 995, 25, 636, 5061, 5432, 110, 143, 389, 5222, 3306, 21] as const;

const startTlsPorts = new Map<number, EndpointProtocol>([
  [25, 'smtp'],
  [587, 'smtp'],
  [110, 'pop3'],
  [143, 'imap'],
  [389, 'ldap'],
  [5222, 'xmpp'],
  [5432, 'postgres'],
  [3306, 'mysql'],
  [21, 'ftp'],
]);

/** The target that is probed and offered at a port: in the protocol that the port is assigned to, if that begins in plain text. */
export const discoveredTarget = (host: string, port: number): ProbeTarget => {
  const protocol = startTlsPorts.get(port);
  return protocol === undefined ? { host, port } : { host, port, protocol };
};

/** Names of every other source are checked at the web's port. */
export const WEB_PORT = 443;

export const hostKey = ({ host, port }: ProbeTarget): string => `${host}:${port}`;
