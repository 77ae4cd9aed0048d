import { DANE_BROKEN_NOW } from '../../certificates/renewal/decide-alerts.ts';
import { CRITICAL_MAX_DAYS } from '../../certificates/status.ts';
import type { AlertRule, AlertSeverity } from '../delivery/message.ts';

/** How urgent an alert is; an expiry's threshold counts as the status of that many days left does. */
export const severityOf = (rule: AlertRule, threshold: number): AlertSeverity => {
  switch (rule) {
    case 'expiry':
      return threshold <= CRITICAL_MAX_DAYS ? 'critical' : 'warning';
    case 'domain_expiring':
      return threshold <= CRITICAL_MAX_DAYS ? 'critical' : 'warning';
    case 'dane_broken':
      return threshold === DANE_BROKEN_NOW ? 'critical' : 'warning';
    case 'renewal_blocked':
    case 'changed':
    case 'refused_soon':
    case 'late':
    case 'not_deployed':
    case 'files_unreadable':
    case 'issuance_not_served':
      return 'warning';
    case 'expired':
    case 'failing':
    case 'invalid':
    case 'revoked':
    case 'renew_now':
    case 'service_unwell':
    case 'collector_unwell':
    case 'collector_forked':
    case 'unknown_issuance':
      return 'critical';
  }
};

const order = ['info', 'warning', 'critical'] as const satisfies readonly AlertSeverity[];

/** The most urgent of several; `info` of none. */
export const worstSeverity = (severities: readonly AlertSeverity[]): AlertSeverity =>
  severities.reduce<AlertSeverity>((worst, severity) => (order.indexOf(severity) > order.indexOf(worst) ? severity : worst), 'info');
