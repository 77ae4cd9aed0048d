import { ProviderError } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { createMachine } from './machine.ts';

const plan = { memoryMib: 4096, cpus: 10_000, diskGib: 60 };
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProviderError && error.fault === 'capacity') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('the size of a service', () => {
  it('is the plan, as far as the machine has it', () => {
    const { capacity, sizeFor } = createMachine(null);
    const huge = { ...plan, memoryMib: 2 ** 30 };
    expect(sizeFor(huge, 'postgres', [huge, huge])).toEqual({ ...capacity, diskGib: 60 });
    expect(sizeFor({ ...plan, cpus: 1 }, 'postgres', []).cpus).toBe(1);
  });

  it('stays with all others within SERVICES_MAX_MEMORY', () => {
    const { sizeFor } = createMachine(1000);
    const small = { ...plan, memoryMib: 600 };
    expect(sizeFor(plan, 'postgres', []).memoryMib).toBe(1000);
    expect(sizeFor({ ...plan, memoryMib: 400 }, 'postgres', [small]).memoryMib).toBe(400);
    expect(refusal(() => sizeFor({ ...plan, memoryMib: 401 }, 'postgres', [small]))).toBe(
      'Services use 600 MiB of 1000 MiB (SERVICES_MAX_MEMORY); this one needs 401 MiB more.',
    );
  });

  it('is refused below what the engine needs', () => {
    expect(refusal(() => createMachine(1000).sizeFor(plan, 'superset', []))).toBe(
      'Superset needs 2048 MiB of memory; services may use 1000 MiB.',
    );
  });
});
