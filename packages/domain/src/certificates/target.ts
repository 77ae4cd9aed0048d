import { DomainError } from '../errors/domain-error.ts';
import { type EndpointProtocol, endpointProtocols, type ProbeTarget } from './checks/observation.ts';

/** The protocols of endpoints with their default ports. All but `tls` and `nats` ask in plain text for TLS (STARTTLS); NATS announces it. */
export const protocolPorts = {
  tls: 443,
  smtp: 25,
  imap: 143,
  pop3: 110,
  ftp: 21,
  ldap: 389,
  xmpp: 5222,
  postgres: 5432,
  mysql: 3306,
  nats: 4222,
} as const satisfies Record<EndpointProtocol, number>;

/** Other schemes that people write. Those of implicit TLS differ from `tls` in their port only. */
const otherSchemes = new Map<string, { readonly protocol: EndpointProtocol; readonly port: number }>([
  ['smtps', { protocol: 'tls', port: 465 }],
  ['imaps', { protocol: 'tls', port: 993 }],
  ['pop3s', { protocol: 'tls', port: 995 }],
  ['ftps', { protocol: 'tls', port: 990 }],
  ['ldaps', { protocol: 'tls', port: 636 }],
  ['postgresql', { protocol: 'postgres', port: protocolPorts.postgres }],
  ['mariadb', { protocol: 'mysql', port: protocolPorts.mysql }],
]);

const MAX_INPUT_LENGTH = 900;
const MAX_HOST_LENGTH = 253;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const dottedQuad = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;

const invalid = (message: string): DomainError => new DomainError('target_invalid', { message, details: [{ path: 'domain', message }] });

const parsePort = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw invalid(`'${text.slice(0, 10)}' is not a port. Use a number from 1 to 65535.`);
  return port;
};

const splitPort = (text: string): { host: string; port: number | null } => {
  const bracketed = /^\[([0-9a-f:.]+)\](?::(.*))?$/.exec(text);
  if (bracketed?.[1] !== undefined) return { host: `[${bracketed[1]}]`, port: bracketed[2] === undefined ? null : parsePort(bracketed[2]) };
  const parts = text.split(':');
  if (parts.length > 2) throw invalid('Write an IPv6 address in brackets, such as [2001:db8::1]:443.');
  const [host = '', port] = parts;
  return { host, port: port === undefined ? null : parsePort(port) };
};

/** URL parsing applies UTS 46, and would read `0x7f.1` or `127.1` as an address: both forms are refused below. */
const toAscii = (host: string): string => {
  try {
    return new URL(`http://${host}/`).hostname;
  } catch {
    throw invalid('This is not a domain name. Enter a domain such as example.com or example.com:8443.');
  }
};

/** Returns an A-label name or an address without brackets. */
const parseHost = (typed: string): string => {
  if (typed.startsWith('*.')) {
    const parent = typed.slice(2);
    throw new DomainError('target_wildcard', {
      message: `A wildcard name cannot be checked. Add ${parent} or a host below it.`,
      details: [{ path: 'domain', message: 'Wildcard names cannot be checked.' }],
    });
  }
  const ascii = toAscii(typed);
  if (ascii.startsWith('[')) return ascii.slice(1, -1);
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (dottedQuad.test(host) && host !== typed.replace(/\.$/, ''))
    throw invalid('Write an IPv4 address as four decimal numbers, such as 192.0.2.1.');
  if (host.length > MAX_HOST_LENGTH) throw invalid('This domain is too long. A name has at most 253 characters.');
  if (host === '' || !host.split('.').every((part) => label.test(part))) {
    throw invalid('This is not a domain name. Enter a domain such as example.com or example.com:8443.');
  }
  return host;
};

const isAddress = (host: string): boolean => dottedQuad.test(host) || host.includes(':');
const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

const parseAddress = (text: string): string => {
  const address = parseHost(bracketed(text));
  if (!isAddress(address)) throw invalid(`'${text.slice(0, 60)}' is not an IP address.`);
  return address;
};

