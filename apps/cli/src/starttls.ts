import { type EndpointProtocol, endpointProtocols } from '@notafter/domain';

/** Protocols that start in plain text and switch to TLS. */
export type StartTls = Exclude<EndpointProtocol, 'tls'>;

const startTls = endpointProtocols.filter((name): name is StartTls => name !== 'tls');

export const startTlsNames = startTls.join(', ');

export const isStartTls = (name: string): name is StartTls => startTls.some((known) => known === name);
