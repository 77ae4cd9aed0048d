import type { ServiceOperationKind } from '@notafter/domain';
import type { Endable } from '../../steps/define-process.ts';
import { allowlistProcess } from './allowlist.ts';
import { backupProcess } from './backup.ts';
import { deletionProcess } from './deletion.ts';
import { deploymentProcess } from './deployment.ts';
import { renewalProcess } from './renewal.ts';
import { resizeProcess } from './resize.ts';
import { restoreProcess } from './restore.ts';
import { rotationProcess } from './rotation.ts';

/** The definition of each kind of operation. */
export const serviceOperationProcesses: Readonly<Record<ServiceOperationKind, Endable<ServiceOperationKind>>> = {
  service_deployment: deploymentProcess,
  service_resize: resizeProcess,
  service_rotation: rotationProcess,
  service_renewal: renewalProcess,
  service_allowlist: allowlistProcess,
  service_backup: backupProcess,
  service_restore: restoreProcess,
  service_deletion: deletionProcess,
};
