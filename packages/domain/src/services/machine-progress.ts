import { MINUTE_MS } from '../time.ts';

/** The steps that a machine reports while it boots for the first time, in its order. */
export const machineSteps = ['installed', 'volume', 'image', 'started'] as const;
export type MachineStep = (typeof machineSteps)[number];

export interface MachineReport {
  /** The machine tries again what `failed`. */
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

/** The present work of a machine, as a sentence for people. */
export const machineText = (report: MachineReport | null): string => {
  if (report === null) return 'The machine is starting, and installs its packages.';
  if (report.step === 'failed') return `The machine could not start the engine: ${report.message ?? 'it did not say why'}`;
  return next[report.step];
};

/** Whether a report says something new: they may come twice, and late. */
export const isFurther = (before: MachineReport | null, step: MachineReport['step']): boolean => {
  if (before === null || step === 'failed' || before.step === 'failed') return true;
  return machineSteps.indexOf(step) > machineSteps.indexOf(before.step);
};

/** A machine tries again what failed, such as a download. */
const MENDS_WITHIN_MS = 3 * MINUTE_MS;

/** Whether a first boot failed, and has not gone on since. */
export const isStuck = (report: MachineReport | null, now: Date): boolean =>
  report?.step === 'failed' && now.getTime() - Date.parse(report.at) > MENDS_WITHIN_MS;
