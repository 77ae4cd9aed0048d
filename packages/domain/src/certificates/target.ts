import { DomainError } from '../errors/domain-error.ts';
import type { ServiceId } from '../ids.ts';
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

export const PORT_HELP = 'Use a number from 1 to 65535.';
export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const parsePort = (text: string): number => {
  if (!isPort(text)) throw invalid(`'${text.slice(0, 10)}' is not a port. ${PORT_HELP}`);
  return Number(text);
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

const refuseProtocol = (name: string): never => {
  throw invalid(`'${name.slice(0, 20)}' is not a protocol that can be checked. Use ${endpointProtocols.join(', ')}.`);
};

const parseScheme = (scheme: string): { readonly protocol: EndpointProtocol; readonly port: number } => {
  if (scheme === 'http' || scheme === 'https') throw invalid('Enter domain without http:// or https://');
  const protocol = endpointProtocols.find((known) => known === scheme);
  const found = protocol === undefined ? otherSchemes.get(scheme) : { protocol, port: protocolPorts[protocol] };
  return found ?? refuseProtocol(scheme);
};

/** Leaves out what says nothing, so that one endpoint has one form. */
const targetOf = (protocol: EndpointProtocol, host: string, port: number, servername?: string, address?: string): ProbeTarget => ({
  host,
  port,
  ...(protocol === 'tls' ? {} : { protocol }),
  ...(servername === undefined || servername === host ? {} : { servername }),
  ...(address === undefined || address === host ? {} : { address }),
});

/** The parts of a typed endpoint; null where the text leaves one to the protocol or to other fields. */
const readTyped = (input: string) => {
  const text = input.trim().toLowerCase();
  if (text === '') throw invalid('Enter a domain.');
  if (text.length > MAX_INPUT_LENGTH) throw invalid('This domain is too long. A name has at most 253 characters.');
  const [, schemeName, rest = text] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/s.exec(text) ?? [];
  const scheme = schemeName === undefined ? null : parseScheme(schemeName);
  const at = rest.indexOf('?');
  const place = at === -1 ? rest : rest.slice(0, at);
  const bare = scheme === null ? place : place.replace(/\/$/, '');
  refuseStrange(bare);
  const { host, port } = splitPort(bare);
  const { servername = null, address = null } = at === -1 ? {} : parseOptions(rest.slice(at + 1));
  return {
    host: parseHost(host),
    protocol: scheme?.protocol ?? null,
    port,
    schemePort: scheme?.port ?? null,
    servername,
    address,
  };
};

/** The parts of an endpoint beside its name, for callers that do not write them into one text. */
export interface TargetParts {
  readonly protocol?: EndpointProtocol | undefined;
  readonly port?: number | undefined;
  readonly servername?: string | undefined;
  readonly address?: string | undefined;
}

/** The names of the parts, as files and requests have them. */
export const targetPartNames = ['protocol', 'port', 'servername', 'address'] as const satisfies readonly (keyof TargetParts)[];

/** Parts as a file has them. */
export type TypedParts = Readonly<Partial<Record<keyof TargetParts, string>>>;

/** Reads typed parts; blank ones say nothing. Throws `target_invalid` with a text that says what to change. */
export const readParts = ({ protocol = '', port = '', servername, address }: TypedParts): TargetParts => {
  const name = protocol.trim().toLowerCase();
  return {
    protocol: name === '' ? undefined : (endpointProtocols.find((known) => known === name) ?? refuseProtocol(name)),
    port: port.trim() === '' ? undefined : parsePort(port.trim()),
    servername,
    address,
  };
};

const agreed = <T>(part: keyof TargetParts, typed: T | null, given: T | null | undefined): T | null => {
  if (typed !== null && given != null && typed !== given) throw invalid(`The domain and the field ${part} say different things.`);
  return typed ?? given ?? null;
};

/** A part as a person fills it into a field: an empty one says nothing. */
const partOf = (text: string | undefined, parse: (value: string) => string): string | null => {
  const value = text?.trim().toLowerCase() ?? '';
  if (value === '') return null;
  refuseStrange(value);
  return parse(value);
};

/** `parseTarget`, with parts given beside the text. Throws `target_invalid` for a part that differs from one in the text. */
export const targetWith = (domain: string, parts: TargetParts): ProbeTarget => {
  const typed = readTyped(domain);
  const protocol = agreed('protocol', typed.protocol, parts.protocol) ?? 'tls';
  const port = agreed('port', typed.port, parts.port) ?? typed.schemePort ?? protocolPorts[protocol];
  const servername = agreed(
    'servername',
    typed.servername,
    partOf(parts.servername, (value) => parseHost(bracketed(value))),
  );
  const address = agreed('address', typed.address, partOf(parts.address, parseAddress));
  return targetOf(protocol, typed.host, port, servername ?? undefined, address ?? undefined);
};

/**
 * Parses `[protocol://]host[:port][?servername=NAME&address=IP]` as typed: trimmed, lower-cased, internationalized names to
 * A-labels, IPv6 in brackets, one trailing dot dropped; protocol `tls` and the protocol's port by default. Throws `target_invalid` or
 * `target_wildcard` with a text that says what to change.
 */
export const parseTarget = (input: string): ProbeTarget => targetWith(input, {});

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
export const targetOfStored = ({ host, port, domain, serviceId }: StoredEndpoint): ProbeTarget => {
  const target = domain.includes('://') || domain.includes('?') ? parseTarget(domain) : { host, port };
  return (serviceId ?? null) === null ? target : { ...target, isOurs: true };
};
export interface StoredEndpoint {
  readonly host: string;
  readonly port: number;
  readonly domain: string;
  /** Null unless it is the endpoint of a data service of ours. */
  readonly serviceId?: ServiceId | null;
}
