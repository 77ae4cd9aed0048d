/** Generous limits for servers that answer: a busy machine must not look like a silent server. Silent servers get short ones. */
export const patient = {
  dnsTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
  handshakeTimeoutMs: 20_000,
  crlWaitMs: 20_000,
  totalTimeoutMs: 25_000,
} as const;
