import { countText, type StatusCounts } from '@notafter/domain';

type Counts = Pick<StatusCounts, 'expired' | 'critical' | 'warning'>;

/** Spec 1 section 4: error if any is expired, warning if any is critical, else success. */
export function healthTone({ expired, critical }: Counts): 'expired' | 'critical' | 'valid' {
  if (expired > 0) return 'expired';
  return critical > 0 ? 'critical' : 'valid';
}

/** `1 expired, 2 critical, 3 expiring soon`, leaving out what there is none of. */
export function healthText({ expired, critical, warning }: Counts): string {
  const parts = [
    { count: expired, word: 'expired' },
    { count: critical, word: 'critical' },
    { count: warning, word: 'expiring soon' },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return 'All certificates are healthy';
  return parts.map(({ count, word }) => `${countText(count)} ${word}`).join(', ');
}
