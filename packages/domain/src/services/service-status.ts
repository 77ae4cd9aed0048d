export const serviceOperationKinds = [
  'service_deployment',
  'service_resize',
  'service_rotation',
  'service_renewal',
  'service_allowlist',
  'service_backup',
  'service_restore',
  'service_deletion',
] as const;
/** An operation on a service; one at a time, except that a deletion replaces any other. */
export type ServiceOperationKind = (typeof serviceOperationKinds)[number];

/** Null for other long work. */
export const serviceOperationOf = (jobType: string | undefined): ServiceOperationKind | null =>
  serviceOperationKinds.find((kind) => kind === jobType) ?? null;

export const serviceStatuses = [
  'deploying',
  'running',
  'unwell',
  'resizing',
  'rotating',
  'renewing',
  'restricting',
  'restoring',
  'deleting',
  'failed',
] as const;
/** `failed`: its deployment or its deletion ended with an error, and a person decides. */
export type ServiceStatus = (typeof serviceStatuses)[number];

interface ServiceFacts {
  /** The operation under way. */
  readonly operation: ServiceOperationKind | null;
  /** When its engine first answered; null before. */
  readonly runningSince: Date | null;
  readonly isDeletionWanted: boolean;
  /** Found by the last look. */
  readonly problem: string | null;
}

/** A service runs on while it is backed up. */
const underWay: Readonly<Record<Exclude<ServiceOperationKind, 'service_backup'>, ServiceStatus>> = {
  service_deployment: 'deploying',
  service_resize: 'resizing',
  service_rotation: 'rotating',
  service_renewal: 'renewing',
  service_allowlist: 'restricting',
  service_restore: 'restoring',
  service_deletion: 'deleting',
};

/** The status of a service; never stored. */
export const serviceStatusOf = ({ operation, runningSince, isDeletionWanted, problem }: ServiceFacts): ServiceStatus => {
  if (operation !== null && operation !== 'service_backup') return underWay[operation];
  if (isDeletionWanted || runningSince === null) return 'failed';
  return problem === null ? 'running' : 'unwell';
};
