/** Oldest first, by the names that Node and OpenSSL use. */
export const protocolVersions = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

export const isProtocolVersion = (name: string): name is ProtocolVersion => protocolVersions.some((version) => version === name);

/** Of the versions from which RC4 and 64-bit blocks cost more: a client that knows these has better to choose from. */
export const isTls11OrLater = (version: ProtocolVersion): boolean =>
  protocolVersions.indexOf(version) >= protocolVersions.indexOf('TLSv1.1');

/** As people write them: `TLS 1.2`, `SSL 3`. */
export const protocolLabels = {
  SSLv2: 'SSL 2',
  SSLv3: 'SSL 3',
  TLSv1: 'TLS 1.0',
  'TLSv1.1': 'TLS 1.1',
  'TLSv1.2': 'TLS 1.2',
  'TLSv1.3': 'TLS 1.3',
} as const satisfies Record<ProtocolVersion, string>;
