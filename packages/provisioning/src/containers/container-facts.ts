import type { Instance, ServicePort, ServiceSize, ServiceTag } from '@notafter/domain';
import { z } from 'zod';
import type { Container } from './container-engine.ts';

const storedFacts = z.object({
  ports: z.array(z.object({ name: z.string(), port: z.int() })),
  size: z.object({ memoryMib: z.number(), cpus: z.number(), diskGib: z.number() }),
});
/** Kept in a label of the container. */
export type Facts = z.infer<typeof storedFacts>;

export const readFacts = (text: string | undefined): Facts | null => {
  if (text === undefined) return null;
  const parsed = storedFacts.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
};

export const isSameSize = (a: ServiceSize, b: ServiceSize): boolean => a.memoryMib === b.memoryMib && a.cpus === b.cpus;
export const isSamePorts = (a: readonly ServicePort[], b: readonly ServicePort[]): boolean =>
  a.length === b.length && a.every(({ name, port }) => b.some((one) => one.name === name && one.port === port));

export const namesOf = ({ service }: ServiceTag) => {
  const base = `notafter-${service}`;
  // One name, so that the engine itself refuses a second container of a service. A successor never starts under its own name.
  return { container: base, successor: `${base}-next`, volume: `${base}-data`, network: base };
};

/** States in which a container had a process. */
export const ended = new Set(['exited', 'dead']);
/** States in which it has none. */
export const idle = new Set(['created', ...ended]);
/** The state in which a copy holds it. */
export const PAUSED = 'paused';

export const stateOf = ({ State }: Container): Pick<Instance, 'state' | 'problem'> => {
  const ended = `The container ended with status ${State.ExitCode ?? 0}${State.Error ? `: ${State.Error}` : '.'}`;
  switch (State.Status) {
    case 'created':
      return { state: 'creating', problem: null };
    case 'running':
    case PAUSED:
      return { state: 'running', problem: null };
    case 'restarting':
      return { state: 'starting', problem: ended };
    case 'exited':
    case 'dead':
      return { state: State.ExitCode === 0 ? 'stopped' : 'failed', problem: State.ExitCode === 0 ? null : ended };
    default:
      return { state: 'stopped', problem: null };
  }
};
