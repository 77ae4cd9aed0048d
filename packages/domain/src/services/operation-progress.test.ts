import { describe, expect, it } from 'vitest';
import { type MachineStep, machineSteps } from './machine-progress.ts';
import { operationProgress, operationSteps } from './operation-progress.ts';
import { serviceOperationKinds } from './service-status.ts';

const HOUR_S = 3600;
const secondsOf = (from: number, count: number): number[] => Array.from({ length: count }, (_, second) => from + second);

describe.each(serviceOperationKinds)('the bar of %s', (kind) => {
  const steps = operationSteps[kind].filter(({ expectedSeconds }) => expectedSeconds > 0);

  it('moves every second while a step runs, also after an hour, and never back', () => {
    const shown = steps.flatMap(({ step }) =>
      [...secondsOf(0, 60), ...secondsOf(HOUR_S, 60)].map((second) => operationProgress(kind, step, second * 1000).percent),
    );
    expect(shown.every((percent, at) => at === 0 || percent > (shown[at - 1] ?? 0))).toBe(true);
    expect(shown.at(0)).toBe(0);
    expect(shown.at(-1)).toBeLessThan(100);
  });

  it('is slow after three times the usual, and at least half a minute', () => {
    for (const { step, expectedSeconds } of steps) {
      const limit = Math.max(30, 3 * expectedSeconds);
      expect([limit, limit + 1].map((second) => operationProgress(kind, step, second * 1000).isSlow)).toEqual([false, true]);
    }
  });

  it('says when it is taken back', () => {
    for (const { step, expectedSeconds } of operationSteps[kind]) {
      expect(operationProgress(kind, step, 0).isUndoing).toBe(expectedSeconds === 0);
    }
  });
});

it('knows a step of another release by no name', () => {
  expect(operationProgress('service_resize', 'a_new_step', 1000)).toEqual({
    label: 'Working',
    percent: 0,
    isSlow: false,
    isUndoing: false,
  });
});

const reports = [null, ...machineSteps];
const machineAt = (step: MachineStep | null, second: number) =>
  operationProgress('service_deployment', 'wait_for_engine', second * 1000, { step, sinceMs: step === null ? null : second * 1000 });

describe('the bar of a machine', () => {
  it('moves every second while the machine boots, and never back', () => {
    const shown = reports.flatMap((step) => secondsOf(0, 60).map((second) => machineAt(step, second).percent));
    expect(shown.every((percent, at) => at === 0 || percent > (shown[at - 1] ?? 0))).toBe(true);
    expect(shown.at(-1)).toBeLessThan(100);
  });

  it('says something else after each report', () => {
    const labels = reports.map((step) => machineAt(step, 1).label);
    expect(new Set(labels).size).toBe(reports.length);
    expect(labels).not.toContain('Working');
  });
});