const strangeCharacter = /[\s/?#@\\%<>"'`|^{}=&]/;
const refuseStrange = (text: string): void => {
  if (strangeCharacter.test(text) || [...text].some((c) => c.charCodeAt(0) < 32 || c.charCodeAt(0) === 127)) {
    throw invalid('Enter only the domain and an optional port, such as example.com or example.com:8443.');
  }
};

const OPTIONS_HELP = "Behind '?', write servername=NAME, address=IP, or both with '&' between them.";

/** `servername=NAME&address=IP`, in any order. */
const parseOptions = (query: string): { servername?: string; address?: string } => {
  const options: { servername?: string; address?: string } = {};
  for (const part of query.split('&')) {
    const [, key, value] = /^(servername|address)=([^=]+)$/.exec(part) ?? [];
    if ((key !== 'servername' && key !== 'address') || value === undefined || options[key] !== undefined) throw invalid(OPTIONS_HELP);
    refuseStrange(value);
    options[key] = key === 'servername' ? parseHost(bracketed(value)) : parseAddress(value);
  }
  return options;
};

const parseScheme = (scheme: string): { readonly protocol: EndpointProtocol; readonly port: number } => {
  if (scheme === 'http' || scheme === 'https') throw invalid('Enter domain without http:// or https://');
  const protocol = endpointProtocols.find((known) => known === scheme);
  const found = protocol === undefined ? otherSchemes.get(scheme) : { protocol, port: protocolPorts[protocol] };
  if (found === undefined)
    throw invalid(`'${scheme.slice(0, 20)}' is not a protocol that can be checked. Use ${endpointProtocols.join(', ')}.`);
  return found;
};

/** Leaves out what says nothing, so that one endpoint has one form. */
const targetOf = (protocol: EndpointProtocol, host: string, port: number, servername?: string, address?: string): ProbeTarget => ({
  host,
  port,
  ...(protocol === 'tls' ? {} : { protocol }),
  ...(servername === undefined || servername === host ? {} : { servername }),
  ...(address === undefined || address === host ? {} : { address }),
});

/**
 * Parses `[protocol://]host[:port][?servername=NAME&address=IP]` as typed: trimmed, lower-cased, internationalized names to
 * A-labels, IPv6 in brackets, one trailing dot dropped; protocol `tls` and the protocol's port by default. Throws `target_invalid` or
 * `target_wildcard` with a text that says what to change.
 */
export const parseTarget = (input: string): ProbeTarget => {
  const text = input.trim().toLowerCase();
  if (text === '') throw invalid('Enter a domain.');
  if (text.length > MAX_INPUT_LENGTH) throw invalid('This domain is too long. A name has at most 253 characters.');
  const [, scheme, rest = text] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/s.exec(text) ?? [];
  const { protocol, port: usualPort } = scheme === undefined ? { protocol: 'tls' as const, port: protocolPorts.tls } : parseScheme(scheme);
  const at = rest.indexOf('?');
  const place = at === -1 ? rest : rest.slice(0, at);
  const bare = scheme === undefined ? place : place.replace(/\/$/, '');
  refuseStrange(bare);
  const { host: typed, port } = splitPort(bare);
  const host = parseHost(typed);
  const { servername, address } = at === -1 ? {} : parseOptions(rest.slice(at + 1));
  return targetOf(protocol, host, port ?? usualPort, servername, address);
};

/** The parts of an endpoint beside its name, for callers that do not write them into one text. */
export interface TargetParts {
  readonly protocol?: EndpointProtocol | undefined;
  readonly port?: number | undefined;
  readonly servername?: string | undefined;
  readonly address?: string | undefined;
}

/** `parseTarget`, with parts given beside the text. Throws `target_invalid` for a part that differs from one in the text. */
export const targetWith = (domain: string, parts: TargetParts): ProbeTarget => {
  const inText = parseTarget(domain);
  const text = domain.trim();
  const says = (part: string): DomainError => invalid(`The domain and the field ${part} say different things.`);
  const hasScheme = text.includes('://');
  const { protocol = inText.protocol ?? 'tls' } = parts;
  if (hasScheme && protocol !== (inText.protocol ?? 'tls')) throw says('protocol');
  const hasPort = /(?:^[^:[\]]*|\]):\d+\/?(?:\?|$)/.test(hasScheme ? text.slice(text.indexOf('://') + 3) : text);
  if (hasPort && parts.port !== undefined && parts.port !== inText.port) throw says('port');
  const port = parts.port ?? (hasPort || hasScheme ? inText.port : protocolPorts[protocol]);
  const pick = (part: 'servername' | 'address', parse: (value: string) => string): string | undefined => {
    const given = parts[part]?.trim().toLowerCase();
    if (given === undefined || given === '') return inText[part];
    refuseStrange(given);
    const parsed = parse(given);
    if (inText[part] !== undefined && inText[part] !== parsed) throw says(part);
    return parsed;
  };
  return targetOf(
    protocol,
    inText.host,
    port,
    pick('servername', (value) => parseHost(bracketed(value))),
    pick('address', parseAddress),
  );
};

/**
 * Returns a target in its one form, for display, export and as its identity: protocol and port only if they are not `tls` and the
 * protocol's own, IPv6 in brackets. `parseTarget` reads it back.
 */
export const formatTarget = ({ host, port, protocol = 'tls', servername, address }: ProbeTarget): string => {
  const scheme = protocol === 'tls' ? '' : `${protocol}://`;
  const options = [servername === undefined ? [] : `servername=${servername}`, address === undefined ? [] : `address=${address}`].flat();
  const name = bracketed(host) + (port === protocolPorts[protocol] ? '' : `:${port}`);
  return scheme + name + (options.length === 0 ? '' : `?${options.join('&')}`);
};

/** The target of a stored endpoint, whose `domain` is its one form. */
export const targetOfStored = ({ host, port, domain }: StoredEndpoint): ProbeTarget =>
  domain.includes('://') || domain.includes('?') ? parseTarget(domain) : { host, port };
export interface StoredEndpoint {
  readonly host: string;
  readonly port: number;
  readonly domain: string;
}
