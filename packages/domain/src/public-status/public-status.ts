import type { CertificateStatus } from '../certificates/status.ts';

export const STATUS_TITLE_MAX_LENGTH = 80;
/** A page shows so many endpoints, those that expire first. */
export const STATUS_ENDPOINTS_MAX = 100;
/** Part of a URL. A random one has 32 hexadecimal digits. */
export const STATUS_ADDRESS = /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/;

/** The alert rules that count as a problem of an endpoint, with what strangers read. */
export const publicProblems = {
  expired: 'The certificate has expired.',
  revoked: 'The certificate was revoked.',
  invalid: 'The server sends a certificate that clients refuse.',
  failing: 'The server does not answer.',
} as const;
export type PublicProblem = keyof typeof publicProblems;
export const isPublicProblem = (rule: string): rule is PublicProblem => Object.hasOwn(publicProblems, rule);

export const publicStates = ['ok', 'expiring', 'problem'] as const;
/** `expiring`: critical by its days. */
export type PublicState = (typeof publicStates)[number];

export const publicStateOf = (status: CertificateStatus | null, problems: readonly PublicProblem[]): PublicState => {
  if (problems.length > 0 || status === 'expired') return 'problem';
  return status === 'critical' ? 'expiring' : 'ok';
};

/** The worst of several; `ok` for none. */
export const worstState = (states: readonly PublicState[]): PublicState => publicStates.findLast((state) => states.includes(state)) ?? 'ok';
