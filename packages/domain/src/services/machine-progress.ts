/** What a machine reports while it boots for the first time, in its order. */
export const machineSteps = ['installed', 'volume', 'image', 'started'] as const;
export type MachineStep = (typeof machineSteps)[number];

export interface MachineReport {
  /** `failed` ends a boot. */
  readonly step: MachineStep | 'failed';
  /** The machine's own words, if it failed. */
  readonly message: string | null;
  /** In ISO 8601. */
  readonly at: string;
}

const next: Readonly<Record<MachineStep, string>> = {
  installed: 'The machine has its packages, and is mounting the data volume.',
  volume: 'The data volume is mounted, and the image of the engine is being pulled.',
  image: 'The image is there, and the engine is about to start.',
  started: 'The engine was started.',
};

/** What a machine does now, as a sentence for people. */
export const machineText = (report: MachineReport | null): string => {
  if (report === null) return 'The machine is starting, and installs its packages.';
  if (report.step === 'failed') return `The machine could not start the engine: ${report.message ?? 'it did not say why'}`;
  return next[report.step];
};

/** Whether a report tells something new: they may come twice, and late. */
export const isFurther = (before: MachineReport | null, step: MachineReport['step']): boolean => {
  if (before === null || step === 'failed') return true;
  return before.step !== 'failed' && machineSteps.indexOf(step) > machineSteps.indexOf(before.step);
};
