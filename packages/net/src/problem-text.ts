import type { DialProblem } from './dial.ts';
import type { GuardProblem } from './guard.ts';

/** `192.0.2.1:443`, `[2001:db8::1]:443`, `example.com:443`. */
export const formatEndpoint = (host: string, port: number): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

/** `3 s`, `0.5 s`. */
export const formatSeconds = (ms: number): string => `${Number((ms / 1000).toFixed(2))} s`;

/**
 * Returns one sentence for people. Never shows a private address: that would expose the internal network of this
 * server.
 */
export const describeProblem = (problem: GuardProblem | DialProblem, host: string, port: number): string => {
  switch (problem.kind) {
    case 'name_not_found':
      return `DNS name not found: ${host}.`;
    case 'dns_timeout':
      return `DNS did not answer in time for ${host}.`;
    case 'dns_failed':
      return `DNS could not resolve ${host} (${problem.code}).`;
    case 'not_allowed':
      return `${host} is in private address space, which this server does not check.`;
    case 'refused':
      return `Connection refused by ${formatEndpoint(problem.address, port)}.`;
    case 'reset':
      return `${formatEndpoint(problem.address, port)} reset the connection.`;
    case 'connect_timeout':
      return `Timed out after ${formatSeconds(problem.timeoutMs)} while connecting to ${formatEndpoint(problem.address, port)}.`;
    case 'unroutable':
      return `No route to ${formatEndpoint(problem.address, port)}.`;
  }
};
