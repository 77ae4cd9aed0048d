import type { ServiceId } from '../ids.ts';
import { awsRegions } from './regions/aws.ts';
import { azureRegions } from './regions/azure.ts';
import { digitaloceanRegions } from './regions/digitalocean.ts';
import { gcpRegions } from './regions/gcp.ts';
import type { Region } from './regions/region.ts';

export type { Region } from './regions/region.ts';

export const cloudSlugs = ['local', 'aws', 'digitalocean', 'gcp', 'azure'] as const;
/** Where services run. `local` is the machine of the installation itself. */
export type CloudSlug = (typeof cloudSlugs)[number];

export interface Cloud {
  readonly name: string;
  readonly regions: readonly Region[];
  /** Whether a service can move to another plan. */
  readonly resizes: boolean;
  /** Offered on the single-page screen `/services/create`; `/services/create/cloud` offers every cloud that is enabled. */
  readonly onSinglePage: boolean;
}

/** The clouds of the product and their regions, in the order of the screens. */
export const clouds: Readonly<Record<CloudSlug, Cloud>> = {
  local: {
    name: 'This server',
    regions: [{ code: 'local', name: 'This server', country: null }],
    resizes: true,
    onSinglePage: true,
  },
  aws: { name: 'AWS', regions: awsRegions, resizes: true, onSinglePage: true },
  digitalocean: { name: 'DigitalOcean', regions: digitaloceanRegions, resizes: true, onSinglePage: false },
  gcp: { name: 'Google Cloud', regions: gcpRegions, resizes: true, onSinglePage: false },
  azure: { name: 'Azure', regions: azureRegions, resizes: false, onSinglePage: false },
};

/** Null for a region that the cloud does not have. */
export const findRegion = (cloud: CloudSlug, code: string): Region | null =>
  clouds[cloud].regions.find((region) => region.code === code) ?? null;

/** The names of what a service has on a cloud. */
export const cloudNamesOf = (service: ServiceId) => {
  const base = `notafter-${service}`;
  return { machine: base, volume: `${base}-data`, firewall: base };
};
