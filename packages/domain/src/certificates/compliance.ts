import { CRITICAL_MAX_DAYS, type StatusCounts, WARNING_MAX_DAYS } from './status.ts';

export const frameworks = ['PCI DSS', 'HIPAA', 'SOC 2'] as const;
export type Framework = (typeof frameworks)[number];
export type ComplianceLevel = 'Compliant' | 'Partial' | 'Non-compliant';

export interface Compliance {
  readonly framework: Framework;
  /** The rule in words. */
  readonly rule: string;
  /** Certificates that meet the rule, of all that were ever reached. */
  readonly compliant: number;
  readonly total: number;
  /** Whole percent, rounded down so that 100 means all; null if no certificate was ever reached. */
  readonly percent: number | null;
  readonly level: ComplianceLevel | null;
}

/** Spec 1 section 9. A known issuer means a trusted chain. */
const rules: Record<Framework, string> = {
  'PCI DSS': 'Valid, not expired and from a known issuer',
  HIPAA: `Not expired and not expiring within ${CRITICAL_MAX_DAYS} days`,
  'SOC 2': `Not expired and not expiring within ${WARNING_MAX_DAYS} days`,
};

const PARTIAL_FROM = 0.8;

const levelOf = (compliant: number, total: number): ComplianceLevel => {
  if (compliant === total) return 'Compliant';
  return compliant >= total * PARTIAL_FROM ? 'Partial' : 'Non-compliant';
};

/**
 * Returns how far an organization's certificates meet each framework's rule. `faulty` are those within their dates that fail for
 * another reason or are not valid yet.
 */
export const assessCompliance = (counts: Omit<StatusCounts, 'total' | 'unreachable'>, faulty: number): Compliance[] => {
  const { expired, critical, warning, valid } = counts;
  const total = expired + critical + warning + valid;
  const compliant: Record<Framework, number> = {
    'PCI DSS': critical + warning + valid - faulty,
    HIPAA: warning + valid,
    'SOC 2': valid,
  };
  return frameworks.map((framework) => ({
    framework,
    rule: rules[framework],
    compliant: compliant[framework],
    total,
    percent: total === 0 ? null : Math.floor((100 * compliant[framework]) / total),
    level: total === 0 ? null : levelOf(compliant[framework], total),
  }));
};
