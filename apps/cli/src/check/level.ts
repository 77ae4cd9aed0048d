import { type ExitCode, exitCodes } from '@notafter/command-line';
import type { Report } from './report.ts';

export interface Thresholds {
  readonly warnDays: number;
  readonly critDays: number;
}

/** Alert level of a report: a threshold is crossed at that many days left or fewer; `policy` if a valid certificate misses a rule. */
export type Level = 'valid' | 'warning' | 'critical' | 'policy' | 'expired' | 'invalid' | 'unreachable';

export const levelOf = (report: Report, { warnDays, critDays }: Thresholds): Level => {
  if (report.verdict === 'unreachable') return 'unreachable';
  if (report.daysLeft < 0) return 'expired';
  if (report.verdict === 'invalid') return 'invalid';
  if (report.policy !== null && report.policy.length > 0) return 'policy';
  if (report.daysLeft <= critDays) return 'critical';
  return report.daysLeft <= warnDays ? 'warning' : 'valid';
};

export const levelExits = {
  valid: exitCodes.ok,
  warning: exitCodes.warning,
  critical: exitCodes.critical,
  policy: exitCodes.critical,
  expired: exitCodes.critical,
  invalid: exitCodes.critical,
  unreachable: exitCodes.critical,
} as const satisfies Record<Level, ExitCode>;
