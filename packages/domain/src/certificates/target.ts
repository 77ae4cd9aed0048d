import { DomainError } from '../errors/domain-error.ts';
import type { ProbeTarget } from './checks/observation.ts';

const DEFAULT_PORT = 443;
const MAX_INPUT_LENGTH = 300;
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

const splitPort = (text: string): { host: string; port: number } => {
  const bracketed = /^\[([0-9a-f:.]+)\](?::(.*))?$/.exec(text);
  if (bracketed?.[1] !== undefined)
    return { host: `[${bracketed[1]}]`, port: bracketed[2] === undefined ? DEFAULT_PORT : parsePort(bracketed[2]) };
  const parts = text.split(':');
  if (parts.length > 2) throw invalid('Write an IPv6 address in brackets, such as [2001:db8::1]:443.');
  const [host = '', port] = parts;
  return { host, port: port === undefined ? DEFAULT_PORT : parsePort(port) };
};

/** URL parsing applies UTS 46, and would read `0x7f.1` or `127.1` as an address: both forms are refused below. */
const toAscii = (host: string): string => {
  try {
    return new URL(`http://${host}/`).hostname;
  } catch {
    throw invalid('This is not a domain name. Enter a domain such as example.com or example.com:8443.');
  }
};

/**
 * Parses `host`, `host:port`, `[IPv6]` or `[IPv6]:port` as typed: trimmed, lower-cased, internationalized names to A-labels, one
 * trailing dot dropped, port 443 by default. Throws `target_invalid` or `target_wildcard` with a text that says what to change.
 */
export const parseTarget = (input: string): ProbeTarget => {
  const text = input.trim().toLowerCase();
  if (text === '') throw invalid('Enter a domain.');
  if (text.length > MAX_INPUT_LENGTH) throw invalid('This domain is too long. A name has at most 253 characters.');
  if (/^https?:/.test(text)) throw invalid('Enter domain without http:// or https://');
  if (/[\s/?#@\\%<>"'`|^{}]/.test(text) || [...text].some((c) => c.charCodeAt(0) < 32 || c.charCodeAt(0) === 127)) {
    throw invalid('Enter only the domain and an optional port, such as example.com or example.com:8443.');
  }
  const { host: typed, port } = splitPort(text);
  if (typed.startsWith('*.')) {
    const parent = typed.slice(2);
    throw new DomainError('target_wildcard', {
      message: `A wildcard name cannot be checked. Add ${parent} or a host below it.`,
      details: [{ path: 'domain', message: 'Wildcard names cannot be checked.' }],
    });
  }
  const ascii = toAscii(typed);
  if (ascii.startsWith('[')) return { host: ascii.slice(1, -1), port };
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (dottedQuad.test(host) && host !== typed.replace(/\.$/, ''))
    throw invalid('Write an IPv4 address as four decimal numbers, such as 192.0.2.1.');
  if (host.length > MAX_HOST_LENGTH) throw invalid('This domain is too long. A name has at most 253 characters.');
  if (host === '' || !host.split('.').every((part) => label.test(part))) {
    throw invalid('This is not a domain name. Enter a domain such as example.com or example.com:8443.');
  }
  return { host, port };
};

/** Returns a target for display and export: the port only if it is not 443, IPv6 in brackets. */
export const formatTarget = ({ host, port }: ProbeTarget): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === DEFAULT_PORT ? name : `${name}:${port}`;
};
