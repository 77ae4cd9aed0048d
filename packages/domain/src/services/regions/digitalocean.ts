import type { Region } from './region.ts';

/** Regions of DigitalOcean. */
export const digitaloceanRegions: readonly Region[] = [
  { code: 'nyc1', name: 'New York 1', country: 'US' },
  { code: 'nyc3', name: 'New York 3', country: 'US' },
  { code: 'ams3', name: 'Amsterdam 3', country: 'NL' },
  { code: 'sfo3', name: 'San Francisco 3', country: 'US' },
  { code: 'sgp1', name: 'Singapore 1', country: 'SG' },
  { code: 'lon1', name: 'London 1', country: 'GB' },
  { code: 'fra1', name: 'Frankfurt 1', country: 'DE' },
  { code: 'tor1', name: 'Toronto 1', country: 'CA' },
  { code: 'blr1', name: 'Bangalore 1', country: 'IN' },
  { code: 'syd1', name: 'Sydney 1', country: 'AU' },
];
