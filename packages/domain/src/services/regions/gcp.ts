import type { Region } from './region.ts';

/** Regions of Google Cloud. An instance also needs a zone of its region, which the driver looks up. */
export const gcpRegions: readonly Region[] = [
  { code: 'us-east1', name: 'South Carolina', country: 'US' },
  { code: 'us-east4', name: 'Northern Virginia', country: 'US' },
  { code: 'us-central1', name: 'Iowa', country: 'US' },
  { code: 'us-west1', name: 'Oregon', country: 'US' },
  { code: 'europe-west4', name: 'Netherlands', country: 'NL' },
  { code: 'europe-west1', name: 'Belgium', country: 'BE' },
  { code: 'europe-west3', name: 'Frankfurt', country: 'DE' },
  { code: 'europe-west2', name: 'London', country: 'GB' },
  { code: 'asia-east1', name: 'Taiwan', country: 'TW' },
  { code: 'asia-southeast1', name: 'Singapore', country: 'SG' },
  { code: 'asia-northeast1', name: 'Tokyo', country: 'JP' },
  { code: 'asia-south1', name: 'Mumbai', country: 'IN' },
  { code: 'australia-southeast1', name: 'Sydney', country: 'AU' },
  { code: 'southamerica-east1', name: 'São Paulo', country: 'BR' },
  { code: 'europe-central2', name: 'Warsaw', country: 'PL' },
  { code: 'europe-north1', name: 'Finland', country: 'FI' },
  { code: 'europe-west6', name: 'Zürich', country: 'CH' },
  { code: 'northamerica-northeast1', name: 'Montréal', country: 'CA' },
  { code: 'northamerica-northeast2', name: 'Toronto', country: 'CA' },
  { code: 'southamerica-west1', name: 'Santiago', country: 'CL' },
];
