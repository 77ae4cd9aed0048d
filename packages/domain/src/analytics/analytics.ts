import type { StatusCounts } from '../certificates/status.ts';

/** Security Risk Score, 0 to 100: 40 points per expired, 25 per critical, 10 per warning certificate. */
export const riskScore = ({ expired, critical, warning }: Pick<StatusCounts, 'expired' | 'critical' | 'warning'>): number =>
  Math.min(100, 40 * expired + 25 * critical + 10 * warning);

/** The first instant of the month, in UTC. */
export const startOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
