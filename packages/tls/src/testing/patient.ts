/** Limits toward those who do answer: a busy machine is not a silent server. Who never answers is met with short ones. */
export const patient = {
  dnsTimeoutMs: 20_000,
  connectTimeoutMs: 20_000,
  handshakeTimeoutMs: 20_000,
  crlWaitMs: 20_000,
  totalTimeoutMs: 25_000,
} as const;
