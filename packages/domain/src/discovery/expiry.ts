import { WARNING_MAX_DAYS } from '../certificates/status.ts';

/** Discovery's three chips. */
export type DiscoveryExpiry = 'expired' | 'expiring_soon' | 'valid';

/** By whole days left: Expired below 0, Expiring Soon up to 30, else Valid (spec 1 section 4). */
export const discoveryExpiryOf = (days: number): DiscoveryExpiry => {
  if (days < 0) return 'expired';
  return days <= WARNING_MAX_DAYS ? 'expiring_soon' : 'valid';
};
