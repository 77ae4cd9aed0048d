import type { UnreachableKind } from '@notafter/domain';

/** How to troubleshoot each kind of failure. */
export const unreachableFixes = {
  dns: 'Check the spelling of the name, or use --connect IP to dial an address without DNS.',
  refused: 'Check the port and whether the server is running.',
  timeout: 'Check the address, the port and any firewalls in between.',
  reset: 'The server or a device in between closed the connection. Check firewalls, SNI rules and the server log.',
  not_tls: 'Check the port. If the service starts in plain text, use --starttls.',
  alert: 'Check that the server serves this name (--servername) and supports TLS 1.2 or newer.',
  not_allowed: 'Connections to this address are not allowed.',
  unroutable: "Check this machine's network connection, especially IPv6.",
} as const satisfies Record<UnreachableKind, string>;
