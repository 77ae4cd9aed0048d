import { pointsOf, type StatusCounts, type StatusPoints } from '../certificates/status.ts';

export const riskPoints: StatusPoints = { expired: 40, critical: 25, warning: 10 };

/** Security Risk Score, 0 to 100: 40 points per expired, 25 per critical, 10 per warning certificate. */
export const riskScore = (counts: Pick<StatusCounts, keyof StatusPoints>): number => Math.min(100, pointsOf(counts, riskPoints));

/** The first instant of the month, in UTC. */
export const startOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
