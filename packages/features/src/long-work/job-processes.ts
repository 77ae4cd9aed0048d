import type { JobType } from '@notafter/domain';
import { checkRunProcess } from '../certificates/checks/run-checks.ts';
import { importProcess } from '../certificates/import/run-import.ts';
import { discoveryProcess } from '../discovery/run-discovery.ts';
import { drillProcess } from '../services/operations/drill.ts';
import { serviceOperationProcesses } from '../services/operations/operation-kinds.ts';
import type { Endable } from '../steps/define-process.ts';

/** How each kind of long work ends early. */
export const jobProcesses: Readonly<Record<JobType, Endable>> = {
  check_run: checkRunProcess,
  import: importProcess,
  discovery: discoveryProcess,
  ...serviceOperationProcesses,
  service_drill: drillProcess,
};
