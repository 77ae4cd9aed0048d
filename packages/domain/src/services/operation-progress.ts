import type { MachineStep } from './machine-progress.ts';
import type { ServiceOperationKind } from './service-status.ts';

interface OperationStep {
  /** The step of its process. */
  readonly step: string;
  readonly label: string;
  /** On a quiet machine; decides only how fast the bar moves. */
  readonly expectedSeconds: number;
}

const undoing = (step: string, label: string): OperationStep => ({ step, label, expectedSeconds: 0 });

/** The steps of each operation in the order in which they run; those that undo something come last and add nothing to the bar. */
export const operationSteps: Readonly<Record<ServiceOperationKind, readonly OperationStep[]>> = {
  service_deployment: [
    { step: 'prepare', label: 'Reserving ports and issuing the certificate', expectedSeconds: 1 },
    { step: 'create_instance', label: 'Creating the instance', expectedSeconds: 4 },
    { step: 'wait_for_engine', label: 'Waiting for the first sign-in', expectedSeconds: 10 },
    undoing('remove_instance', 'Removing what was created'),
  ],
  service_resize: [
    { step: 'resize_instance', label: 'Changing the size', expectedSeconds: 4 },
    { step: 'wait_for_engine', label: 'Waiting for the first sign-in', expectedSeconds: 6 },
    undoing('restore_size', 'Restoring the previous size'),
    undoing('wait_for_restored', 'Waiting for the first sign-in'),
  ],
  service_rotation: [
    { step: 'choose_password', label: 'Choosing a password', expectedSeconds: 1 },
    { step: 'set_password', label: 'Setting the password', expectedSeconds: 2 },
    { step: 'prove_password', label: 'Signing in with both passwords', expectedSeconds: 2 },
    undoing('settle', 'Finding the password in force'),
  ],
  service_renewal: [
    { step: 'issue_certificate', label: 'Issuing the certificate', expectedSeconds: 1 },
    { step: 'install_certificate', label: 'Installing the certificate', expectedSeconds: 2 },
    { step: 'see_certificate', label: 'Waiting until the engine serves it', expectedSeconds: 2 },
  ],
  service_allowlist: [
    { step: 'set_allowlist', label: 'Setting the allowed addresses', expectedSeconds: 1 },
    { step: 'wait_for_engine', label: 'Waiting for a sign-in', expectedSeconds: 2 },
    undoing('restore_allowlist', 'Restoring the previous allowed addresses'),
  ],
  service_backup: [
    { step: 'take_backup', label: 'Copying, encrypting and storing the data', expectedSeconds: 20 },
    { step: 'wait_for_engine', label: 'Waiting for the first sign-in', expectedSeconds: 5 },
  ],
  service_restore: [
    { step: 'back_up_first', label: 'Backing up the present data', expectedSeconds: 20 },
    { step: 'verify_backup', label: 'Reading and verifying the backup', expectedSeconds: 10 },
    { step: 'remove_instance', label: 'Removing the present data', expectedSeconds: 3 },
    { step: 'prepare', label: 'Reserving ports and issuing the certificate', expectedSeconds: 1 },
    { step: 'create_instance', label: 'Restoring the data', expectedSeconds: 10 },
    { step: 'wait_for_engine', label: 'Waiting for the first sign-in', expectedSeconds: 5 },
    { step: 'set_password', label: 'Setting the password', expectedSeconds: 2 },
    { step: 'prove_password', label: 'Signing in with both passwords', expectedSeconds: 2 },
    { step: 'finish', label: 'Beginning to monitor', expectedSeconds: 1 },
    undoing('give_up', 'Removing what was created'),
  ],
  service_deletion: [
    { step: 'remove_instance', label: 'Removing the instance and its data', expectedSeconds: 5 },
    { step: 'confirm_removal', label: 'Making sure that nothing is left', expectedSeconds: 1 },
  ],
};

/** A machine of a cloud takes minutes, and reports the steps of its first boot. */
const machineOperationSteps: Readonly<Partial<Record<ServiceOperationKind, readonly OperationStep[]>>> = {
  service_deployment: [
    { step: 'prepare', label: 'Preparing', expectedSeconds: 1 },
    { step: 'create_instance', label: 'Creating the machine, its volume and its firewall', expectedSeconds: 60 },
    { step: 'wait_for_engine', label: 'Starting the machine and installing its packages', expectedSeconds: 90 },
    { step: 'wait_for_engine/installed', label: 'Mounting the data volume', expectedSeconds: 10 },
    { step: 'wait_for_engine/volume', label: 'Pulling the image', expectedSeconds: 40 },
    { step: 'wait_for_engine/image', label: 'Having the certificate signed', expectedSeconds: 15 },
    { step: 'wait_for_engine/started', label: 'Waiting for the first sign-in', expectedSeconds: 15 },
    undoing('remove_instance', 'Removing what was created'),
  ],
  service_resize: [
    { step: 'resize_instance', label: 'Stopping the machine, changing its type and starting it', expectedSeconds: 120 },
    { step: 'wait_for_engine', label: 'Waiting for the first sign-in', expectedSeconds: 60 },
    undoing('restore_size', 'Restoring the previous type'),
    undoing('wait_for_restored', 'Waiting for the first sign-in'),
  ],
  service_deletion: [
    { step: 'remove_instance', label: 'Deleting the machine, its volume with the data and its firewall', expectedSeconds: 90 },
    { step: 'confirm_removal', label: 'Making sure that nothing is left', expectedSeconds: 5 },
  ],
};

/** The steps of an operation, in their order. */
const stepsOf = (kind: ServiceOperationKind, isMachine: boolean): readonly OperationStep[] =>
  (isMachine ? machineOperationSteps[kind] : undefined) ?? operationSteps[kind];

/** Where a machine is in its first boot, if it said it. */
export interface MachineProgress {
  readonly step: MachineStep | null;
  readonly sinceMs: number | null;
}

export interface OperationProgress {
  readonly label: string;
  /** From 0, with fractions: only a finished operation has 100. While it is taken back, 99. */
  readonly percent: number;
  /** It takes three times as long as expected, and at least 30 seconds. */
  readonly isSlow: boolean;
  /** It failed or was cancelled, and what it had done is taken back. */
  readonly isUndoing: boolean;
}

const SLOW_SECONDS = 30;

/**
 * Returns how far an operation is. Within a step the bar moves every second, ever slower, and does not reach the end of the step.
 * `machine`: of a service on a separate machine.
 */
export const operationProgress = (
  kind: ServiceOperationKind,
  step: string,
  stepMs: number,
  machine: MachineProgress | null = null,
): OperationProgress => {
  const steps = stepsOf(kind, machine !== null);
  const isReported = step === 'wait_for_engine' && machine !== null && machine.step !== null;
  const at = isReported ? `${step}/${machine.step}` : step;
  const index = steps.findIndex((one) => one.step === at);
  const total = steps.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  const before = steps.slice(0, Math.max(0, index)).reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  const { label = 'Working', expectedSeconds = 0 } = steps[index] ?? {};
  const seconds = Math.max(0, (isReported ? machine.sinceMs : null) ?? stepMs) / 1000;
  const within = expectedSeconds === 0 ? 0 : (expectedSeconds * seconds) / (seconds + expectedSeconds);
  return {
    label,
    percent: before < total ? (100 * (before + within)) / total : 99,
    isSlow: seconds > Math.max(SLOW_SECONDS, 3 * expectedSeconds),
    isUndoing: index >= 0 && expectedSeconds === 0,
  };
};
