import { availableParallelism, totalmem } from 'node:os';
import { clampSize, ProviderError, type ServiceSize, type SolutionSlug, solutions } from '@notafter/domain';

const MIB = 1024 * 1024;

export interface Capacity {
  readonly memoryMib: number;
  readonly cpus: number;
}

/** The part of this machine that services may use. */
export interface Machine {
  readonly capacity: Capacity;
  /** The size of a service in force. Rejects if the memory that all services may use together is used up by `others`. */
  sizeFor(wanted: ServiceSize, solution: SolutionSlug, others: readonly ServiceSize[]): ServiceSize;
}

const machineMemoryMib = (): number => {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MIB);
};

/**
 * Without `maxMemoryMib` each service may use the machine's memory, since limits are not reservations. With it, the limits of all
 * services together stay within it.
 */
export const createMachine = (maxMemoryMib: number | null): Machine => {
  const own = machineMemoryMib();
  const capacity = { memoryMib: Math.min(own, maxMemoryMib ?? own), cpus: availableParallelism() };
  return {
    capacity,
    sizeFor(wanted, solution, others) {
      const size = clampSize(wanted, capacity);
      const { name, minMemoryMib } = solutions[solution];
      if (size.memoryMib < minMemoryMib) {
        throw new ProviderError('capacity', `${name} needs ${minMemoryMib} MiB of memory; services may use ${capacity.memoryMib} MiB.`);
      }
      const used = others.reduce((sum, { memoryMib }) => sum + memoryMib, 0);
      if (maxMemoryMib !== null && used + size.memoryMib > capacity.memoryMib) {
        throw new ProviderError(
          'capacity',
          `Services use ${used} MiB of ${capacity.memoryMib} MiB (SERVICES_MAX_MEMORY); this one needs ${size.memoryMib} MiB more.`,
        );
      }
      return size;
    },
  };
};
