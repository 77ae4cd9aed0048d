import type { UnreachableKind } from '@notafter/domain';

/** What to try for each way of not being there. */
export const unreachableFixes = {
  dns: 'Check the spelling of the name; --connect IP dials an address without asking DNS.',
  refused: 'Nothing listens there: check the port and whether the server runs.',
  timeout: 'Check the address, the port and the firewalls in between.',
  reset: 'Something between or the server itself cuts the connection: check firewalls, SNI rules and the server log.',
  not_tls: 'Check the port and the server behind it; a service that begins in plain text needs its own --starttls.',
  alert: 'The server refused: check that it serves this name (--servername) and a protocol version of this century.',
  not_allowed: 'This address may not be dialed.',
  unroutable: 'This machine has no way to that address: check its network, IPv6 above all.',
} as const satisfies Record<UnreachableKind, string>;
