import type { Region } from './region.ts';

/** Regions of AWS. `me-central-1` is an opt-in region: an account has to enable it first. */
export const awsRegions: readonly Region[] = [
  { code: 'us-east-1', name: 'US East (N. Virginia)', country: 'US' },
  { code: 'us-east-2', name: 'US East (Ohio)', country: 'US' },
  { code: 'us-west-1', name: 'US West (N. California)', country: 'US' },
  { code: 'us-west-2', name: 'US West (Oregon)', country: 'US' },
  { code: 'ap-south-1', name: 'Asia Pacific (Mumbai)', country: 'IN' },
  { code: 'ap-southeast-2', name: 'Asia Pacific (Sydney)', country: 'AU' },
  { code: 'ca-central-1', name: 'Canada (Central)', country: 'CA' },
  { code: 'eu-central-1', name: 'Europe (Frankfurt)', country: 'DE' },
  { code: 'sa-east-1', name: 'South America (São Paulo)', country: 'BR' },
  { code: 'me-central-1', name: 'Middle East (UAE)', country: 'AE' },
];
