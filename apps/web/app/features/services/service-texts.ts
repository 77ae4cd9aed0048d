import {
  countText,
  engineEndOfLife,
  longDateText,
  type Region,
  type ServicePlan,
  type ServiceSize,
  type ServiceStatus,
  type SolutionSlug,
} from '@notafter/domain';
import type { MarkTone } from '../../ui/status/status-mark.tsx';

/** The word and the tone of each status. */
export const statusWords = {
  deploying: { word: 'Deploying', tone: 'info' },
  running: { word: 'Running', tone: 'valid' },
  unwell: { word: 'Unhealthy', tone: 'critical' },
  resizing: { word: 'Resizing', tone: 'info' },
  restricting: { word: 'Changing allowlist', tone: 'info' },
  rotating: { word: 'Changing password', tone: 'info' },
  renewing: { word: 'Renewing certificate', tone: 'info' },
  restoring: { word: 'Restoring', tone: 'info' },
  deleting: { word: 'Deleting', tone: 'pending' },
  failed: { word: 'Failed', tone: 'failed' },
} as const satisfies Record<ServiceStatus, { readonly word: string; readonly tone: MarkTone }>;

const MIB_PER_GIB = 1024;

/** `4 GB`, `1.5 GB`, `512 MB` */
export const memoryText = (mib: number): string =>
  mib < MIB_PER_GIB ? `${mib} MB` : `${countText(Math.round((10 * mib) / MIB_PER_GIB) / 10)} GB`;

type Limits = Pick<ServiceSize, 'memoryMib' | 'cpus'>;

/** `4 GB, 2 vCPUs` */
export const sizeText = ({ memoryMib, cpus }: Limits): string => `${memoryText(memoryMib)}, ${cpus} ${cpus === 1 ? 'vCPU' : 'vCPUs'}`;

/** The limits in force, if a machine cannot give all of the plan; else null. */
export const smallerSizeText = (plan: Pick<ServicePlan, 'memoryMib' | 'cpus'>, effective: Limits | null): string | null =>
  effective === null || (effective.memoryMib >= plan.memoryMib && effective.cpus >= plan.cpus) ? null : sizeText(effective);

/** `18.1, updates until November 14, 2030`, if the engine's project publishes the day. */
export const versionText = (slug: SolutionSlug, version: string, now: Date): string => {
  const end = engineEndOfLife(slug, version);
  if (end === null) return version;
  return `${version}, ${now < end ? 'updates until' : 'no updates since'} ${longDateText(end)}`;
};

/** `N. Virginia` of `US East (N. Virginia)`: beside its code and country, the place is enough. */
export const placeOf = ({ name }: Region): string => /\(([^)]+)\)$/.exec(name)?.[1] ?? name;
